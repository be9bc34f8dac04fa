// SPDX-License-Identifier: Apache-2.0

/// An object at a place, and what it stands in.
struct PlacedObject: BitwiseCopyable {
  /// An object that has another one as the value of a member.
  struct Outer: BitwiseCopyable {
    /// Where it starts in the tokens, or -1 where there is none.
    let index: Int32
    let place: Int32

    init(index: Int, place: Int) {
      self.index = Int32(truncatingIfNeeded: index)
      self.place = Int32(truncatingIfNeeded: place)
    }
  }

  /// The objects around a value, from the one that has it as the value of a member outwards.
  struct Outers: BitwiseCopyable {
    /// How many there are at most.
    static let mostCount = 3

    private var all = InlineArray<3, Outer>(repeating: Outer(index: -1, place: 0))

    subscript(level: Int) -> Outer { all[level] }

    /// Goes into a member of the innermost.
    mutating func push(_ outer: Outer) {
      (all[2], all[1]) = (all[1], all[0])
      all[0] = outer
    }
  }

  /// Where it starts in the tokens.
  let index: Int32
  /// What it stands in.
  let outers: Outers

  init(index: Int, outers: Outers) {
    self.index = Int32(truncatingIfNeeded: index)
    self.outers = outers
  }
}

/// The first objects at some places.
struct PlacedObjects {
  /// The number of each place, or -1.
  private var numbers: [Int32]
  private var objects: [[PlacedObject]]

  /// Creates room for objects at some of so many places.
  init(of places: [Int], among count: Int) {
    numbers = Array(repeating: -1, count: count)
    objects = []
    for place in places where numbers[place] < 0 {
      numbers[place] = Int32(truncatingIfNeeded: objects.count)
      objects.append([])
    }
  }

  /// The number of places.
  var count: Int { objects.count }

  subscript(place: Int) -> [PlacedObject] { objects[Int(numbers[place])] }

  /// Takes in an object at a place, if it is one of those and has not so many yet, and returns how many there are
  /// then, or 0.
  mutating func add(_ object: @autoclosure () -> PlacedObject, at place: Int, most: Int) -> Int {
    guard place < numbers.count, numbers[place] >= 0 else { return 0 }
    let number = Int(numbers[place])
    guard objects[number].count < most else { return 0 }
    objects[number].append(object())
    return objects[number].count
  }
}

extension Survey {
  /// The first objects at some places, at most so many of each, among so many tokens, of which a list of scalars is one.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  mutating func objects(
    at wanted: [Int], _ tape: borrowing TokenTape, most: Int, upTo tokenCount: Int
  ) -> PlacedObjects {
    makeRoomForSteps()
    var samples = PlacedObjects(of: wanted, among: places.count)
    var missing = samples.count
    var frames: [(cursor: Int, place: Int, outers: PlacedObject.Outers)] = []
    var (cursor, place) = (-1, Places.root)
    var outers = PlacedObject.Outers()
    var (index, ordinal, seenCount) = (0, 0, 0)
    while index < tape.count, seenCount < tokenCount, missing > 0 {
      seenCount += 1
      let token = tape[index]
      switch token.kind {
      case .key where cursor >= 0:
        place = Int(steps[cursor])
        cursor += 1
      case .openArray where token.extent == tape[index + token.extent].extent + 1:
        index += token.extent
      case .openArray:
        frames.append((cursor, place, outers))
        (cursor, place, outers) = (-1, places.place(ofElementsAt: place), PlacedObject.Outers())
      case .openObject:
        let count = samples.add(
          PlacedObject(index: index, outers: outers), at: place, most: most)
        if count > 0, count == min(most, places[place].counts.objectCount) { missing -= 1 }
        frames.append((cursor, place, outers))
        outers.push(PlacedObject.Outer(index: index, place: place))
        let node = Int(nodes[ordinal])
        ordinal += 1
        if node >= 0 {
          cursor = steps(to: node)
        } else {
          (cursor, place) = (-1, places.place(ofMapValuesAt: place))
        }
      case .closeArray, .closeObject: (cursor, place, outers) = frames.removeLast()
      default: break
      }
      index += 1
    }
    return samples
  }
}
