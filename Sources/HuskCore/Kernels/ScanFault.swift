// SPDX-License-Identifier: Apache-2.0

/// The rule that a scan found broken, packed with an offset into one negative number.
///
/// Scans return the offset where they ended; packing the rare fault into the same register keeps
/// the fast path free of a second result.
package enum ScanFault: Int {
  case unexpected, tooLong, controlCharacter, invalidEscape, invalidUTF8, invalidNumber

  /// Packs the fault and the offset of the byte at fault.
  @inline(__always) func at(_ offset: Int) -> Int { ~(offset &<< 3 | rawValue) }

  /// Unpacks what ``at(_:)`` packed.
  package static func unpack(_ packed: Int) -> (fault: ScanFault, offset: Int) {
    (ScanFault(rawValue: ~packed & 7) ?? .unexpected, ~packed >> 3)
  }

  /// The error code that names the rule.
  var code: HuskError.Code {
    switch self {
    case .unexpected: .unexpectedCharacter
    case .tooLong: .limitExceeded
    case .controlCharacter: .controlCharacter
    case .invalidEscape: .invalidEscape
    case .invalidUTF8: .invalidUTF8
    case .invalidNumber: .invalidNumber
    }
  }
}
