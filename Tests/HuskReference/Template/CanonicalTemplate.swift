// SPDX-License-Identifier: Apache-2.0

extension Template {
  /// The one form in bytes that the template has (SPEC §4.4 Canonical bytes).
  var canonicalBytes: [UInt8] {
    var bytes = Varint.bytes(shapes.count)
    for shape in shapes {
      bytes += Varint.bytes(shape.parent.map { $0 + 1 } ?? 0) + Varint.bytes(shape.own.count)
      for field in shape.own {
        bytes += Varint.bytes(field.key.count * 2 + (field.isOptional ? 1 : 0)) + field.key
        bytes += field.slot.canonicalBytes
      }
    }
    return bytes + root.canonicalBytes
  }
}

extension Slot {
  fileprivate var canonicalBytes: [UInt8] {
    func sized(_ lexeme: [UInt8]) -> [UInt8] { Varint.bytes(lexeme.count) + lexeme }
    switch self {
    case .any: return [0]
    case .constant(let lexeme): return [1] + sized(lexeme)
    case .enumeration(let entries):
      return [2] + Varint.bytes(entries.count) + entries.flatMap(sized)
    case .object(let shape): return [3] + Varint.bytes(shape)
    case .array(let element): return [4] + element.canonicalBytes
    case .tuple(let slots):
      return [5] + Varint.bytes(slots.count) + slots.flatMap(\.canonicalBytes)
    case .map(let keys, let values): return [6] + keys.canonicalBytes + values.canonicalBytes
    case .oneOf(let slots):
      return [7] + Varint.bytes(slots.count) + slots.flatMap(\.canonicalBytes)
    }
  }
}

/// Integers of seven bits to a byte (SPEC §2.3 Varints).
enum Varint {
  /// The shortest form of a number.
  static func bytes(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + bytes(value >> 7)
  }
}
