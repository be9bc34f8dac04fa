// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Values that are not scalars of JSON.
extension DecodingText {
  /// The value at an index as any type; those that the strategies are about do not decode themselves.
  func value<T: Decodable>(
    _ type: T.Type, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    if !isPlain, settings.preservesReferences, T.self is AnyObject.Type,
      let object = try object(type, index, key)
    {
      return object
    }
    return try plainValue(type, index, key)
  }

  /// The value at an index, whatever object it is.
  func plainValue<T: Decodable>(
    _ type: T.Type, _ index: Int, _ key: (any CodingKey)?
  ) throws -> T {
    // Nothing special must not become an optional of nothing.
    if let special = try special(type, index, key), let value = special as? T { return value }
    if !isPlain, settings.rules.aliases.hasTypes { describe(index, type: type) }
    try enter(index)
    defer { leave() }
    return try T(from: ValueDecoder(text: self, index: index))
  }

  /// A value of a type that does not decode itself, or `nil`.
  @inline(__always) private func special<T>(
    _ type: T.Type, _ index: Int, _ key: (any CodingKey)?
  ) throws -> Any? {
    let byteCount = MemoryLayout<T>.size
    // Most types are told from those by their size.
    if byteCount == MemoryLayout<[Int]>.size, let array = try scalars(type, index, key) {
      return array
    }
    if byteCount == MemoryLayout<Date>.size, type == Date.self { return try date(index, key) }
    if byteCount == MemoryLayout<Data>.size, type == Data.self { return try data(index, key) }
    if byteCount == MemoryLayout<URL>.size, type == URL.self { return try url(index, key) }
    if byteCount == MemoryLayout<Decimal>.size, type == Decimal.self {
      return try decimal(index, key)
    }
    if !isPlain, settings.changesNames, let dictionary = type as? any StringKeyed.Type {
      return try dictionary.init(self, index, key)
    }
    return nil
  }

  /// An array of the commonest scalars, which saves a container, or `nil`.
  private func scalars<T>(
    _ type: T.Type, _ index: Int, _ key: (any CodingKey)?
  ) throws -> Any? {
    if type == [String].self {
      try elements(index, key) { try string($0, nil) }
    } else if type == [Int].self {
      try elements(index, key) { try integer(Int.self, $0, nil) }
    } else if type == [Double].self {
      try elements(index, key) { try double($0, nil) }
    } else if type == [Bool].self {
      try elements(index, key) { try boolean($0, nil) }
    } else if type == [String?].self {
      try elements(index, key) { isNull($0) ? nil : try string($0, nil) }
    } else if type == [Int?].self {
      try elements(index, key) { isNull($0) ? nil : try integer(Int.self, $0, nil) }
    } else if type == [Double?].self {
      try elements(index, key) { isNull($0) ? nil : try double($0, nil) }
    } else {
      nil
    }
  }

  private func elements<Element>(
    _ array: Int, _ key: (any CodingKey)?, _ body: (Int) throws -> Element
  ) throws -> [Element] {
    guard tape.kind(at: array) == .openArray else { throw mismatch([Any].self, array, key) }
    var elements: [Element] = []
    let close = tape.close(of: array)
    var element = array + 1
    // Of scalars there are as many as tokens.
    elements.reserveCapacity(close - element)
    while element < close {
      elements.append(try body(element))
      element = tape.end(of: element)
    }
    return elements
  }

  private func date(_ index: Int, _ key: (any CodingKey)?) throws -> Date {
    let isCustom = if case .custom = settings.dates { true } else { false }
    if isNull(index), !isCustom { throw mismatch(Date.self, index, key) }
    switch settings.dates {
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try double(index, key))
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try double(index, key))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try double(index, key) / 1000)
    case .iso8601:
      let text = try string(index, key)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        throw corrupted("\(text) is not a date as ISO 8601 writes it", index, key)
      }
      return date
    case .custom(let decode):
      return try decode(ValueDecoder(text: self, index: index))
    @unknown default:
      return try Date(from: ValueDecoder(text: self, index: index))
    }
  }

  private func data(_ index: Int, _ key: (any CodingKey)?) throws -> Data {
    switch settings.data {
    case .base64:
      guard let data = Data(base64Encoded: try string(index, key)) else {
        throw corrupted("the string is not Base64", index, key)
      }
      return data
    case .custom(let decode):
      return try decode(ValueDecoder(text: self, index: index))
    case .deferredToData:
      return try Data(from: ValueDecoder(text: self, index: index))
    @unknown default:
      return try Data(from: ValueDecoder(text: self, index: index))
    }
  }

  private func url(_ index: Int, _ key: (any CodingKey)?) throws -> URL {
    guard let url = URL(string: try string(index, key)) else {
      throw corrupted("the string is not a URL", index, key)
    }
    return url
  }
}

/// Dictionaries whose keys are data, which no strategy changes.
protocol StringKeyed {
  /// Decodes one.
  init(_ text: DecodingText, _ object: Int, _ key: (any CodingKey)?) throws

  /// Decodes one, and changes it as a patch says.
  init(_ base: ValueDecoder, changedBy patch: ValueDecoder) throws
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
  init(_ text: DecodingText, _ object: Int, _ key: (any CodingKey)?) throws {
    self.init()
    guard text.tape.kind(at: object) == .openObject else {
      throw text.mismatch([String: Any].self, object, key)
    }
    let close = text.tape.close(of: object)
    var member = object + 1
    while member < close {
      if let name = text.plainName(at: member), self[name] == nil {
        self[name] = try text.value(Value.self, member + 1, PathKey(name))
      }
      member = text.tape.end(of: member + 1)
    }
  }
}
