// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Scalars at an index of the tape; `key` is the last key of the path of an error, where the type
/// that is being decoded has named one.
extension DecodingText {
  func isNull(_ index: Int) -> Bool { tape.isNull(at: index) }

  func boolean(_ index: Int, _ key: (any CodingKey)?) throws -> Bool {
    guard let value = tape.boolean(at: index) else { throw mismatch(Bool.self, index, key) }
    return value
  }

  func string(_ index: Int, _ key: (any CodingKey)?) throws -> String {
    guard tape.kind(at: index) == .string else { throw mismatch(String.self, index, key) }
    guard let value = tape.string(at: index) else {
      throw corrupted("the string holds a surrogate without its other half", index, key)
    }
    return value
  }

  @inline(__always) func integer<T: FixedWidthInteger>(
    _ type: T.Type, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    guard tape.kind(at: index) == .number else { throw mismatch(type, index, key) }
    if let value = tape.integer(at: index), let result = T(exactly: value) { return result }
    return try wideInteger(type, index, key)
  }

  /// An integer that has many digits, or is written with a fraction or an exponent.
  private func wideInteger<T: FixedWidthInteger>(
    _ type: T.Type, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    let text = number(index)
    if let value = T(text) ?? DecimalText(text).integer() { return value }
    throw corrupted("the number \(text) does not fit in \(type)", index, key)
  }

  @inline(__always) func double(_ index: Int, _ key: (any CodingKey)?) throws -> Double {
    if tape.kind(at: index) == .number, let value = tape.double(at: index) { return value }
    return try float(Double.self, index, key)
  }

  /// A floating-point number that takes care, or one of those that JSON does not have.
  func float<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: T.Type, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    switch tape.kind(at: index) {
    case .number:
      let text = number(index)
      let isZero = DecimalText(text).isZero
      guard let value = T(text), value.isFinite, !value.isZero || isZero else {
        throw corrupted("the number \(text) does not fit in \(type)", index, key)
      }
      return value
    case .string:
      if case .convertFromString(let positive, let negative, let nan) = settings.floats {
        switch tape.string(at: index) {
        case positive?: return .infinity
        case negative?: return -.infinity
        case nan?: return .nan
        default: break
        }
      }
    default: break
    }
    throw mismatch(type, index, key)
  }

  /// The text of a number.
  func number(_ index: Int) -> String { String(decoding: tape.bytes(at: index), as: UTF8.self) }

  func decimal(_ index: Int, _ key: (any CodingKey)?) throws -> Decimal {
    guard tape.kind(at: index) == .number else { throw mismatch(Decimal.self, index, key) }
    let text = number(index)
    guard let value = Decimal(string: text), value.isFinite else {
      throw corrupted("the number \(text) does not fit in Decimal", index, key)
    }
    return value
  }

  // MARK: - Errors

  func path(to index: Int, _ key: (any CodingKey)?) -> [any CodingKey] {
    var path = path(to: index)
    if let key, !path.isEmpty { path[path.count - 1] = key }
    return path
  }

  func corrupted(_ reason: String, _ index: Int, _ key: (any CodingKey)? = nil) -> DecodingError {
    .dataCorrupted(.init(codingPath: path(to: index, key), debugDescription: reason))
  }

  func mismatch(_ type: Any.Type, _ index: Int, _ key: (any CodingKey)? = nil) -> DecodingError {
    let path = path(to: index, key)
    // Null is no Boolean, but a literal like those, and Foundation calls it one of another type.
    guard !isNull(index) || type == Bool.self else {
      return .valueNotFound(
        type, .init(codingPath: path, debugDescription: "expected \(type), but found null"))
    }
    let found =
      switch tape.kind(at: index) {
      case .openObject: "an object"
      case .openArray: "an array"
      case .string: "a string"
      case .number: "a number"
      default: isNull(index) ? "null" : "a Boolean"
      }
    return .typeMismatch(
      type, .init(codingPath: path, debugDescription: "expected \(type), but found \(found)"))
  }
}
