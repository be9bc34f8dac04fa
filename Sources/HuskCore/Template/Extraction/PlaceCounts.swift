// SPDX-License-Identifier: Apache-2.0

/// What is counted at a place.
struct PlaceCounts {
  var objectCount = 0
  var memberCount = 0
  var distinctKeyCount = 0
  var sequenceCount = 0
  /// The first, the newest and the most recently counted of the key sequences here, or -1.
  var firstSequence: Int32 = -1
  var newestSequence: Int32 = -1
  var recentSequence: Int32 = -1
  var memberKinds = KindSet()
  var elementKinds = KindSet()
  var arrayCount = 0
  var elementCount = 0
  /// The number of elements of every array so far, or -1 where they differ.
  var uniformCount = 0
  /// Those arrays that hold nothing but scalars.
  var flatArrays = FlatArrays()
  /// The newest of the others, or -1.
  var newestArray: Int32 = -1
}

/// How many elements the arrays of scalars at a place have.
struct FlatArrays: BitwiseCopyable {
  private static let lengthCount = 4

  private(set) var arrayCount = 0
  private(set) var kinds = KindSet()
  /// Some numbers of elements, and how many arrays have each; others have been displaced.
  private var lengths = InlineArray<4, Int32>(repeating: -1)
  private var tallies = InlineArray<4, Int32>(repeating: 0)
  private var recent = 0

  @inline(__always) mutating func count(elements: Int, _ kinds: KindSet) {
    arrayCount &+= 1
    self.kinds.formUnion(kinds)
    let length = Int32(truncatingIfNeeded: elements)
    if _slowPath(lengths[recent] != length) { find(length) }
    tallies[recent] &+= 1
  }

  /// Makes a length the recent one; one that is new takes the place of the rarest.
  @inline(never) private mutating func find(_ length: Int32) {
    var rarest = 0
    for place in 0..<Self.lengthCount {
      if lengths[place] == length {
        recent = place
        return
      }
      if tallies[place] < tallies[rarest] { rarest = place }
    }
    (lengths[rarest], tallies[rarest], recent) = (length, 0, rarest)
  }

  /// The number of elements that most arrays have, and how many that are.
  var usual: (length: Int, arrayCount: Int) {
    var most = 0
    for place in 1..<Self.lengthCount where tallies[place] > tallies[most] { most = place }
    return (Int(lengths[most]), Int(tallies[most]))
  }
}

extension PlaceCounts {
  /// Whether the keys of the objects here are data, as values of one kind show.
  ///
  /// There are many different keys, and each object has few of them.
  var haveDataKeys: Bool {
    guard memberKinds.areAlike, distinctKeyCount >= 8 else { return false }
    if objectCount == 1 { return true }
    return haveFewKeysEach && sequenceCount >= min(8, objectCount) && areOfManySequences
  }

  /// Whether an object here has few of the keys that there are.
  var haveFewKeysEach: Bool {
    Double(memberCount) < 0.35 * Double(objectCount) * Double(distinctKeyCount)
  }

  /// How many presence words the objects here take together, at most.
  var presenceWordCount: Int { objectCount * (distinctKeyCount / 32) }

  /// Whether few objects here have the same keys in the same order.
  var areOfManySequences: Bool { sequenceCount * 8 >= objectCount }

  /// Whether hardly two of the objects here have the same keys, and each has few of those that others have.
  var areUnlike: Bool {
    objectCount >= 8 && sequenceCount * 4 >= objectCount * 3
      && memberCount * 5 < objectCount * distinctKeyCount
  }

  /// Whether the arrays here are better seen as one slot per position.
  ///
  /// They are all of one length. Long runs of numbers are vectors, whose positions do not differ
  /// in kind; neither do those of many lists.
  var haveTuples: Bool {
    guard arrayCount >= 2, 1...256 ~= uniformCount else { return false }
    if uniformCount > 8, elementKinds.areAlike, elementKinds.haveContainers { return false }
    return uniformCount <= 4 || elementKinds.hasOthersThanNumbers
  }

  /// Whether arrays of other documents can be expected to have as many elements as the tuples here.
  ///
  /// A page of a list has 20 objects until the last one comes, and a field of few values may have one
  /// of each in a few examples. Values of different kinds have a position each.
  var haveCertainTuples: Bool {
    guard elementKinds.areAlike else { return true }
    return uniformCount >= 2 && arrayCount >= 16 && !elementKinds.haveContainers
  }
}

extension FlatArrays {
  /// Whether those arrays of scalars that have the usual number of elements are better seen as one slot per
  /// position, beside others of which there are some.
  ///
  /// Points are, among lists of lists of points; so are rows of a table of which some are shorter, as nothing
  /// stands in their last cells.
  func haveTuples(amongOthers allCount: Int) -> Bool {
    let (length, count) = usual
    let areOfNumbers = !kinds.hasOthersThanNumbers
    if count == arrayCount {
      return count >= 8 && count < allCount && 2...256 ~= length && (length <= 4 || !areOfNumbers)
    }
    return !areOfNumbers && 5...256 ~= length && count >= 16 && count * 4 >= arrayCount * 3
  }
}
