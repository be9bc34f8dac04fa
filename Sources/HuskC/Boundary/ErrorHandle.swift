// SPDX-License-Identifier: Apache-2.0

/// What a `husk_error` is: a failure, and its words as C reads them.
final class ErrorHandle {
  /// What failed.
  let failure: Failure
  /// The name of what is wrong.
  let code: CText
  /// The message for people.
  let message: CText

  /// Keeps a failure.
  init(_ failure: Failure) {
    self.failure = failure
    code = CText(failure.code)
    message = CText(failure.message)
  }
}
