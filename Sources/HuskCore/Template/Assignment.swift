// SPDX-License-Identifier: Apache-2.0

/// How the tokens of a document map onto a template, one choice a token.
///
/// For an opened object the choice is the index of its shape, ``map``, or ``raw``; for a scalar or
/// a key of a map it is the index in the dictionary of its slot, or ``literal``. Other tokens have
/// no choice.
package struct Assignment: Sendable {
  /// The object is a map.
  package static let map: Int32 = -1
  /// The object fits no shape and is carried as it is.
  package static let raw: Int32 = -2
  /// The value is not in the dictionary of its slot, or the slot has none.
  package static let literal: Int32 = -1

  private var choices: [Int32]

  /// Creates an assignment in which nothing is chosen.
  package init(tokenCount: Int) {
    choices = Array(repeating: Self.literal, count: tokenCount)
  }

  /// The choice for the token at a tape index.
  package subscript(index: Int) -> Int32 {
    get { choices[index] }
    set { choices[index] = newValue }
  }
}
