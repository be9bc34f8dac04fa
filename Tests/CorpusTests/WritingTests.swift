// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCorpus
import HuskTestKit
import Testing

@Suite("Writing exactly")
struct WritingTests {
  @Test(
    arguments: [
      (0, 2, "0.00", "0"), (5, 2, "0.05", "0.05"), (-5, 2, "-0.05", "-0.05"),
      (1_250, 2, "12.50", "12.5"), (-1_200, 2, "-12.00", "-12"), (7, 6, "0.000007", "0.000007"),
      (100, 1, "10.0", "10"), (123_456, 3, "123.456", "123.456"),
    ])
  func decimals(mantissa: Int, scale: Int, kept: String, dropped: String) {
    var writer = JSONWriter(whitespace: .none)
    writer.array { writer in
      writer.decimal(mantissa, scale: scale)
      writer.decimal(mantissa, scale: scale, zeros: .dropped)
      writer.integer(mantissa)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\(kept),\(dropped),\(mantissa)]")
  }

  @Test(arguments: [
    (JSONWriter.Whitespace.none, JSONStyle.minified), (.twoSpaces, .stringify2),
    (.tab, .marshalIndent),
  ])
  func indents(whitespace: JSONWriter.Whitespace, style: JSONStyle) {
    var writer = JSONWriter(whitespace: whitespace)
    writer.object { writer in
      writer.member("text", "a \"b\" \\ é\n")
      writer.array("list") { writer in
        writer.null()
        writer.boolean(true)
        writer.object { _ in }
      }
      writer.member("none", [])
      writer.member("nothing", nullable: nil)
    }
    let text = #"{"text":"a \"b\" \\ é\n","list":[null,true,{}],"none":[],"nothing":null}"#
    let isSame = writer.bytes == style.reprint(Array(text.utf8))
    #expect(isSame)
  }

  @Test(.seeded) func timestampsAgreeWithFoundation() {
    var random = SeededGenerator()
    let format = Date.ISO8601FormatStyle()
    let edges = [0, -1, 86_399, 951_782_400, 951_868_800, 1_709_164_800, 4_107_542_400]
    for seconds in edges + (0..<500).map({ _ in random.within(-2_000_000_000...8_000_000_000) }) {
      let text = Timestamp(seconds: seconds).dateTime
      #expect(text == Date(timeIntervalSince1970: Double(seconds)).formatted(format))
      let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
      let midnight = Timestamp(year: parts[0], month: parts[1], day: parts[2])
      #expect((0..<86_400).contains(seconds - midnight.seconds))
    }
  }

  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func hashesAreThoseOfTheStandard(text: String, hash: String) {
    #expect(Digest.sha256(Array(text.utf8)) == hash)
  }
}
