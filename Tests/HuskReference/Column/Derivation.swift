// SPDX-License-Identifier: Apache-2.0

/// Makes values from those of another column (SPEC §8.6.6 Derived values).
struct Derivation {
  private let front: Int
  private let back: Int
  private let prefix: [UInt8]
  private let suffix: [UInt8]

  /// Reads what is left out and what is added.
  init(_ reader: inout ByteReader) throws {
    front = try reader.count()
    back = try reader.count()
    try demand(front <= 1024 && back <= 1024, .invalidColumn, "too much is left out")
    prefix = try reader.sized()
    suffix = try reader.sized()
  }

  /// The value that is made from one of the source.
  func value(_ source: Value) throws -> Value {
    switch source {
    case .container: throw ReferenceFault(.invalidColumn, "an array or object as source")
    case .plain(let bytes):
      let isNumber = bytes.first.map { $0 == 0x2D || Digits.decimal.contains($0) } ?? false
      return isNumber ? try string(bytes) : source
    case .string(let bytes): return try string(bytes)
    }
  }

  private func string(_ bytes: [UInt8]) throws -> Value {
    try demand(bytes.count >= front + back, .invalidColumn, "fewer bytes than are left out")
    return .string(prefix + bytes.dropFirst(front).dropLast(back) + suffix)
  }
}
