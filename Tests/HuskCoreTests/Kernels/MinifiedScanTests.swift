// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Scan of numbers in arrays", .seeded)
struct MinifiedScanTests {
  /// Where an element ends, behind how many gaps.
  private struct Place: Hashable {
    var end: Int
    var gapCount: Int
  }

  /// All places where elements end from one on, byte by byte, before anything but numbers.
  private func places(_ text: [UInt8], from start: Int, passesArrays: Bool) -> [Place] {
    var places = [Place(end: start, gapCount: 0)]
    var (offset, gapCount) = (start, 0)
    let next = Array("],[".utf8)
    while offset < text.count {
      if text[offset] == ASCII.comma {
        (offset, gapCount) = (offset + 1, gapCount + 2)
      } else if passesArrays, text[offset...].starts(with: next) {
        (offset, gapCount) = (offset + 3, gapCount + 4)
      } else {
        break
      }
      let number = text[offset...].prefix { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
      guard !number.isEmpty, number.endIndex < text.count,
        text[number.endIndex] == ASCII.comma || text[number.endIndex] == ASCII.closeBracket
      else { break }
      offset = number.endIndex
      places.append(Place(end: offset, gapCount: gapCount))
    }
    return places
  }

  private func check(_ text: String, _ starts: [Int], limits: [Int]) {
    let bytes = Array(text.utf8)
    let padded = PaddedBytes(bytes)
    for start in starts {
      for passesArrays in [false, true] {
        let places = places(bytes, from: start, passesArrays: passesArrays)
        for limit in limits {
          let (end, gapCount) = padded.source.passNumbers(
            from: start, upTo: limit, passesArrays: passesArrays)
          let isPlace = places.contains(Place(end: end, gapCount: gapCount))
          #expect(isPlace && gapCount <= limit, "\(text) from \(start) to \(end)")
          // It may give up before, at the exponent that it does not know, but not long before.
          guard limit == .max, let last = places.last, !text.contains("e") else { continue }
          #expect(gapCount + 4 >= last.gapCount, "\(text) from \(start) to \(end)")
        }
      }
    }
  }

  /// The ends of numbers in arrays that nothing but numbers and arrays are in.
  private func ends(_ text: String) -> [Int] {
    let bytes = Array(text.utf8)
    return bytes.indices.dropFirst().filter {
      (bytes[$0] == ASCII.comma || bytes[$0] == ASCII.closeBracket) && ASCII.isDigit(bytes[$0 - 1])
    }
  }

  @Test func whatIsPassedAreElements() {
    var random = SeededGenerator()
    let numbers = ["0", "1", "-1", "1.5", "12", "-65.613616999999977", "2E-7", "123456789012"]
    for _ in 0..<300 {
      let mostElements = random.pick([1, 2, 3, 40])
      var text = "["
      for array in 0..<1 + random.below(12) {
        if array > 0 { text += random.pickSkewed([",", ",", ",1,", "],["]) }
        let count = random.chance(1, in: 8) ? 0 : 1 + random.below(mostElements)
        let elements = (0..<count).map { _ in
          random.chance(1, in: 60)
            ? random.pick(["\"x\"", "[]", "{}", "null", "1e5", "[[1],[2]]"]) : random.pick(numbers)
        }
        text += "[" + elements.joined(separator: ",") + "]"
      }
      text += "]"
      check(text, ends(text), limits: [0, 1, 2, 7, 33, 100, .max])
    }
  }

  @Test func whateverStandsThereItNeverGoesBack() {
    var random = SeededGenerator()
    let parts = ["0", "12345678901234567890", ",", "]", "[", "],[", "\"", "E", "}", ",,"]
    for _ in 0..<4000 {
      let text = (0..<1 + random.below(12)).map { _ in random.pickSkewed(parts) }.joined()
      let padded = PaddedBytes(Array(text.utf8))
      let start = random.below(text.utf8.count)
      let limit = random.pick([0, 1, 31, 32, 33, 70, .max])
      for passesArrays in [false, true] {
        let (end, gapCount) = padded.source.passNumbers(
          from: start, upTo: limit, passesArrays: passesArrays)
        #expect(start...text.utf8.count ~= end, "\(text) from \(start) to \(end)")
        #expect(0...limit ~= gapCount, "\(text) from \(start): \(gapCount)")
      }
    }
  }

  @Test func whatStandsBetweenNumbersEndsThem() {
    let head = "[[" + Array(repeating: "1", count: 20).joined(separator: ",")
    let others = [
      "]]", "],[]", "],[],[1]", ",[2]", ",\"]\"", "],[[3]]", "],{}", ",true", "],1", "]],[[1", "}",
    ]
    for other in others {
      for behind in ["", ",4,5]]", ",4,5,6,7,8,9,10,11,12,13]]", "],[6,7,8,9]]"] {
        for shift in 0..<17 {
          let text = head + String(repeating: "0", count: shift) + other + behind
          check(text, ends(text), limits: [.max])
        }
      }
    }
  }
}
