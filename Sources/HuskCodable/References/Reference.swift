// SPDX-License-Identifier: Apache-2.0

/// A property that may hold an object which holds the one that it is a property of.
///
///     final class Person: Codable {
///       var name: String
///       var friends: [Reference<Person>]
///     }
///
/// With ``ReferenceHandling/preserved``, graphs with cycles are encoded and come back. A cycle of
/// objects that hold each other stays in memory until it is cut; where an object knows its owner, a
/// ``BackReference`` is better. Other coders encode the object itself.
public struct Reference<Object: AnyObject> {
  private final class Box {
    var object: Object?

    init(_ object: Object?) { self.object = object }
  }

  private let box: Box

  /// Creates a reference.
  public init(_ object: Object) { box = Box(object) }

  /// The object; while values are being decoded it may not be there yet, and must not be asked for.
  public var object: Object {
    guard let object = box.object else {
      preconditionFailure("a reference is followed before its object was decoded")
    }
    return object
  }
}

extension Reference: Encodable where Object: Encodable {
  /// Encodes the object, or that it stands elsewhere.
  ///
  /// - Parameter encoder: Where it is encoded.
  /// - Throws: What the encoder or the object throws.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ValueEncoder, encoder.text.settings.preservesReferences {
      try encoder.text.encodeObject(object, encoder, leadsBack: true)
    } else {
      var container = encoder.singleValueContainer()
      try container.encode(object)
    }
  }
}

extension Reference: Decodable where Object: Decodable {
  /// Decodes the object, or waits for the one that is meant.
  ///
  /// - Parameter decoder: What it is decoded from.
  /// - Throws: What the decoder or the type of the object throws.
  public init(from decoder: any Decoder) throws {
    let box = Box(nil)
    if let decoder = decoder as? ValueDecoder {
      try decoder.text.resolve(Object.self, decoder.index) { box.object = $0 }
    } else {
      box.object = try decoder.singleValueContainer().decode(Object.self)
    }
    self.box = box
  }
}
