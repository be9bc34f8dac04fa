// SPDX-License-Identifier: Apache-2.0

public import Husk

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes values of `Decodable` types from what ``HuskEncoder`` or any other encoder of Husk wrote.
///
///     let customers = try HuskDecoder().decode([Customer].self, from: bytes)
///
/// The strategies are those of Foundation's `JSONDecoder`, and so are the errors: a `DecodingError`
/// with the path of the value. Input that is damaged is `dataCorrupted`, with the `HuskError` as the
/// underlying error. Of members of the same name the first one counts.
///
/// A decoder keeps its memory from value to value, and may be used by several threads.
public struct HuskDecoder: Sendable {
  private var settings = DecodingSettings()
  private let options: DecodeOptions
  private let codec: KeptDecoder

  /// Creates a decoder.
  ///
  /// - Parameter options: How to decode what Husk wrote, such as the keys that open it.
  public init(options: DecodeOptions = DecodeOptions()) {
    self.options = options
    codec = KeptDecoder(options)
  }

  /// How dates are written.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
    get { settings.dates }
    set { settings.dates = newValue }
  }

  /// How data is written.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy {
    get { settings.data }
    set { settings.data = newValue }
  }

  /// How infinity and what is no number are written.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
    get { settings.floats }
    set { settings.floats = newValue }
  }

  /// What the keys of members become before types see them.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
    get { settings.keys }
    set { settings.keys = newValue }
  }

  /// What types are handed while they decode themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { settings.userInfo }
    set { settings.userInfo = newValue }
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The encoded bytes, whole.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text, and what the type takes.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    let text: [UInt8]
    do {
      text = try codec.decode(bytes)
    } catch { throw Self.corrupted(error) }
    return try decodeJSON(type, from: text)
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The encoded bytes, whole.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what the type throws.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: Array(data))
  }

  /// Decodes a value from JSON text as it is, which must be one text in UTF-8.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - json: The text.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text, and what the type takes.
  public func decodeJSON<T: Decodable>(_ type: T.Type, from json: [UInt8]) throws -> T {
    let tape: ValueTape
    do throws(HuskError) {
      tape = try ValueTape(json, limits: options.limits)
    } catch { throw Self.corrupted(error) }
    return try DecodingText(tape, settings).value(type, 0, nil)
  }

  private static func corrupted(_ error: HuskError) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: error.description, underlyingError: error))
  }
}
