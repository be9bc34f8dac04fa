// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Arrays of numbers", .seeded, .timeLimit(.minutes(60)))
struct NumberRunTests {
  /// A number of up to so many digits, with so many behind the point, and zeros at the end or none.
  private func number(
    digits: Int, scale: Int, isTrimmed: Bool, _ random: inout SeededGenerator
  ) -> String {
    let count = 1 + random.below(digits)
    var text = String((0..<count).map { _ in Character("\(random.below(10))") })
    if random.below(8) == 0 { text = String(repeating: "0", count: count) }
    text = String(repeating: "0", count: max(scale + 1 - count, 0)) + text
    var whole = String(text.dropLast(scale).drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    var fraction = text.suffix(scale)
    while isTrimmed, fraction.last == "0" { fraction.removeLast() }
    return (random.below(3) == 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// What stands among numbers, by what is expected of the encoder: runs of one kind, or all kinds mixed.
  private static let others = [
    "null", "\"text\"", "\"\"", "1e5", "true", "\"a longer text than most\"",
  ]

  @Test("come back, whatever stands among them", arguments: 0...18)
  func numbers(scale: Int) throws {
    var random = SeededGenerator(stream: scale)
    for (others, isTrimmed) in [(0, true), (0, false), (2, true), (40, true), (400, false)] {
      var elements: [String] = []
      while elements.count < 3000 {
        if others > 0, random.below(others) == 0 {
          let count = 1 + random.below(others)
          elements += repeatElement(Self.others[random.below(Self.others.count)], count: count)
        } else {
          let digits = random.below(20) == 0 ? 18 : min(scale + 2, 8)
          elements.append(
            number(digits: digits, scale: scale, isTrimmed: isTrimmed, &random))
        }
      }
      // Arrays of every length, the empty one among them.
      var arrays: [String] = []
      var start = 0
      while start < elements.count {
        let end = min(start + random.below(arrays.count % 7 == 0 ? 500 : 6), elements.count)
        arrays.append("[" + elements[start..<end].joined(separator: ",") + "]")
        start = end
      }
      for text in ["[\(arrays.joined(separator: ","))]", arrays.joined(separator: "\n")] {
        let json = Array(text.utf8)
        for level in [1, 3, 6] {
          let options = EncodeOptions(layout: .column, effort: Effort(level: level))
          #expect(try Husk.decode(Husk.encode(json: json, options: options)) == json)
        }
      }
    }
  }
}
