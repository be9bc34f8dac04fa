// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The records of a list endpoint, which answers with pages of them, minified.
struct ListPages {
  /// The number of records on a page.
  static let recordCount = 100

  private let records: [ArraySlice<UInt8>]

  /// The error of a folder without the generator.
  struct GeneratorMissing: Error, CustomStringConvertible {
    let description = "husk-corpus is not built"
  }

  /// Has a dataset generated and cut into pages.
  ///
  /// - Throws: ``GeneratorMissing``, or ``Program/Failure``.
  init(_ dataset: String, pageCount: Int) throws {
    guard let generator = Program(besideThisOneNamed: "husk-corpus") else {
      throw GeneratorMissing()
    }
    let text = try generator.output([
      dataset, "--records", "\(pageCount * Self.recordCount)", "--seed", "7", "--pretty", "none",
    ])
    records = Self.records(text)
  }

  /// The pages in order.
  var pages: [[UInt8]] {
    (0..<records.count / Self.recordCount).map { page in
      Self.page(page, records[page * Self.recordCount..<(page + 1) * Self.recordCount])
    }
  }

  /// The first page again and again, each time with a new record at its start and the oldest gone.
  func polled(count: Int) -> [[UInt8]] {
    (0..<count).map { turn in
      let first = records.count - Self.recordCount - turn
      return Self.page(0, records[first..<first + Self.recordCount])
    }
  }

  private static func page(_ number: Int, _ records: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
    Array("{\"page\":\(number),\"items\":[".utf8)
      + records.joined(separator: [UInt8(ascii: ",")]) + Array("]}".utf8)
  }

  /// The objects of a minified array, or of a text per line.
  private static func records(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    var depth = 0
    var start = 0
    var isString = false
    var isEscaped = false
    for (index, byte) in text.enumerated() {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"):
        if depth == 0 { start = index }
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { records.append(text[start...index]) }
      default: break
      }
    }
    return records
  }
}
