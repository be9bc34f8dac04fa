// SPDX-License-Identifier: Apache-2.0

/// What stands around the values of a message (SPEC §13.1 Messages).
public enum MessageForm: String, Sendable, CaseIterable {
  /// A check of three bytes; both sides know the template.
  case bare
  /// What it is, which template it needs, and a check: 14 bytes.
  case referenced
  /// What it is, its template, and a check.
  case embedded

  /// The first two bytes, where the form has them; no UTF-8 text has a byte FD.
  var magic: [UInt8] {
    switch self {
    case .bare: []
    case .referenced: [FileMagic.bytes[0], UInt8(ascii: "M")]
    case .embedded: [FileMagic.bytes[0], UInt8(ascii: "T")]
    }
  }

  /// The number of bytes of the check.
  var checkByteCount: Int { self == .bare ? 3 : 4 }
}
