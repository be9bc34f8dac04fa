// SPDX-License-Identifier: Apache-2.0

/// What a server answers to a command.
package enum RedisReply: Sendable, Equatable {
  case null
  case status(String)
  case error(String)
  case integer(Int64)
  case bytes([UInt8])
  case array([RedisReply])

  /// The bytes of a string, or `nil` where the answer is something else.
  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  /// A string as text, or `nil` where the answer is something else.
  package var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The elements of an array; there are none where the answer is something else.
  package var elements: [RedisReply] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
