// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The elements of an array of a text.
struct UnkeyedDecoder: UnkeyedDecodingContainer {
  private let text: DecodingText
  private let array: Int
  private let close: Int
  /// The index of the next element.
  private var element: Int
  private(set) var currentIndex = 0

  init(_ text: DecodingText, _ array: Int) {
    self.text = text
    self.array = array
    close = text.tape.close(of: array)
    element = array + 1
  }

  var codingPath: [any CodingKey] { text.path(to: array) }

  var count: Int? { text.tape.elementCount(of: array) }

  var isAtEnd: Bool { element >= close }

  /// Takes the next element where `body` can read it, and leaves it where not.
  @inline(__always) private mutating func next<T>(
    _ type: Any.Type, _ body: (DecodingText, Int) throws -> T
  ) throws -> T {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: codingPath + [PathKey(index: currentIndex)],
          debugDescription: "the array has no more elements"))
    }
    let value = try body(text, element)
    element = text.tape.end(of: element)
    currentIndex += 1
    return value
  }

  /// Takes the next element, but not one that is null.
  private mutating func nextIfPresent<T>(_ body: (DecodingText, Int) throws -> T) throws -> T? {
    if isAtEnd { return nil }
    return try next(T.self) { $0.isNull($1) ? nil : try body($0, $1) }
  }

  mutating func decodeNil() throws -> Bool {
    if !isAtEnd, !text.isNull(element) { return false }
    return try next(Any?.self) { _, _ in true }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try next(type) { try $0.boolean($1, nil) }
  }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    try nextIfPresent { try $0.boolean($1, nil) }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try next(type) { try $0.string($1, nil) }
  }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    try nextIfPresent { try $0.string($1, nil) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try next(type) { try $0.double($1, nil) }
  }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    try nextIfPresent { try $0.double($1, nil) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try next(type) { try $0.float(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    try nextIfPresent { try $0.float(type, $1, nil) }
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.integer(type, $1, nil) }
  }

  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    try nextIfPresent { try $0.integer(type, $1, nil) }
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.value(type, $1, nil) }
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try nextIfPresent { try $0.value(type, $1, nil) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next([String: Any].self) {
      try ValueDecoder(text: $0, index: $1).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try ValueDecoder(text: $0, index: $1).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { ValueDecoder(text: $0, index: $1) }
  }
}
