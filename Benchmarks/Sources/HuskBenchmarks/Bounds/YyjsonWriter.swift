// SPDX-License-Identifier: Apache-2.0

import CYyjson

/// A document of yyjson, which is written again and again into the same memory.
@safe final class YyjsonWriter {
  private let handle: OpaquePointer

  /// The version of yyjson, or `nil` when the package was built without it.
  static var summary: String? {
    guard let description = unsafe cyyjson_description() else { return nil }
    return unsafe String(cString: description)
  }

  /// Parses a text; `nil` when there is no yyjson, or it refuses the text.
  init?(text: [UInt8]) {
    guard let handle = unsafe cyyjson_create(text, text.count) else { return nil }
    unsafe self.handle = handle
  }

  deinit {
    unsafe cyyjson_destroy(handle)
  }

  /// Writes the document and returns the number of bytes, which differs from that of the text where numbers are
  /// spelt another way.
  func write() -> Int {
    unsafe cyyjson_write(handle)
  }
}
