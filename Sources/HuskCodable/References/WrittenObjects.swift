// SPDX-License-Identifier: Apache-2.0

/// The objects of classes that a text holds, numbered as they were met.
struct WrittenObjects {
  /// An object, which is kept so that no other one takes its place in memory.
  struct Entry {
    let object: AnyObject
    /// The place in the text where it is written.
    let place: Int
    /// Whether it is written whole.
    var isComplete = false
    /// Whether it stands in the text with its number.
    var isIdentified = false
  }

  private var entries: [Entry] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// The number of objects.
  var count: Int { entries.count }

  subscript(number: Int) -> Entry {
    get { entries[number - 1] }
    set { entries[number - 1] = newValue }
  }

  /// The number of an object, or `nil` where it was not met.
  func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Takes an object in, and returns its number.
  mutating func add(_ object: AnyObject, at place: Int) -> Int {
    entries.append(Entry(object: object, place: place))
    numbers[ObjectIdentifier(object)] = entries.count
    return entries.count
  }

  /// Forgets the objects met since there were `count`, whose text was taken back.
  mutating func forget(from count: Int) {
    for entry in entries[count...] { numbers[ObjectIdentifier(entry.object)] = nil }
    entries.removeLast(entries.count - count)
  }
}
