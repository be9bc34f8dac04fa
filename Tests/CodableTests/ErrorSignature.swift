// SPDX-License-Identifier: Apache-2.0

/// What two coders must agree on about an error: its kind, and the path to the value.
struct ErrorSignature: Equatable, CustomStringConvertible {
  var kind: String
  var path: [String]

  init(_ error: any Error) {
    let keys: [any CodingKey]
    switch error {
    case DecodingError.dataCorrupted(let context):
      (kind, keys) = ("dataCorrupted", context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      (kind, keys) = ("keyNotFound \(key.stringValue)", context.codingPath)
    case DecodingError.typeMismatch(let type, let context):
      (kind, keys) = ("typeMismatch \(Self.name(type))", context.codingPath)
    case DecodingError.valueNotFound(let type, let context):
      (kind, keys) = ("valueNotFound \(Self.name(type))", context.codingPath)
    case EncodingError.invalidValue(let value, let context):
      (kind, keys) = ("invalidValue \(value)", context.codingPath)
    default: (kind, keys) = ("\(error)", [])
    }
    path = keys.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// Containers are named after the protocol or what they would hold.
  private static func name(_ type: Any.Type) -> String {
    let name = "\(type)"
    return name.hasPrefix("Dictionary<") ? "object" : name.hasPrefix("Array<") ? "array" : name
  }

  var description: String { "\(kind) at \(path.joined(separator: "."))" }
}
