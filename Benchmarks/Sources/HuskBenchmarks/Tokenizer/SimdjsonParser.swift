// SPDX-License-Identifier: Apache-2.0

import CSimdjson

/// A simdjson parser and the one text that it parses, again and again into the same document.
@safe final class SimdjsonParser {
  private let handle: OpaquePointer

  /// The version and the kernel of simdjson, or `nil` when the package was built without it.
  static var summary: String? {
    guard let description = unsafe csimdjson_description() else { return nil }
    return unsafe String(cString: description)
  }

  /// Creates a parser with a padded copy of a text; `nil` when there is no simdjson.
  init?(text: [UInt8]) {
    guard let handle = unsafe csimdjson_create(text, text.count) else { return nil }
    unsafe self.handle = handle
  }

  deinit {
    unsafe csimdjson_destroy(handle)
  }

  /// Parses the text and returns 0, or the number of an error.
  func parse() -> Int {
    Int(unsafe csimdjson_parse(handle))
  }

  /// The number of tokens of the document parsed last, found by a walk over it.
  var tokenCount: Int {
    unsafe csimdjson_token_count(handle)
  }

  /// What an error of ``parse()`` means, in words.
  static func message(of error: Int) -> String {
    guard let message = unsafe csimdjson_error_message(Int32(error)) else { return "\(error)" }
    return unsafe String(cString: message)
  }
}
