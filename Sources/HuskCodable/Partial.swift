// SPDX-License-Identifier: Apache-2.0

/// A member of an object that may be left out, which is not the same as null.
///
///     struct CustomerUpdate: Codable {
///       var id: Int
///       var name = Partial<String>.undefined
///       var email = Partial<String>.undefined
///     }
///
/// As a property it is left out of an object where it is undefined, and becomes undefined where the
/// object does not have it, with these coders, Foundation's and any other. Elsewhere than in an
/// object nothing can be left out, and what is undefined becomes null.
public enum Partial<Wrapped> {
  /// Nothing is said of it.
  case undefined
  /// It is said to be null.
  case null
  /// It has a value.
  case value(Wrapped)

  /// Says of an optional what it is: a value or null.
  public init(_ optional: Wrapped?) {
    self = optional.map(Self.value) ?? .null
  }

  /// The value, or `nil` where it is null or undefined.
  public var value: Wrapped? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether nothing is said of it.
  public var isUndefined: Bool {
    if case .undefined = self { true } else { false }
  }

  /// Changes what it speaks of, and leaves that as it is where nothing is said.
  ///
  /// - Parameter target: What is replaced by the value, or by `nil` for null.
  public func apply(to target: inout Wrapped?) {
    guard !isUndefined else { return }
    target = value
  }
}

extension Partial: Equatable where Wrapped: Equatable {}
extension Partial: Hashable where Wrapped: Hashable {}
extension Partial: Sendable where Wrapped: Sendable {}

extension Partial: Encodable where Wrapped: Encodable {
  /// Encodes the value, or null where there is none.
  ///
  /// - Parameter encoder: Where it is encoded.
  /// - Throws: What the encoder or the value throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

extension Partial: Decodable where Wrapped: Decodable {
  /// Decodes a value or null.
  ///
  /// - Parameter decoder: What it is decoded from.
  /// - Throws: What the decoder or the type of the value throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member unless it is undefined; code that the compiler makes calls this too.
  ///
  /// - Parameters:
  ///   - partial: The member.
  ///   - key: Its key.
  /// - Throws: What the encoder or the value throws.
  public mutating func encode<Wrapped: Encodable>(
    _ partial: Partial<Wrapped>, forKey key: Key
  ) throws {
    switch partial {
    case .undefined: break
    case .null: try encodeNil(forKey: key)
    case .value(let value): try encode(value, forKey: key)
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member that need not be there; code that the compiler makes calls this too.
  ///
  /// - Parameters:
  ///   - type: The type of the member.
  ///   - key: Its key.
  /// - Returns: The member, or ``Partial/undefined`` where it is not there.
  /// - Throws: What the decoder or the type of the value throws.
  public func decode<Wrapped: Decodable>(
    _ type: Partial<Wrapped>.Type, forKey key: Key
  ) throws -> Partial<Wrapped> {
    guard contains(key) else { return .undefined }
    return try decodeNil(forKey: key) ? .null : .value(decode(Wrapped.self, forKey: key))
  }
}
