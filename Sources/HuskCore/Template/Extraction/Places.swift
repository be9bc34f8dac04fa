// SPDX-License-Identifier: Apache-2.0

/// What the values at one place of a document have in common.
///
/// A place is the nearest key above a value and the number of arrays between the two. It is
/// coarser than a path, so recursive documents have few places, and finer than a shape, so it can
/// say whether the keys found there are names of fields or data.
package struct Place: BitwiseCopyable {
  /// The place of the elements of arrays found here, or -1.
  fileprivate(set) var elements: Int32 = -1
  /// The place of the values of maps found here, or -1.
  fileprivate(set) var mapValues: Int32 = -1
  /// Whether objects found here are maps.
  package var isMap = false
  /// Whether the one object found here has columns for values.
  var hasColumns = false
  /// The number of elements of the arrays found here that are tuples, or zero where none is.
  package var tupleCount = 0
  /// Whether only arrays of scalars are tuples, and others of as many elements are not.
  var hasFlatTuples = false
  /// Whether objects in tuples found here have shapes of their own at each position.
  var hasShapesByPosition = false
  /// Whether objects found here have shapes of their own though others have the same keys.
  var hasOwnShapes = false
  /// Whether they have some for each field in which they stand.
  var hasShapesByField = false
  /// The context in which they have them, or 0 where none was made yet.
  var ownContext: Int32 = 0

  var counts = PlaceCounts()
}

/// The objects at one place that have the same keys in the same order.
package struct KeySequence: BitwiseCopyable {
  /// The node of the ``KeyTrie``.
  var node: Int
  /// The first node on the way there, or the root where there are no keys.
  var lead = KeyTrie.root
  /// How many objects there are.
  var count: Int
  /// The sequence that was next seen first at the place, or -1.
  var next: Int32 = -1
}

/// Which kinds of values there are.
struct KindSet: BitwiseCopyable {
  private static let null: UInt8 = 1 << Token.Kind.literal.rawValue
  /// Keys are no values, so their bit is free for `true` and `false`.
  private static let boolean: UInt8 = 1 << Token.Kind.key.rawValue
  private static let number: UInt8 = 1 << Token.Kind.number.rawValue
  private static let string: UInt8 = 1 << Token.Kind.string.rawValue
  private static let containers: UInt8 =
    1 << Token.Kind.openObject.rawValue | 1 << Token.Kind.openArray.rawValue

  private var bits: UInt8 = 0

  /// Whether all values but nulls are of one kind, and there are some.
  var areAlike: Bool { (bits & ~Self.null).nonzeroBitCount == 1 }

  /// Whether there are other values than numbers.
  var hasOthersThanNumbers: Bool { bits & ~Self.number != 0 }

  /// Whether there are strings.
  var haveStrings: Bool { bits & Self.string != 0 }

  /// Whether there are objects or arrays.
  var haveContainers: Bool { bits & Self.containers != 0 }

  @inline(__always) mutating func insert(_ token: Token, _ source: ByteSource) {
    if token.kind == .literal {
      bits |= source[token.offset] == ASCII.lowerN ? Self.null : Self.boolean
    } else {
      bits |= 1 &<< token.kind.rawValue
    }
  }

  /// Takes in scalars, of which there may be many.
  mutating func insert(
    scalarsOf tape: borrowing TokenTape, _ range: Range<Int>, _ source: ByteSource
  ) {
    var seen: UInt64 = 0
    for index in range { seen |= 1 &<< (tape[index].word & 0xF) }
    bits |= UInt8(truncatingIfNeeded: seen) & ~Self.null
    guard seen & UInt64(Self.null) != 0 else { return }
    for index in range where tape[index].kind == .literal { insert(tape[index], source) }
  }

  @inline(__always) mutating func formUnion(_ other: KindSet) { bits |= other.bits }
}

/// The places of a document by number; the root is number zero, and one is that of values that are all scalars.
package struct Places: ~Copyable {
  /// The place of a text that stands alone.
  package static let root = 0

  /// The place of values that are all scalars, of which nothing is counted: a map may have as many keys as the document
  /// has values.
  private static let ofScalars = 1

  private var places = Buffer<Place>(repeating: Place(), count: 2)
  private var placesOfKeys = Buffer<Int32>()

  /// The place with a number.
  @inline(__always) package subscript(number: Int) -> Place {
    get { places[number] }
    _modify { yield &places[number] }
  }

  /// The number of places.
  package var count: Int { places.count }

  /// The place of the arrays and objects at a key.
  package mutating func place(ofKey key: Int) -> Int {
    if placesOfKeys.count <= key {
      placesOfKeys.append(repeating: -1, count: key + 1 - placesOfKeys.count)
    }
    if placesOfKeys[key] < 0 { placesOfKeys[key] = add() }
    return Int(placesOfKeys[key])
  }

  /// The place of the values at a key, if some of them are arrays or objects, or one that all other keys share.
  package func knownPlace(ofKey key: Int) -> Int {
    guard key < placesOfKeys.count, placesOfKeys[key] >= 0 else { return Self.ofScalars }
    return Int(placesOfKeys[key])
  }

  /// The place of the elements of arrays at a place.
  @inline(__always) package mutating func place(ofElementsAt number: Int) -> Int {
    if _slowPath(places[number].elements < 0) { places[number].elements = add() }
    return Int(places[number].elements)
  }

  /// The place of the values of maps at a place.
  @inline(__always) package mutating func place(ofMapValuesAt number: Int) -> Int {
    if _slowPath(places[number].mapValues < 0) { places[number].mapValues = add() }
    return Int(places[number].mapValues)
  }

  private mutating func add() -> Int32 {
    places.append(Place())
    return Int32(truncatingIfNeeded: places.count - 1)
  }
}
