// SPDX-License-Identifier: Apache-2.0

/// What the elements of a table were before they changed, so that the changes can be undone.
///
/// Elements change again and again, as few bits may stand for much text; so the log is never much longer than
/// the table.
struct ChangeLog<Value: BitwiseCopyable>: ~Copyable {
  private struct Change: BitwiseCopyable {
    var place: Int
    var value: Value
  }

  private var changes = Buffer<Change>()
  /// With so many changes, those that say nothing of what was there at first are dropped.
  private var limit = Self.leastLimit
  /// Whether changes are noted.
  var isOpen = false

  private static var leastLimit: Int { 1 << 16 }

  /// Takes note of what an element is, which is about to change.
  @inline(__always) mutating func note(_ place: Int, _ value: Value) {
    changes.append(Change(place: place, value: value))
    if changes.count >= limit { dropLater() }
  }

  /// Keeps the first change of each place alone.
  private mutating func dropLater() {
    var places = Set<Int>()
    var count = 0
    for index in 0..<changes.count where places.insert(changes[index].place).inserted {
      changes[count] = changes[index]
      count += 1
    }
    while changes.count > count { _ = changes.removeLast() }
    limit = max(Self.leastLimit, 2 * count)
  }

  /// Gives back what elements were, the last change first, and forgets all changes.
  ///
  /// - Complexity: O(*n*) for *n* changes.
  @inline(__always) mutating func undo(_ restore: (Int, Value) -> Void) {
    while changes.count > 0 {
      let change = changes.removeLast()
      restore(change.place, change.value)
    }
    limit = Self.leastLimit
  }
}
