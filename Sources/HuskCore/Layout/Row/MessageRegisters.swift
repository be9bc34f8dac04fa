// SPDX-License-Identifier: Apache-2.0

/// What a message has shown so far, for those of its values that refer to others.
struct MessageRegisters: ~Copyable {
  private var integers: Buffer<Int64>
  private var hasInteger: Buffer<Bool>
  /// The last string of each slot that others copy, without quotes.
  private var strings: [[UInt8]]
  /// Whether others copy the strings of a slot.
  private var areCopied: [Bool]

  /// Creates registers for the slots of a template.
  init(_ slots: [SlotModel]) {
    integers = Buffer(repeating: 0, count: slots.count)
    hasInteger = Buffer(repeating: false, count: slots.count)
    strings = Array(repeating: [], count: slots.count)
    areCopied = Array(repeating: false, count: slots.count)
    for case .string(let parts) in slots.flatMap(\.forms) {
      for case .copy(let slot) in parts { areCopied[slot] = true }
    }
  }

  /// Forgets everything.
  mutating func forget() {
    for slot in 0..<hasInteger.count {
      hasInteger[slot] = false
      if areCopied[slot] { strings[slot].removeAll(keepingCapacity: true) }
    }
  }

  /// The integer that one of a model is counted from.
  @inline(__always) func prediction(_ model: FormTable.Integer) -> Int64 {
    guard model.reference >= 0, hasInteger[model.reference] else { return model.base }
    return integers[model.reference]
  }

  /// Takes note of an integer at a slot.
  mutating func note(_ integer: Int64, at slot: Int) {
    integers[slot] = integer
    hasInteger[slot] = true
  }

  /// Whether strings of a slot are to be noted.
  @inline(__always) func copies(_ slot: Int) -> Bool { areCopied[slot] }

  /// Takes note of a string at a slot, without its quotes.
  mutating func note(_ string: [UInt8], at slot: Int) { strings[slot] = string }

  /// The last string at a slot.
  @inline(__always) func string(at slot: Int) -> [UInt8] { strings[slot] }
}
