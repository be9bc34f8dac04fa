// SPDX-License-Identifier: Apache-2.0

/// A string for C, which ends with a zero byte and stays where it is.
@safe final class CText: @unchecked Sendable {
  /// Where it stands, as long as this lives.
  let pointer: UnsafeMutablePointer<CChar>

  /// Copies a string; of one with a zero byte, C sees what is before it.
  init(_ text: String) {
    let bytes = Array(text.utf8) + [0]
    unsafe pointer = .allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { unsafe pointer[index] = CChar(bitPattern: byte) }
  }

  deinit { unsafe pointer.deallocate() }

  /// No text at all.
  static let empty = CText("")
}
