// SPDX-License-Identifier: Apache-2.0

import HuskTestKit

extension JSONNode {
  /// The value of the first member with a key that needs no escapes, if this is an object.
  subscript(key: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == Array("\"\(key)\"".utf8) }?.value
  }

  /// The elements, if this is an array.
  var elements: [JSONNode]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The keys with their quotes, if this is an object.
  var keys: [[UInt8]] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  /// The lexeme, if this is a scalar.
  var text: String? {
    guard case .scalar(let lexeme) = self else { return nil }
    return String(decoding: lexeme, as: UTF8.self)
  }

  /// A number with no or two digits after the point, in hundredths.
  var hundredths: Int? {
    guard let text else { return nil }
    let parts = text.split(separator: ".")
    if parts.count == 1 { return Int(text).map { $0 * 100 } }
    return parts.count == 2 && parts[1].count == 2 ? Int(parts[0] + parts[1]) : nil
  }
}
