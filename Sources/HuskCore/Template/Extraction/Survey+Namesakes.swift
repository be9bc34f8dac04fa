// SPDX-License-Identifier: Apache-2.0

/// Objects that have the same keys at several places, as `{"S":"x"}` stands for a string anywhere.
extension Survey {
  /// Fewer objects at a place are not told apart from others.
  private static let leastObjects = 32
  /// Objects of more tokens are not compared: what is in them would have columns of its own, too.
  private static let mostExtent = 64
  /// So many tokens of the places of a group are looked at, about.
  private static let mostLooks = 1 << 13
  /// How many objects of a place are looked at, and up to how many tokens they are looked for: where there are some of
  /// scalars that have the same keys, and otherwise.
  private static let (ofNamesakes, ofOthers) = ((128, 1 << 15), (128, 1 << 12))

  /// Marks the places whose objects have the keys of those at other places but look otherwise, so that they have shapes
  /// of their own, and columns; and those of echoes, which have some in each field.
  ///
  /// - Complexity: O(*p* + *s*) for *p* places and *s* key sequences, and the tokens of a sample where some places are
  ///   to be compared.
  mutating func findShapesByPlace(_ tape: borrowing TokenTape) {
    let (groups, echoPlaces) = (namesakes(), self.echoPlaces())
    guard !groups.isEmpty || !echoPlaces.isEmpty else { return }
    let haveScalars = groups.contains { group in
      group.allSatisfy { !places[$0].counts.memberKinds.haveContainers }
    }
    let (most, tokenCount) = haveScalars ? Self.ofNamesakes : Self.ofOthers
    let samples = objects(
      at: groups.flatMap(\.self) + echoPlaces, tape, most: most, upTo: tokenCount)
    let found = echoPlaces.compactMap { place in
      echoes(samples[place], at: place, tape).map { (place: place, echoes: $0) }
    }
    var together = placesTogether(found)
    // The others of the same keys say the same as well.
    for group in groups where !together.isDisjoint(with: group) { together.formUnion(group) }
    for (_, echoes) in found where together.isDisjoint(with: echoes.places) {
      for place in echoes.places { places[place].hasShapesByField = true }
    }
    for group in groups
    where together.isDisjoint(with: group)
      && lookOtherwise(group, group.map { samples[$0] }, tape)
    {
      for place in group { places[place].hasOwnShapes = true }
    }
  }

  /// Whether objects with the same keys look otherwise at each of some places.
  private func lookOtherwise(
    _ group: [Int], _ samples: [[PlacedObject]], _ tape: borrowing TokenTape
  ) -> Bool {
    var styles = PositionStyles(source)
    var tokenCount = 0
    for (position, place) in group.enumerated() {
      let counts = places[place].counts
      tokenCount += 2 * counts.memberCount + counts.objectCount
      let limit = styles.lookCount + Self.mostLooks / group.count
      for object in samples[position] where styles.lookCount < limit {
        guard tape[Int(object.index)].extent <= Self.mostExtent else { return false }
        _ = styles.add(tape, at: Int(object.index), position: position)
      }
    }
    // What many places share, as the nodes of a syntax tree, is better together: so it has to be certain.
    return styles.differ(areMany: false, allCount: tokenCount)
      || continueTheirOwn(samples, tape, tokenCount: tokenCount)
  }

  /// How many bytes two values are compared in.
  private static let mostCompared = 32
  /// How many bytes more all values must have in common with those before them at their places than with those before
  /// them anywhere; and every other one a byte.
  private static let leastGain = 1 << 10

  /// Whether objects start like the ones before them at their places, as numbers that count up and times do, rather than
  /// like the ones before them at any.
  private func continueTheirOwn(
    _ samples: [[PlacedObject]], _ tape: borrowing TokenTape, tokenCount: Int
  ) -> Bool {
    var objects = samples.enumerated().flatMap { place, objects in
      objects.map { (index: Int($0.index), place: place) }
    }
    objects.sort { $0.index < $1.index }
    var newest = [Int?](repeating: nil, count: samples.count)
    var (valueCount, lookCount, gain) = (0, 0, 0)
    for (number, object) in objects.enumerated() {
      lookCount += tape[object.index].extent
      if let own = newest[object.place] {
        gain += commonCount(object.index, own, tape)
        gain -= commonCount(object.index, objects[number - 1].index, tape)
        valueCount += tape[object.index].extent / 2
      }
      newest[object.place] = object.index
    }
    return gain * 2 >= valueCount && gain * tokenCount >= Self.leastGain * max(lookCount, 1)
  }

  /// How many bytes the scalars in two objects start with in common.
  private func commonCount(_ left: Int, _ right: Int, _ tape: borrowing TokenTape) -> Int {
    guard tape[left].extent == tape[right].extent else { return 0 }
    var count = 0
    for member in 1..<tape[left].extent {
      let (one, other) = (tape[left + member], tape[right + member])
      guard one.isScalar, other.isScalar, one.kind != .key else { continue }
      let most = min(one.extent, other.extent, Self.mostCompared)
      count += (0..<most).first { source[one.offset + $0] != source[other.offset + $0] } ?? most
    }
    return count
  }

  /// The places of objects, in groups of those of which some have the same keys.
  private func namesakes() -> [[Int]] {
    var groups: [[Int]] = []
    var sequences: [KeySequence] = []
    var groupsOfNodes = Buffer<Int32>(repeating: -1, count: trie.nodeCount)
    for place in 0..<places.count where place != Places.root && !places[place].isMap {
      let counts = places[place].counts
      guard counts.objectCount >= Self.leastObjects,
        counts.sequenceCount < Self.leastObjects
      else { continue }
      sequences.removeAll(keepingCapacity: true)
      append(sequencesAt: place, to: &sequences)
      var group = -1
      for sequence in sequences where group < 0 { group = Int(groupsOfNodes[sequence.node]) }
      if group < 0 {
        group = groups.count
        groups.append([])
      }
      groups[group].append(place)
      for sequence in sequences {
        groupsOfNodes[sequence.node] = Int32(truncatingIfNeeded: group)
      }
    }
    return groups.filter { 2...PositionStyles.mostPositions ~= $0.count }
  }

  /// The first objects at some places.
  private struct Samples {
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

  /// The first objects at some places.
  private mutating func objects(
    at wanted: [Int], _ tape: borrowing TokenTape, most: Int, upTo tokenCount: Int
  ) -> Samples {
    makeRoomForSteps()
    var samples = Samples(of: wanted, among: places.count)
    var missing = samples.count
    var frames: [(cursor: Int, place: Int, outers: PlacedObject.Outers)] = []
    var (cursor, place) = (-1, Places.root)
    var outers = PlacedObject.Outers()
    var (index, ordinal) = (0, 0)
    while index < min(tape.count, tokenCount), missing > 0 {
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
