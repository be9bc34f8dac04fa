// SPDX-License-Identifier: Apache-2.0

/// The bytes of an input, taken from the front as the choices and parts that a target asks for.
///
/// Where no bytes are left, zeros and empty parts come.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether nothing is left.
  var isEmpty: Bool { rest.isEmpty }

  /// Takes a byte.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Takes a byte as one of `count` choices.
  mutating func choice(of count: Int) -> Int { Int(byte()) % count }

  /// Takes one of some values by a byte.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[choice(of: values.count)] }

  /// Takes a number of two bytes.
  mutating func number() -> Int { Int(byte()) | Int(byte()) << 8 }

  /// Takes a part: its size in two bytes, and the bytes.
  mutating func part() -> [UInt8] {
    let count = number()
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Takes everything that is left.
  mutating func all() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}

/// An input in the making, for seeds.
struct FuzzRecord {
  private(set) var bytes: [UInt8] = []

  /// Appends what ``FuzzInput/number()`` takes.
  mutating func number(_ number: Int) {
    bytes += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  /// Appends what ``FuzzInput/part()`` takes.
  mutating func part(_ part: [UInt8]) {
    let part = part.prefix(Int(UInt16.max))
    number(part.count)
    bytes += part
  }

  /// Appends bytes as they are.
  mutating func all(_ more: [UInt8]) { bytes += more }

  /// Makes an input.
  static func making(_ body: (inout FuzzRecord) -> Void) -> [UInt8] {
    var record = FuzzRecord()
    body(&record)
    return record.bytes
  }
}
