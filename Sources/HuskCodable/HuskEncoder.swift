// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
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
/// ``HuskCoder/selection`` leaves fields out, ``HuskCoder/aliases`` gives them other names in the data,
/// and ``HuskCoder/references`` writes objects of classes once.
///
/// An encoder keeps its memory from value to value, and may be used by several threads.
public struct HuskEncoder: HuskCoder {
  private(set) var settings = EncodingSettings()
  let options: EncodeOptions
  private let codec: KeptEncoder

  /// Creates an encoder.
  ///
  /// - Parameter options: The layout, the effort, and whatever else can be said of the encoding.
  public init(options: EncodeOptions = EncodeOptions()) {
    self.options = options
    settings.limits = options.limits
    codec = KeptEncoder(options)
  }

  /// What an encoder and a decoder are told alike.
  public var rules: CodingRules {
    get { settings.rules }
    set { settings.rules = newValue }
  }

  /// Of the paths of `EncodeOptions.fieldEncryption` those at which nothing stood in the value that was encoded
  /// last, and nothing was sealed: perhaps they are misspelt.
  ///
  /// They are written as `FieldPaths` takes them. Before the first value these are all. Where several threads
  /// encode at a time, a value of another one may be meant.
  public var unsealedPaths: [String] { codec.unsealedPaths }

  /// Encodes a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The encoded bytes.
  /// - Throws: `EncodingError`, with a `HuskError` as the underlying error where the value is beyond
  ///   a limit of the codec; or what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text, and what the type takes.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encode(json: encodeJSON(value), of: value)
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
    try EncodingText.json(of: value, settings)
  }

  /// Encodes what changed in a value, as a merge patch (RFC 7396) that `update` of ``HuskDecoder``
  /// applies.
  ///
  /// What became `nil`, and is left out since then, is null in the patch.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - new: The value after.
  /// - Returns: The encoded bytes.
  /// - Throws: `EncodingError`, also where a member became null, which a merge patch cannot say; or
  ///   what the type throws.
  /// - Complexity: O(*n*) for *n* bytes of text of both, and what the type takes.
  public func encodeChanges<T: Encodable>(from old: T, to new: T) throws -> [UInt8] {
    let texts = try (encodeJSON(old), encodeJSON(new))
    do {
      return try codec.encode(
        MergePatch.make(from: texts.0, to: texts.1, limits: options.limits))
    } catch { throw EncodingText.invalid(new, error) }
  }

  private func encode(json: [UInt8], of value: Any) throws -> [UInt8] {
    do {
      return try codec.encode(json)
    } catch { throw EncodingText.invalid(value, error) }
  }
}

// The names of Foundation, so that one coder can take the place of the other.
extension HuskEncoder {
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
}
