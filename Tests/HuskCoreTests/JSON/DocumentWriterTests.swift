// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Document writer")
struct DocumentWriterTests {
  private func writer(
    _ gaps: GapList = GapList(), byteLimit: Int = 1_000, depthLimit: Int = 10
  ) -> DocumentWriter {
    DocumentWriter(gaps: gaps, byteLimit: byteLimit, depthLimit: depthLimit)
  }

  private func lexeme(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func putsPunctuationBetweenTokens() throws {
    var writer = writer()
    try writer.open(isObject: true)
    try writer.write(.key, lexeme("\"a\""))
    try writer.open(isObject: false)
    try writer.write(.scalar, lexeme("1"))
    try writer.write(.scalar, lexeme("2"))
    try writer.close()
    try writer.write(.key, lexeme("\"b\""))
    try writer.open(isObject: true)
    try writer.close()
    try writer.close()
    try writer.write(.scalar, lexeme("3"))
    try writer.finish()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"a\":[1,2],\"b\":{}}\n3")
  }

  @Test func putsGapsWhereTheyBelong() throws {
    var gaps = GapList()
    gaps.style.entries = [.indent(0), .literal(Lexeme([ASCII.space]))]
    gaps.surprises = [.init(skipped: 2, gap: 4), .init(skipped: 2, gap: 1)]
    var writer = writer(gaps)
    try writer.open(isObject: false)
    try writer.write(.scalar, lexeme("1"))
    try writer.write(.scalar, lexeme("2"))
    try writer.close()
    try writer.finish()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[1 ,2]\n")
  }

  @Test func stopsAtItsLimits() throws {
    var shallow = writer(depthLimit: 1)
    try shallow.open(isObject: false)
    #expect(throws: HuskError(.limitExceeded, "")) { try shallow.open(isObject: true) }
    var short = writer(byteLimit: 3)
    try short.write(.scalar, lexeme("123"))
    try short.finish()
    try short.write(.scalar, lexeme("4"))
    #expect(throws: HuskError(.limitExceeded, "")) { try short.finish() }
  }

  @Test func closingWhatIsNotOpenIsAMistakeOfTheCaller() async throws {
    #expect(Child.isTrap(try await Child.ending(ofMistake: "closing-what-is-not-open")))
  }
}
