// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Sizes of the first records of a document: 1, 2, 5, 10 and so on.
package struct Growth: Sendable, Equatable {
  /// A method and the sizes that it gives.
  package struct Line: Sendable, Equatable {
    /// The name of the method.
    package var name: String
    /// The number of bytes for each of ``Growth/counts``; `nil` where it was not measured.
    package var byteCounts: [Int?]
  }

  /// The numbers of records.
  package var counts: [Int]
  /// The methods, in order.
  package var lines: [Line]

  /// The methods of the chart.
  private static let methods = [
    "none", "gzip", "zstd-19", "brotli-11", "lzstring", "husk-text", "husk", "husk-9",
  ]
  /// Slow methods are not measured beyond.
  private static let mostBytes = 1_000_000
  private static let slowMethods: Set = ["brotli-11", "lzstring", "zstd-19", "husk-9"]

  /// Measures the texts of a sequence, or the elements of an array.
  ///
  /// - Parameters:
  ///   - json: The document.
  ///   - report: Hears how much has been done, from 0 to 1.
  /// - Returns: The sizes, or `nil` where there are no records.
  /// - Throws: ``HuskError`` where the document is not JSON.
  package static func measure(
    _ json: [UInt8], report: (_ share: Double) -> Void = { _ in }
  ) throws(HuskError) -> Growth? {
    let texts = try JSONValue.texts(of: json)
    var records = texts
    if texts.count == 1 {
      guard case .array(let elements) = texts[0] else { return nil }
      records = elements
    }
    guard records.count > 2 else { return nil }
    let isSequence = texts.count > 1
    let lines = records.map(\.bytes)
    return try measure(counts(upTo: records.count), methods, report: report) { count in
      document(lines[..<count], isSequence: isSequence)
    }
  }

  /// Measures documents of some numbers of records.
  package static func measure(
    _ counts: [Int], _ names: [String], report: (_ share: Double) -> Void,
    document: (_ count: Int) -> [UInt8]
  ) throws(HuskError) -> Growth {
    var lines = names.map { Line(name: $0, byteCounts: []) }
    for (index, count) in counts.enumerated() {
      report(Double(index) / Double(counts.count))
      let text = document(count)
      let workload = try Workload(name: "", whole: text)
      for place in lines.indices {
        let isTooLarge =
          text.count > mostBytes && slowMethods.contains(lines[place].name)
        let method = isTooLarge ? nil : Methods.named(lines[place].name)
        // What cannot encode a text has no size of it.
        let encoded = try? method?.pipeline(workload)?.encode(text)
        lines[place].byteCounts.append(encoded?.bytes.count)
      }
    }
    return Growth(counts: counts, lines: lines)
  }

  /// 1, 2, 5, 10, 20 and so on, and the number of all records.
  package static func counts(upTo count: Int) -> [Int] {
    var counts: [Int] = []
    var power = 1
    while power <= count {
      counts += [1, 2, 5].map { $0 * power }.filter { $0 < count }
      power *= 10
    }
    return counts + [count]
  }

  private static func document(_ lines: ArraySlice<[UInt8]>, isSequence: Bool) -> [UInt8] {
    let separator = isSequence ? ASCII.lineFeed : ASCII.comma
    let joined = Array(lines.joined(separator: [separator]))
    return isSequence
      ? joined + [ASCII.lineFeed] : [ASCII.openBracket] + joined + [ASCII.closeBracket]
  }

  /// The table of the sizes.
  package func table(_ title: String) -> Table {
    var table = Table(title, columns: ["records"] + lines.map(\.name))
    for (index, count) in counts.enumerated() {
      table.add(
        [Figure.grouped(count)]
          + lines.map { $0.byteCounts[index].map(Figure.grouped) ?? "-" })
    }
    return table
  }

  /// The sizes as a JSON value.
  package var value: JSONValue {
    .object([
      JSONValue.Member("counts", .array(counts.map(JSONValue.integer))),
      JSONValue.Member(
        "methods",
        .array(
          lines.map { line in
            .object([
              JSONValue.Member("method", .text(line.name)),
              JSONValue.Member(
                "byteCounts",
                .array(line.byteCounts.map { $0.map(JSONValue.integer) ?? .literal(.null) })),
            ])
          })),
    ])
  }
}
