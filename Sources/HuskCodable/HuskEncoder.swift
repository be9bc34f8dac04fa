// SPDX-License-Identifier: Apache-2.0

public import Husk

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes values of `Encodable` types as Husk.
///
///     let bytes = try HuskEncoder().encode(customers)
///
/// The strategies are those of Foundation's `JSONEncoder`, and so are the errors: an `EncodingError`
/// with the path of the value. Members stand in the order in which they are encoded; a key that a
/// type encodes twice stands there twice. Slashes are not escaped.
///
/// An encoder keeps its memory from value to value, and may be used by several threads.
public struct HuskEncoder: Sendable {
  private var settings = EncodingSettings()
  private let codec: KeptEncoder

  /// Creates an encoder.
  ///
  /// - Parameter options: The layout, the effort, and whatever else can be said of the encoding.
  public init(options: EncodeOptions = EncodeOptions()) {
    codec = KeptEncoder(options)
  }

  /// How dates are written.
  public var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy {
    get { settings.dates }
    set { settings.dates = newValue }
  }

  /// How data is written.
  public var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy {
    get { settings.data }
    set { settings.data = newValue }
  }

  /// How infinity and what is no number are written.
  public var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy {
    get { settings.floats }
    set { settings.floats = newValue }
  }

  /// What the keys of types become in the text.
  public var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy {
    get { settings.keys }
    set { settings.keys = newValue }
  }

  /// What types are handed while they encode themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { settings.userInfo }
    set { settings.userInfo = newValue }
  }

  /// Encodes a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The encoded bytes.
  /// - Throws: `EncodingError`, with a `HuskError` as the underlying error where the value is beyond
  ///   a limit of the codec; or what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text, and what the type takes.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    let json = try encodeJSON(value)
    do {
      return try codec.encode(json)
    } catch {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: [], debugDescription: error.description, underlyingError: error))
    }
  }

  /// Encodes a value into `Data`.
  ///
  /// - Parameter value: The value.
  /// - Returns: The encoded bytes.
  /// - Throws: `EncodingError`, or what the type throws.
  public func encodeData<T: Encodable>(_ value: T) throws -> Data {
    Data(try encode(value))
  }

  /// Encodes a value as JSON text and no more: compact, in UTF-8.
  ///
  /// - Parameter value: The value.
  /// - Returns: The text.
  /// - Throws: `EncodingError`, or what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text, and what the type takes.
  public func encodeJSON<T: Encodable>(_ value: T) throws -> [UInt8] {
    try EncodingText(settings).encode(root: value)
  }
}
