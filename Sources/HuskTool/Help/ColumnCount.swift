// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The number of columns that the text takes on a terminal.
  package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }
}

extension Character {
  /// The number of columns that a terminal gives the character: two where it is wide (Unicode
  /// Standard Annex 11), otherwise one.
  package var columnCount: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    // The blocks of the wide scripts and of pictures, rather than the whole table.
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
