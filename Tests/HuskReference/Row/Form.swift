// SPDX-License-Identifier: Apache-2.0

/// How scalars of a slot are written (SPEC §13.6 Forms).
enum Form {
  /// An integer of which so many digits stand behind the point.
  case number(scale: Int, IntegerModel)
  /// The parts of a string.
  case string([Part])

  /// A part of a string.
  enum Part {
    case literal([UInt8])
    case digits(width: Int, IntegerModel)
    case hexadecimal(width: Int, isUpper: Bool, IntegerModel)
    case characters([UInt8], count: Int)
    case moment(Calendar, separators: [UInt8], IntegerModel)
    case copy(slot: Int)
    case text
  }

  /// How many parts there are, of which a number is one.
  var partCount: Int {
    if case .string(let parts) = self { parts.count } else { 1 }
  }

  /// How the integers are counted, in order.
  var integers: [IntegerModel] {
    guard case .string(let parts) = self else {
      guard case .number(_, let model) = self else { return [] }
      return [model]
    }
    return parts.compactMap { part in
      switch part {
      case .digits(_, let model), .hexadecimal(_, _, let model), .moment(_, _, let model): model
      default: nil
      }
    }
  }

  /// Whether there is a part that is text.
  var hasText: Bool {
    guard case .string(let parts) = self else { return false }
    return parts.contains { part in
      guard case .text = part else { return false }
      return true
    }
  }

  /// Reads a form of a message template.
  init(_ reader: inout ByteReader, slotCount: Int) throws {
    switch try reader.byte() {
    case 0:
      let scale = try reader.count()
      try demand(scale <= 18, .invalidTemplate, "scale \(scale)")
      self = .number(scale: scale, try IntegerModel(&reader, slotCount: slotCount))
    case 1:
      var parts: [Part] = []
      let count = try reader.count()
      try demand(count <= 64, .invalidTemplate, "\(count) parts")
      for _ in 0..<count {
        parts.append(try Part(&reader, slotCount: slotCount))
      }
      self = .string(parts)
    case let kind: throw ReferenceFault(.invalidTemplate, "a form of kind \(kind)")
    }
  }
}

extension Form.Part {
  /// Reads a part of a string.
  fileprivate init(_ reader: inout ByteReader, slotCount: Int) throws {
    switch try reader.byte() {
    case 0:
      let bytes = try reader.sized()
      let isAllowed = !bytes.isEmpty && bytes.allSatisfy { $0 >= 0x20 }
      try demand(isAllowed, .invalidTemplate, "a literal of nothing, or with a control character")
      self = .literal(bytes)
    case 1:
      let width = try reader.count()
      try demand(width <= 18, .invalidTemplate, "\(width) digits")
      self = .digits(width: width, try IntegerModel(&reader, slotCount: slotCount))
    case let kind where kind == 2 || kind == 3:
      let width = try reader.count()
      try demand(1...15 ~= width, .invalidTemplate, "\(width) hexadecimal digits")
      let model = try IntegerModel(&reader, slotCount: slotCount)
      self = .hexadecimal(width: width, isUpper: kind == 3, model)
    case 4:
      let number = try reader.byte()
      let characters = CharacterClass.all.dropFirst(Int(number)).first
      let count = try reader.count()
      guard let characters, 1...65_536 ~= count else {
        throw ReferenceFault(.invalidTemplate, "\(count) characters of class \(number)")
      }
      self = .characters(characters, count: count)
    case 5:
      let unit = try reader.byte()
      guard let calendar = Calendar(unit: unit) else {
        throw ReferenceFault(.invalidTemplate, "unit \(unit)")
      }
      let separators = try reader.take(calendar.widths.count - 1)
      let areAllowed = separators.allSatisfy { $0 >= 0x20 }
      try demand(areAllowed, .invalidTemplate, "a separator that is a control character")
      self = .moment(
        calendar, separators: separators, try IntegerModel(&reader, slotCount: slotCount))
    case 6:
      let slot = try reader.count()
      try demand(slot < slotCount, .invalidTemplate, "there is no slot \(slot)")
      self = .copy(slot: slot)
    case 7: self = .text
    case let kind: throw ReferenceFault(.invalidTemplate, "a part of kind \(kind)")
    }
  }
}

/// The classes of characters (SPEC §13.6 Forms).
enum CharacterClass {
  private static let digits = Array("0123456789".utf8)
  private static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let lower = Array("abcdefghijklmnopqrstuvwxyz".utf8)

  /// The characters of each class, in the order of their numbers.
  static let all: [[UInt8]] = [
    digits, digits + lower.prefix(6), digits + upper.prefix(6), upper + Array("234567".utf8),
    digits + upper, digits + lower, digits + upper + lower,
    upper + lower + digits + Array("+/".utf8), upper + lower + digits + Array("-_".utf8),
    (0x20...0x7E).filter { $0 != 0x22 && $0 != 0x5C },
  ]
}
