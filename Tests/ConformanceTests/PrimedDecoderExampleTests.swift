// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

/// The decoder of messages of primed templates, written from SPEC.md.
@Suite(
  "The decoder of messages of primed templates in Python",
  .enabled(if: Python.path != nil, "python3 is not there"), .timeLimit(.minutes(15)))
struct PrimedDecoderExampleTests {
  private func decode(
    _ vector: Vector
  ) throws -> (status: Int32, output: [UInt8], message: String) {
    try Python.decode(
      "primed_decoder", vector.content["message"] ?? [],
      attached: vector.content["template"] ?? [])
  }

  @Test(arguments: Vector.all(in: "primed", succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let result = try decode(vector)
    #expect(result.output == vector.content["document"], "\(result.message)")
    #expect(result.status == 0)
  }

  @Test(arguments: Vector.all(in: "primed", succeed: false))
  func refusesEveryBadVector(vector: Vector) throws {
    let result = try decode(vector)
    #expect(result.message == vector.content.expect + "\n")
    #expect(result.output.isEmpty)
  }

  @Test func decodesMessagesOfOtherTemplates() throws {
    let vector = try #require(
      Vector.all(in: "row", succeed: true).first { $0.description.contains("worked_example") })
    #expect(try decode(vector).output == vector.content["document"])
  }
}
