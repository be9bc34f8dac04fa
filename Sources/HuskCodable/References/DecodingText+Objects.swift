// SPDX-License-Identifier: Apache-2.0

/// Objects of classes that the text holds once.
extension DecodingText {
  /// The object at an index, or the one that is meant there; `nil` where the text says neither.
  func object<T: Decodable>(_ type: T.Type, _ index: Int, _ key: (any CodingKey)?) throws -> T? {
    if let number = objects.number(ReferenceKeys.reference, first: index) {
      return try referenced(type, number, index, key)
    }
    guard let number = objects.number(ReferenceKeys.identity, first: index) else { return nil }
    // A type may leave it to another one to decode what it is.
    guard !objects.isBegun(number) else { return nil }
    return try identified(type, number, index, key)
  }

  /// Hands over the object that is meant at an index, at once or when it is there.
  func resolve<T: Decodable>(
    _ type: T.Type, _ index: Int, _ body: @escaping (T) -> Void
  ) throws {
    if settings.preservesReferences,
      let number = objects.number(ReferenceKeys.reference, first: index), objects.isBegun(number)
    {
      objects.wait(for: number) { [self] object in
        body(try instance(type, object, number, index, nil))
      }
    } else {
      body(try value(type, index, nil))
    }
  }

  private func referenced<T: Decodable>(
    _ type: T.Type, _ number: Int, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    if let object = objects[number] { return try instance(type, object, number, index, key) }
    guard !objects.isBegun(number) else {
      throw corrupted(
        "the object \(number) holds itself, other than by Reference or BackReference", index, key)
    }
    guard let place = objects.place(of: number) else {
      throw corrupted("there is no object \(number), or more than one", index, key)
    }
    // It stands where this model has no member.
    try enter(index)
    defer { leave() }
    return try identified(type, number, place, key)
  }

  private func identified<T: Decodable>(
    _ type: T.Type, _ number: Int, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    if let object = objects[number] {
      guard objects.place(of: number) == index else {
        throw corrupted("there is more than one object \(number)", index, key)
      }
      return try instance(type, object, number, index, key)
    }
    objects.begin(number)
    let value: T
    do {
      value = try plainValue(type, index, key)
    } catch {
      objects.fail(number)
      throw error
    }
    for body in objects.finish(number, value as AnyObject) { try body(value as AnyObject) }
    return value
  }

  private func instance<T>(
    _ type: T.Type, _ object: AnyObject, _ number: Int, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    if let value = object as? T { return value }
    throw DecodingError.typeMismatch(
      type,
      .init(
        codingPath: path(to: index, key),
        debugDescription: "the object \(number) is no \(type), but a \(Swift.type(of: object))"))
  }
}
