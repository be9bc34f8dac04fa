// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Bytes that the specification prints")
struct PrintedBytesTests {
  /// Bytes that are a part of the format.
  enum Printed: CaseIterable {
    case presetDictionary, sampleText

    var section: String { self == .presetDictionary ? "9.8.1" : "16.11.1" }

    var bytes: [UInt8] {
      self == .presetDictionary ? PresetDictionary.bytes : SampleText.bytes
    }

    /// The files of other decoders that have them.
    var files: [String] {
      switch self {
      case .presetDictionary:
        ["Clients/javascript/preset.js", "Clients/python/husk/preset.py", "Examples/preset.py"]
      case .sampleText:
        ["Clients/javascript/archive.js", "Clients/python/husk/sample.py", "Examples/sample.py"]
      }
    }

    func body() throws -> String { try #require(try SpecDocument().section(section)).body }

    /// The lines as SPEC.md prints them.
    func lines() throws -> [Substring] {
      let lines = try body().split(separator: "\n", omittingEmptySubsequences: false)
      return Array(lines.drop { $0 != "```" }.dropFirst().prefix { $0 != "```" })
    }
  }

  @Test(arguments: Printed.allCases) func areTheSame(printed: Printed) throws {
    #expect(try printed.lines().joined() == String(decoding: printed.bytes, as: UTF8.self))
  }

  @Test(arguments: zip(Printed.allCases, ["6,313 bytes", "7,802 bytes"]))
  func haveTheSizeAndTheCheckThatTheSpecificationGives(printed: Printed, size: String) throws {
    let body = try printed.body()
    let bytes = printed.bytes
    let check = String(Checksum.crc32(bytes.span), radix: 16, uppercase: true)
    #expect(body.contains("with seed 0 is `\(check)`"))
    #expect(size == "\(bytes.count / 1000),\(bytes.count % 1000) bytes" && body.contains(size))
    #expect(bytes.allSatisfy { 32..<127 ~= $0 })
  }

  @Test(arguments: Printed.allCases) func areTheSameInEveryDecoder(printed: Printed) throws {
    let lines = try printed.lines()
    for file in printed.files {
      let page = try String(contentsOf: Corpus.root.appending(path: file), encoding: .utf8)
      let others = page.split(separator: "\n")
      let start = try #require(others.firstIndex(of: lines[0]), "\(file)")
      #expect(others[start...].prefix(lines.count).elementsEqual(lines), "\(file)")
    }
  }
}
