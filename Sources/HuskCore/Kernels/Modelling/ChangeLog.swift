// SPDX-License-Identifier: Apache-2.0

/// What the elements of a table were before they changed, so that the changes can be undone.
struct ChangeLog<Value: BitwiseCopyable>: ~Copyable {
  private struct Change: BitwiseCopyable {
    var place: Int
    var value: Value
  }

  private var changes = Buffer<Change>()
  /// Whether changes are noted.
  var isOpen = false

  /// Takes note of what an element is, which is about to change.
  @inline(__always) mutating func note(_ place: Int, _ value: Value) {
    changes.append(Change(place: place, value: value))
  }

  /// Gives back what elements were, the last change first, and forgets all changes.
  ///
  /// - Complexity: O(*n*) for *n* changes.
  @inline(__always) mutating func undo(_ restore: (Int, Value) -> Void) {
    while changes.count > 0 {
      let change = changes.removeLast()
      restore(change.place, change.value)
    }
  }
}
