// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// What a target found: something that the library promises, and that does not hold.
package struct Finding: Error, CustomStringConvertible {
  /// What does not hold, in words.
  package let description: String

  /// Creates a finding.
  package init(_ description: String) { self.description = description }

  /// Checks something that the library promises.
  ///
  /// - Throws: ``Finding`` where it does not hold.
  static func unless(
    _ condition: Bool, _ description: @autoclosure () -> String
  ) throws(Finding) {
    guard condition else { throw Finding(description()) }
  }

  /// Gives what a call returns that cannot fail, as its input was verified or made by the library.
  ///
  /// - Throws: ``Finding`` where it fails after all.
  static func unlessGiven<Value: ~Copyable>(
    _ what: String, _ body: () throws(HuskError) -> Value
  ) throws(Finding) -> Value {
    do throws(HuskError) {
      return try body()
    } catch { throw Finding("\(what): \(error.code): \(error)") }
  }

  /// Gives what a call returns that may fail, or nothing where it does so with an error that can be
  /// understood; `count` is the number of bytes that the error can be about.
  ///
  /// - Throws: ``Finding`` where the error is not clear.
  static func unlessRefused<Value: ~Copyable>(
    of count: Int = .max, _ body: () throws(HuskError) -> Value
  ) throws(Finding) -> Value? {
    let failure: HuskError
    do throws(HuskError) {
      return try body()
    } catch { failure = error }
    try unlessClear(failure, count: count)
    return nil
  }

  /// Checks that an error about an input of so many bytes can be understood.
  ///
  /// - Throws: ``Finding`` where it says nothing, or a place that there is not.
  static func unlessClear(_ error: HuskError, count: Int) throws(Finding) {
    try unless(!error.context.isEmpty, "an error without words: \(error.code)")
    try unless(
      (0...count).contains(error.offset ?? 0), "an error behind the input: \(error.code): \(error)")
  }

  /// Checks that two ways of doing the same end alike.
  ///
  /// - Throws: ``Finding`` where they do not.
  static func unlessSame(
    _ first: Result<[UInt8], HuskError>, _ second: Result<[UInt8], HuskError>, _ what: String
  ) throws(Finding) {
    switch (first, second) {
    case (.success(let first), .success(let second)):
      try unless(first == second, "\(what): other bytes")
    case (.failure(let error), .success):
      throw Finding("\(what): refused one way only: \(error.code): \(error)")
    case (.success, .failure(let error)):
      throw Finding("\(what): refused the other way only: \(error.code): \(error)")
    case (.failure, .failure): break
    }
  }
}
