// SPDX-License-Identifier: Apache-2.0

/// What the values at one place of a document have in common.
///
/// A place is the nearest key above a value and the number of arrays between the two. It is
/// coarser than a path, so recursive documents have few places, and finer than a shape, so it can
/// say whether the keys found there are names of fields or data.
package struct Place {
  /// The place of the elements of arrays found here, or -1.
  fileprivate(set) var elements: Int32 = -1
  /// The place of the values of maps found here, or -1.
  fileprivate(set) var mapValues: Int32 = -1
  /// Whether objects found here are maps.
  package var isMap = false
  /// The number of elements of every array found here, where they are tuples; otherwise zero.
  package var tupleCount = 0

  var objectCount = 0
  var memberCount = 0
  var distinctKeyCount = 0
  var sequences: [KeySequence] = []
  var memberKinds = KindCounts()
  var arrayCount = 0
  /// The number of elements of every array so far, or -1 where they differ.
  var uniformCount = 0
  var elementKinds = KindCounts()

  /// Forgets what was counted, and keeps what was concluded.
  mutating func resetCounts() {
    objectCount = 0
    memberCount = 0
    distinctKeyCount = 0
    sequences = []
    memberKinds = KindCounts()
    arrayCount = 0
    uniformCount = 0
    elementKinds = KindCounts()
  }
}

/// The objects at one place that have the same keys in the same order.
package struct KeySequence {
  /// The node of the ``KeyTrie``.
  var node: Int
  /// How many objects there are.
  var count: Int
}

/// How many values there are of each kind.
struct KindCounts {
  var strings = 0
  var numbers = 0
  var nulls = 0
  var booleans = 0
  var containers = (objects: 0, arrays: 0)

  var total: Int {
    strings + numbers + nulls + booleans + containers.objects + containers.arrays
  }

  /// Whether all values but nulls are of one kind.
  var areAlike: Bool {
    let most = max(strings, numbers, booleans, containers.objects, containers.arrays)
    return most > 0 && most + nulls == total
  }

  mutating func add(_ token: Token, in source: ByteSource) {
    switch token.kind {
    case .string: strings += 1
    case .number: numbers += 1
    case .openObject: containers.objects += 1
    case .openArray: containers.arrays += 1
    default:
      if source[token.offset] == ASCII.lowerN { nulls += 1 } else { booleans += 1 }
    }
  }
}

/// The places of a document by number; the root is number zero.
package struct Places {
  /// The place of a text that stands alone.
  package static let root = 0

  private var places = [Place()]
  private var placesOfKeys: [Int32] = []

  /// The place with a number.
  package subscript(number: Int) -> Place {
    get { places[number] }
    _modify { yield &places[number] }
  }

  /// All numbers.
  package var indices: Range<Int> { places.indices }

  /// The place of the values at a key.
  package mutating func place(ofKey key: Int) -> Int {
    while placesOfKeys.count <= key { placesOfKeys.append(-1) }
    if placesOfKeys[key] < 0 { placesOfKeys[key] = add() }
    return Int(placesOfKeys[key])
  }

  /// The place of the elements of arrays at a place.
  package mutating func place(ofElementsAt number: Int) -> Int {
    if places[number].elements < 0 { places[number].elements = add() }
    return Int(places[number].elements)
  }

  /// The place of the values of maps at a place.
  package mutating func place(ofMapValuesAt number: Int) -> Int {
    if places[number].mapValues < 0 { places[number].mapValues = add() }
    return Int(places[number].mapValues)
  }

  private mutating func add() -> Int32 {
    places.append(Place())
    return Int32(truncatingIfNeeded: places.count - 1)
  }
}
