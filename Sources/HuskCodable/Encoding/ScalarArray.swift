// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// An array of the commonest scalars, which is written in one go: that saves a container, and a place
/// for each element.
enum ScalarArray {
  case texts([String])
  case integers([Int])
  case numbers([Double])
  case booleans([Bool])
  case optionalTexts([String?])
  case optionalIntegers([Int?])
  case optionalNumbers([Double?])

  /// Takes a value that is such an array, but not one of numbers that JSON does not have.
  init?<T>(_ value: T) {
    // Most values that are no arrays are told by their size.
    guard MemoryLayout<T>.size == MemoryLayout<[Int]>.size else { return nil }
    if T.self == [String].self, let texts = value as? [String] {
      self = .texts(texts)
    } else if T.self == [Int].self, let integers = value as? [Int] {
      self = .integers(integers)
    } else if T.self == [Double].self, let numbers = value as? [Double],
      numbers.allSatisfy(\.isFinite)
    {
      self = .numbers(numbers)
    } else if T.self == [Bool].self, let booleans = value as? [Bool] {
      self = .booleans(booleans)
    } else if T.self == [String?].self, let texts = value as? [String?] {
      self = .optionalTexts(texts)
    } else if T.self == [Int?].self, let integers = value as? [Int?] {
      self = .optionalIntegers(integers)
    } else if T.self == [Double?].self, let numbers = value as? [Double?],
      numbers.allSatisfy({ $0?.isFinite ?? true })
    {
      self = .optionalNumbers(numbers)
    } else {
      return nil
    }
  }

  /// Writes the array.
  func append(to buffer: inout TextBuffer) {
    switch self {
    case .texts(let texts): Self.append(texts, to: &buffer) { $0.append(quoted: $1) }
    case .integers(let integers): Self.append(integers, to: &buffer) { $0.append($1) }
    case .numbers(let numbers): Self.append(numbers, to: &buffer) { $0.append($1) }
    case .booleans(let booleans):
      Self.append(booleans, to: &buffer) { $0.append($1 ? "true" : "false") }
    case .optionalTexts(let texts):
      Self.appendOptionals(texts, to: &buffer) { $0.append(quoted: $1) }
    case .optionalIntegers(let integers):
      Self.appendOptionals(integers, to: &buffer) { $0.append($1) }
    case .optionalNumbers(let numbers):
      Self.appendOptionals(numbers, to: &buffer) { $0.append($1) }
    }
  }

  @inline(__always) private static func append<Element>(
    _ elements: [Element], to buffer: inout TextBuffer,
    _ append: (inout TextBuffer, Element) -> Void
  ) {
    buffer.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(&buffer, element)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  @inline(__always) private static func appendOptionals<Element>(
    _ elements: [Element?], to buffer: inout TextBuffer,
    _ append: (inout TextBuffer, Element) -> Void
  ) {
    Self.append(elements, to: &buffer) { buffer, element in
      if let element { append(&buffer, element) } else { buffer.append("null") }
    }
  }
}

extension TextBuffer {
  /// Appends an integer.
  fileprivate mutating func append(_ integer: Int) {
    append(UInt64(integer.magnitude), isNegative: integer < 0)
  }
}
