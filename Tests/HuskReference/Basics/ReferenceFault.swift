// SPDX-License-Identifier: Apache-2.0

/// Why the reference decoder refuses an input (SPEC §11 Errors).
package struct ReferenceFault: Error, Equatable, CustomStringConvertible {
  /// The codes of errors, by their names in the specification.
  package enum Code: String, CaseIterable, Sendable {
    case emptyInput, unexpectedCharacter, unexpectedEnd, invalidNumber, controlCharacter
    case invalidEscape, invalidUTF8, extraText, limitExceeded, notHusk, unsupportedVersion
    case invalidMember, truncated, invalidVarint, invalidTemplate, invalidValue, missingValue
    case extraValue, invalidGaps, invalidColumn, unsupportedCodec, invalidCompression
    case unsupportedFrame, invalidFrame, invalidIndex, invalidEnd, invalidSelection
    case unknownTemplate, templateMismatch, checkMismatch, unsupportedEncryption, missingKey
    case missingFieldKey, authenticationFailed, expiredMask, notSealed, invalidKeyring
    case invalidEnvelope
  }

  /// The code.
  package var code: Code
  /// What was found.
  package var reason: String

  /// Creates a fault from its code and what was found.
  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and what was found.
  package var description: String { "\(code.rawValue): \(reason)" }
}

/// Refuses the input where a condition does not hold.
func demand(
  _ condition: Bool, _ code: ReferenceFault.Code, _ reason: @autoclosure () -> String
) throws {
  guard condition else { throw ReferenceFault(code, reason()) }
}
