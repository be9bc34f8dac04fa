// SPDX-License-Identifier: Apache-2.0

/// The messages that a primed template brings (SPEC §13.13 Primed templates).
struct Lesson {
  private static let mostLeaves = 65_536
  private static let mostMessages = 65_536
  private static let mostRestarts = 67_108_864
  /// The bytes of text that all messages together may have.
  static let mostBytes = 1_048_576

  /// The histories have 2 to the power of that many bytes.
  let memory: Int
  /// What the model codes of each slot: 1 symbols, 2 integers.
  let parts: [UInt8]
  /// The number of messages.
  let count: Int
  /// Their values.
  let values: [UInt8]
  let leafCount: Int
  /// The leaves of integers, by the place of their model in the template.
  let integerLeaves: [Int: Int]

  /// Reads what stands behind the samples.
  init(_ reader: inout ByteReader, _ models: [MessageTemplate.Model]) throws {
    var leafCount = 3 * models.count + 1
    var integerLeaves: [Int: Int] = [:]
    for integers in models.flatMap(\.forms).flatMap(\.integers) {
      integerLeaves[integers.place] = leafCount
      leafCount += 1
    }
    try demand(leafCount <= Self.mostLeaves, .limitExceeded, "\(leafCount) leaves")
    self.leafCount = leafCount
    self.integerLeaves = integerLeaves
    memory = Int(try reader.byte())
    try demand(16...22 ~= memory, .invalidTemplate, "memory \(memory)")
    parts = try reader.take(models.count)
    try demand(parts.allSatisfy { $0 <= 3 }, .invalidTemplate, "a part of values that there is not")
    count = try reader.count()
    try demand(count <= Self.mostMessages, .invalidTemplate, "\(count) messages of a lesson")
    try demand(
      count * leafCount <= Self.mostRestarts, .limitExceeded,
      "\(count) messages of \(leafCount) leaves")
    values = try reader.sized()
  }

  /// Whether the model codes the symbols of a slot.
  func codesSymbols(of slot: Int) -> Bool { parts[slot] & 1 > 0 }

  /// Whether the model codes the integers of the forms of a slot.
  func codesIntegers(of slot: Int) -> Bool { parts[slot] & 2 > 0 }
}
