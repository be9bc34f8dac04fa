// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Texts in which short matches come at random", .seeded, .timeLimit(.minutes(60)))
struct FewLettersTests {
  private func byteCount(_ json: [UInt8], level: Int) throws -> Int {
    let file = try Husk.encode(json: json, options: EncodeOptions(effort: Effort(level: level)))
    #expect(try Husk.decode(file) == json)
    return file.count
  }

  @Test("take no more at a higher level", arguments: 7...9) func letters(level: Int) throws {
    var random = SeededGenerator(stream: 1)
    let json = (0..<60).flatMap { row in
      let letters = (0..<200).map { _ in random.pick(["A", "C", "G", "T"]) }.joined()
      let qualities = (0..<200).map { _ in String(UnicodeScalar(UInt8(43 + random.below(30)))) }
      return Array(
        "{\"row\":\(row),\"seq\":\"\(letters)\",\"qual\":\"\(qualities.joined())\"}\n".utf8)
    }
    let (atDefault, here) = try (byteCount(json, level: 3), byteCount(json, level: level))
    #expect(here * 100 <= atDefault * 101)
  }

  @Test("take no more in long numbers", arguments: 4...6) func digits(level: Int) throws {
    var random = SeededGenerator(stream: 3)
    let json = (0..<3000).flatMap { _ in
      let digits = (0..<random.within(50...77)).map { _ in String(random.below(10)) }.joined()
      return Array("{\"n\":1\(digits)}\n".utf8)
    }
    let (atDefault, here) = try (byteCount(json, level: 3), byteCount(json, level: level))
    #expect(here * 100 <= atDefault * 101)
  }

  @Test("take no more in a template", arguments: 7...9)
  func names(level: Int) throws {
    var random = SeededGenerator(stream: 2)
    let members = (0..<4000).map { "\"f\($0)\":\(random.below(1000))" }
    let json = Array("{\(members.joined(separator: ","))}".utf8)
    let (below, here) = try (byteCount(json, level: 6), byteCount(json, level: level))
    #expect(here * 200 <= below * 201)
  }
}
