// SPDX-License-Identifier: Apache-2.0

/// Objects that have their keys in common, as a table: what JSONH and HPack work on.
///
/// The originals take the keys of the first object for those of all. Here objects may lack some of
/// the keys, as long as those that they have are in the order of the others.
struct RecordTable {
  /// The keys, as they are written.
  private(set) var keys: [[UInt8]] = []
  /// The values of each object, with `nil` for a key that it lacks.
  private(set) var rows: [[JSONValue?]] = []

  /// Makes a table of the elements of an array.
  ///
  /// There is none where an element is no object, where the order of keys differs, where an object
  /// has a key twice, or where most of the cells would be empty.
  init?(_ elements: [JSONValue]) {
    var cellCount = 0
    for element in elements {
      guard case .object(let members) = element, merge(members) else { return nil }
      cellCount += members.count
    }
    guard !keys.isEmpty, cellCount * 2 >= keys.count * elements.count else { return nil }
    var places: [[UInt8]: Int] = [:]
    for (place, key) in keys.enumerated() { places[key] = place }
    for element in elements {
      guard case .object(let members) = element else { return nil }
      var row = [JSONValue?](repeating: nil, count: keys.count)
      var last = -1
      for member in members {
        guard let place = places[member.key], place > last else { return nil }
        row[place] = member.value
        last = place
      }
      rows.append(row)
    }
  }

  /// Makes a table of keys and of as many values for each row.
  init(keys: [[UInt8]], rows: [[JSONValue?]]) {
    self.keys = keys
    self.rows = rows
  }

  /// The objects.
  var elements: [JSONValue] {
    rows.map { row in
      .object(
        zip(keys, row).compactMap { key, value in
          value.map { JSONValue.Member(key: key, value: $0) }
        })
    }
  }

  /// Puts the keys of an object among the others, each behind the one before it; says `false` where
  /// the order of keys differs.
  private mutating func merge(_ members: [JSONValue.Member]) -> Bool {
    if members.count == keys.count, zip(members, keys).allSatisfy({ $0.key == $1 }) { return true }
    var next = 0
    for member in members {
      if let place = keys[next...].firstIndex(of: member.key) {
        next = place + 1
      } else {
        guard !keys[..<next].contains(member.key) else { return false }
        keys.insert(member.key, at: next)
        next += 1
      }
    }
    return true
  }
}
