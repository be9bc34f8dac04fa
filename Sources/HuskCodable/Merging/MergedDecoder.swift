// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// An object and another one that changes it as a merge patch does (RFC 7396).
///
/// Members are those of the patch where it has them, and else those of the base. The two may be
/// written in different forms, so that the base comes back exactly.
struct MergedDecoder: Decoder {
  let base: ValueDecoder
  let patch: ValueDecoder

  var codingPath: [any CodingKey] { patch.codingPath }

  var userInfo: [CodingUserInfoKey: Any] { patch.userInfo }

  /// Decodes what a patch makes of a value.
  static func value<T: Decodable>(
    _ type: T.Type, base: ValueDecoder?, patch: ValueDecoder, _ key: (any CodingKey)? = nil
  ) throws -> T {
    guard let base, base.isObject, patch.isObject else {
      return try patch.text.value(type, patch.index, key)
    }
    if let dictionary = type as? any StringKeyed.Type,
      let value = try dictionary.init(base, changedBy: patch) as? T
    {
      return value
    }
    if patch.text.settings.rules.aliases.hasTypes { patch.text.describe(patch.index, type: type) }
    try patch.text.enter(patch.index)
    defer { patch.text.leave() }
    return try T(from: MergedDecoder(base: base, patch: patch))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      MergedKeyedDecoder<Key>(
        base: KeyedDecoder(text: base.text, object: base.index),
        patch: KeyedDecoder(text: patch.text, object: patch.index)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try patch.unkeyedContainer() }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension MergedDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try Self.value(type, base: base, patch: patch)
  }
}

extension ValueDecoder {
  /// Whether the value is an object.
  var isObject: Bool { text.tape.kind(at: index) == .openObject }
}

extension Dictionary where Key == String, Value: Decodable {
  init(_ base: ValueDecoder, changedBy patch: ValueDecoder) throws {
    try self.init(base.text, base.index, nil)
    var seen: Set<String> = []
    let (text, close) = (patch.text, patch.text.tape.close(of: patch.index))
    var member = patch.index + 1
    while member < close {
      defer { member = text.tape.end(of: member + 1) }
      guard let name = text.plainName(at: member), seen.insert(name).inserted else { continue }
      guard !text.isNull(member + 1) else {
        self[name] = nil
        continue
      }
      let old = base.text.tape.member(name, of: base.index, hint: base.index + 1)
      self[name] = try MergedDecoder.value(
        Value.self, base: old.map { ValueDecoder(text: base.text, index: $0 + 1) },
        patch: ValueDecoder(text: text, index: member + 1), PathKey(name))
    }
  }
}
