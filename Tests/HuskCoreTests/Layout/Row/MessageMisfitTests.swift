// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Messages that are not like their samples (SPEC §13.9 Misfits)", .timeLimit(.minutes(60)))
struct MessageMisfitTests {
  /// What is made of a message, and how many bytes more that may cost.
  private static let surroundings: [(String, String, Int)] = [
    ("[", "]", 10), (#"{"data":"#, "}", 16), (#"{"page":1,"data":["#, "]}", 26),
    (#"[{"data":[["#, "]]}]", 26), ("[[[[", "]]]]", 16),
  ]

  /// The size of a message, which comes back.
  private static func byteCount(_ json: [UInt8], _ coder: inout MessageCoder) throws -> Int {
    let message = try coder.encode(json, as: .bare)
    #expect(try coder.decode(message) == json)
    return message.count
  }

  @Test(arguments: [false, true], surroundings.indices)
  func messageWithSomethingAround(isPrimed: Bool, surrounding: Int) throws {
    let options = TrainingOptions(minSupport: 1, includesMessages: isPrimed)
    var coder = MessageCoder(try SampleMessages.template(options: options))
    let (before, behind, most) = Self.surroundings[surrounding]
    for number in [3, 40, 77] {
      let message = SampleMessages.message(number)
      let alone = try Self.byteCount(message, &coder)
      let whole = Array(before.utf8) + message + Array(behind.utf8)
      let more = try Self.byteCount(whole, &coder) - alone
      #expect(more <= most)
    }
  }

  @Test func batchCostsWhatItsMessagesCost() throws {
    var coder = MessageCoder(try SampleMessages.template())
    let messages = (0..<20).map(SampleMessages.message)
    var alone = 0
    for message in messages { alone += try Self.byteCount(message, &coder) }
    let batch = Array("[".utf8) + messages.joined(separator: Array(",".utf8)) + Array("]".utf8)
    #expect(try Self.byteCount(batch, &coder) <= alone)
  }

  /// An array that has as many elements in each sample is no tuple where they are alike.
  @Test func arraysOfAnyLength() throws {
    func page(_ first: Int, _ count: Int) -> [UInt8] {
      let rows = (first..<first + count).map(SampleMessages.message)
      return Array(#"{"rows":["#.utf8) + rows.joined(separator: Array(",".utf8)) + Array("]}".utf8)
    }
    var coder = MessageCoder(
      try SampleMessages.template((0..<20).map { page($0 * 10, 10) }))
    let one = try Self.byteCount(page(300, 10), &coder) / 10
    for count in [0, 1, 9, 11, 40] {
      #expect(try Self.byteCount(page(300, count), &coder) <= one * count * 5 / 4 + 16)
    }
  }

  /// Arrays such as coordinates stay tuples.
  @Test func arraysOfSeveralKinds() throws {
    let messages = (0..<40).map { Array("[\($0 * 37 % 50),\"n\($0 % 3)\",\($0 % 2 == 0)]".utf8) }
    var coder = MessageCoder(try SampleMessages.template(messages))
    #expect(try Self.byteCount(messages[7], &coder) <= 6)
  }

  /// Which object stands at a place says which alternative it is like.
  @Test func objectsLikeALaterAlternative() throws {
    let kinds = [#""size":"#, #""name":"n1","host":"web","level":"info","tries":"#]
    let messages = (0..<40).map { number in
      Array(#"[{"kind":\#(number % 2),\#(kinds[number % 2])\#(number)}]"#.utf8)
    }
    var coder = MessageCoder(try SampleMessages.template(messages))
    let alone = try Self.byteCount(messages[7], &coder)
    let new = Array(
      #"[{"kind":1,"name":"n1","host":"web","level":"info","tries":7,"new":true}]"#.utf8)
    #expect(try Self.byteCount(new, &coder) <= alone + 12)
  }

  /// Values that are hardly like the samples take no more than with a template that knows nothing of them.
  @Test func whatIsHardlyLikeAShapeIsText() throws {
    var coder = MessageCoder(
      try SampleMessages.template(
        (0..<100).map { Array(#"{"id":\#($0),"name":"n\#($0)","tags":["a"],"u":1}"#.utf8) }))
    var other = MessageCoder(
      try SampleMessages.template((0..<100).map { Array(#"{"x":\#($0),"y":"n\#($0)"}"#.utf8) }))
    let like = #"{"id":5,"name":"n5","tags":["a"],"u":1}"#
    for element in [
      #"{}"#, "[1,2,3]", "7", #"{"u":5}"#, #"{"name":"abc","kind":"b","id":3,"size":4}"#,
    ] {
      let text = "[" + String(repeating: element + ",", count: 500) + like + "]"
      let byteCount = try Self.byteCount(Array(text.utf8), &coder)
      #expect(try byteCount <= Self.byteCount(Array(text.utf8), &other) + 8, "\(element)")
    }
  }

  /// Nothing is looked at over and over, and depth does not matter.
  @Test func manyObjectsInside() throws {
    var coder = MessageCoder(try SampleMessages.template())
    let message = String(decoding: SampleMessages.message(1), as: UTF8.self)
    let nested = (0..<120).reduce(message) { inner, _ in #"{"id":1,"level":"x","in":[\#(inner)]}"# }
    let many = "[" + (0..<2000).map { #"{"n\#($0)":{"id":\#($0)}}"# }.joined(separator: ",") + "]"
    for text in [nested, many, "[\(nested),\(many)]"] {
      _ = try Self.byteCount(Array(text.utf8), &coder)
    }
  }
}
