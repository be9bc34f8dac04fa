// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("A document that is one large row", .timeLimit(.minutes(15)))
struct LargeRowTests {
  /// Numbers, strings that recur and a few that do not, and one string that makes it large.
  private static func document(_ byteCount: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 3)
    let names = ["red", "green", "blue", "a longer name"]
    let rows = (0..<270_000).map { "[\($0 % 911),\"\(names[random.below(4)])\"]" }
    let some = (0..<9).map { #"{"only":"\#($0)","here":[\#($0),null]}"# }
    let text = String(repeating: "0123456789abcdef", count: byteCount / 16)
    return Array(
      #"{"some":[\#(some.joined(separator: ","))],"rows":[\#(rows.joined(separator: ","))],"#.utf8)
      + Array(#""text":"\#(text)","more":{"only":"x","here":[true]}}"#.utf8)
  }

  @Test(
    "comes back, whether its streams are kept or written anew",
    arguments: [
      (8 << 20, Effort.default), (8 << 20, Effort(level: 4)), (21 << 20, Effort(level: 4)),
    ])
  func documentComesBack(byteCount: Int, effort: Effort) throws {
    let json = Self.document(byteCount)
    var scanner = RowScanner(as: .json, blockByteCount: 1 << 20, limits: Limits())
    scanner.append(json)
    scanner.finish()
    guard var block = try scanner.next() else {
      Issue.record("the scanner has no block")
      return
    }
    let isLarge = block.rows.isLargeRow
    #expect(isLarge)
    let options = EncodeOptions(layout: .column, effort: effort)
    var encoder = BlockEncoder(options)
    let encoded = try encoder.encode(&block)
    let tokenCount = block.rows.tape.count
    #expect(tokenCount == 0)
    var file = FileEncoder([UInt8](), options, TemplateCompressor(effort))
    file.write(encoded)
    #expect(try Husk.decode(file.finish()) == json)
  }
}
