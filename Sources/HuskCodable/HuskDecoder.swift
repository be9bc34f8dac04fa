// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
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
/// ``HuskCoder/selection`` decodes some of the fields, ``HuskCoder/aliases`` and
/// ``HuskCoder/references`` are those of the encoder, and `update` changes a value.
///
/// A decoder keeps its memory from value to value, and may be used by several threads.
public struct HuskDecoder: HuskCoder {
  private(set) var settings = DecodingSettings()
  let options: DecodeOptions
  private let codec: KeptDecoder

  /// Creates a decoder.
  ///
  /// - Parameter options: How to decode what Husk wrote, such as the keys that open it.
  public init(options: DecodeOptions = DecodeOptions()) {
    self.options = options
    settings.limits = options.limits
    codec = KeptDecoder(options)
  }

  /// What an encoder and a decoder are told alike.
  public var rules: CodingRules {
    get { settings.rules }
    set { settings.rules = newValue }
  }

  /// Decodes a value; where fields are selected, the columns of the others are not decoded.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The encoded bytes, whole.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text, and what the type takes.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    let text = try text(of: type, bytes)
    return try text.value(type, 0, nil)
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
    try text(of: type, json: json).value(type, 0, nil)
  }

  /// Changes a value as encoded bytes say, and leaves the rest of it as it is.
  ///
  /// The bytes are a merge patch (RFC 7396), such as ``HuskEncoder/encodeChanges(from:to:)`` makes, or
  /// an older, smaller or partial form of the value: what they do not name stays, objects and
  /// dictionaries are changed member by member, arrays are replaced, and null makes `nil`. The value
  /// is as it was where that fails.
  ///
  /// What stays passes through the type's own coding, exactly; so what the type does not encode is
  /// what its initializer makes of nothing, and an object of a class is another one afterwards.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - bytes: The encoded bytes, whole.
  /// - Throws: `DecodingError`, `EncodingError`, or what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text of both, and what the type takes.
  public func update<T: Codable>(_ value: inout T, from bytes: [UInt8]) throws {
    try update(&value, text(of: T.self, bytes))
  }

  /// Changes a value as encoded data says; see `update(_:from:)` of bytes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - data: The encoded bytes, whole.
  /// - Throws: `DecodingError`, `EncodingError`, or what the type throws.
  public func update<T: Codable>(_ value: inout T, from data: Data) throws {
    try update(&value, from: Array(data))
  }

  /// Changes a value as JSON text says; see `update(_:from:)` of bytes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - json: The text.
  /// - Throws: `DecodingError`, `EncodingError`, or what the type throws.
  public func updateJSON<T: Codable>(_ value: inout T, from json: [UInt8]) throws {
    try update(&value, text(of: T.self, json: json))
  }

  private func update<T: Codable>(_ value: inout T, _ patch: DecodingText) throws {
    guard !settings.preservesReferences else {
      throw Self.corrupted(
        HuskError(.invalidSelection, "a value is not updated where references are preserved"))
    }
    var (writing, reading) = (EncodingSettings.exact, DecodingSettings.exact)
    writing.rules.userInfo = userInfo
    reading.rules.userInfo = userInfo
    (writing.limits, reading.limits) = (settings.limits, settings.limits)
    let json = try EncodingText.json(of: value, writing)
    let tape: ValueTape
    do throws(HuskError) {
      tape = try ValueTape(json, limits: settings.limits)
    } catch { throw EncodingText.invalid(value, error) }
    value = try MergedDecoder.value(
      T.self, base: ValueDecoder(text: DecodingText(tape, reading), index: 0),
      patch: ValueDecoder(text: patch, index: 0))
  }
}

// The texts that values are decoded from.
extension HuskDecoder {
  private func text<T>(of type: T.Type, _ bytes: [UInt8]) throws -> DecodingText {
    do throws(HuskError) {
      guard let fields = try settings.selectedFields(of: type) else {
        return try text(of: codec.decode(bytes))
      }
      var decoder = SelectiveDecoder(Selection(fields: fields), options: options)
      decoder.append(bytes)
      decoder.finish()
      var json: [UInt8] = []
      let limit = options.limits.decodedByteCount(forInputOf: bytes.count)
      while let piece = try decoder.next() {
        json += piece
        guard json.count <= limit else {
          throw HuskError(.limitExceeded, "decodes to more than the limit of \(limit) bytes")
        }
      }
      return try text(of: json)
    } catch { throw Self.corrupted(error) }
  }

  private func text<T>(of type: T.Type, json: [UInt8]) throws -> DecodingText {
    do throws(HuskError) {
      let fields = try settings.selectedFields(of: type)
      return try text(of: fields?.fields(of: json, limits: options.limits) ?? json)
    } catch { throw Self.corrupted(error) }
  }

  private func text(of json: [UInt8]) throws(HuskError) -> DecodingText {
    DecodingText(try ValueTape(json, limits: options.limits), settings)
  }

  static func corrupted(_ error: HuskError) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: error.description, underlyingError: error))
  }
}

// The names of Foundation, so that one coder can take the place of the other.
extension HuskDecoder {
  /// How dates are read.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
    get { settings.dates }
    set { settings.dates = newValue }
  }

  /// How data is read.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy {
    get { settings.data }
    set { settings.data = newValue }
  }

  /// How infinity and what is no number are read.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
    get { settings.floats }
    set { settings.floats = newValue }
  }

  /// What the keys of members become before types see them.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
    get { settings.keys }
    set { settings.keys = newValue }
  }
}
