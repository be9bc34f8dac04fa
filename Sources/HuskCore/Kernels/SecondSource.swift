// SPDX-License-Identifier: Apache-2.0

/// What a second column is for, beside which integers are told: the width of a relative column says so (SPEC §8.4
/// Integer columns).
package enum SecondSource: UInt8, BitwiseCopyable, Sendable {
  /// Its integers are added to those of the first.
  case added = 1
  /// They are taken away from them.
  case subtracted

  /// What is made of an integer of the first column and one of the second; overflow wraps around.
  @inline(__always) package func combine(_ first: Int64, _ second: Int64) -> Int64 {
    self == .added ? first &+ second : first &- second
  }
}
