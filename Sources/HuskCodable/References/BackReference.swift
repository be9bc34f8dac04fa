// SPDX-License-Identifier: Apache-2.0

/// A property that leads back to an object which others hold, such as the owner of this one.
///
///     final class Order: Codable {
///       var number: Int
///       var customer = BackReference<Customer>(nil)
///     }
///
/// It does not keep the object alive. With ``ReferenceHandling/preserved``, it is encoded where the
/// object stands in the text before, or around it, and comes back. Otherwise, and by other coders, it
/// is null.
public struct BackReference<Object: AnyObject> {
  private final class Box {
    weak var object: Object?
  }

  private let box = Box()

  /// Creates a reference; `nil` leads nowhere.
  public init(_ object: Object?) { box.object = object }

  /// The object, as long as somebody holds it.
  public var object: Object? { box.object }
}

extension BackReference: Encodable where Object: Encodable {
  /// Encodes that the object stands elsewhere, or null.
  ///
  /// - Parameter encoder: Where it is encoded.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    if let object, let encoder = encoder as? ValueEncoder,
      encoder.text.settings.preservesReferences
    {
      try encoder.text.encodeIfKnown(object, encoder)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

extension BackReference: Decodable where Object: Decodable {
  /// Decodes what the object is, or null.
  ///
  /// - Parameter decoder: What it is decoded from.
  /// - Throws: What the decoder or the type of the object throws.
  public init(from decoder: any Decoder) throws {
    self.init(nil)
    guard try !decoder.singleValueContainer().decodeNil(), let decoder = decoder as? ValueDecoder
    else { return }
    let box = box
    try decoder.text.resolve(Object.self, decoder.index) { box.object = $0 }
  }
}
