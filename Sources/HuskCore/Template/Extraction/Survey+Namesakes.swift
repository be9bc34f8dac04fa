// SPDX-License-Identifier: Apache-2.0

/// Objects that have the same keys at several places, as `{"S":"x"}` stands for a string anywhere.
extension Survey {
  /// Fewer objects at a place are not told apart from others.
  private static let leastObjects = 32
  /// How many objects of a place are looked at, and up to how many tokens they are looked for; and the same where
  /// all that is asked is whether they are echoes.
  private static let (mostSamples, mostTokens) = (128, 1 << 15)
  private static let (mostEchoes, mostTokensOfEchoes) = (32, 1 << 12)

  /// Marks the places whose objects have the keys of those at other places but look otherwise, so that they have shapes
  /// of their own, and columns; and those of echoes, which have some in each field.
  ///
  /// - Complexity: O(*p* + *s*) for *p* places and *s* key sequences, and the tokens of a sample where some places are
  ///   to be compared.
  mutating func findShapesByPlace(_ tape: borrowing TokenTape) {
    let (groups, echoes) = (namesakes(), echoPlaces())
    guard !groups.isEmpty || !echoes.isEmpty else { return }
    let samples =
      groups.isEmpty
      ? objects(at: echoes, tape, most: Self.mostEchoes, upTo: Self.mostTokensOfEchoes)
      : objects(
        at: groups.flatMap(\.self) + echoes, tape, most: Self.mostSamples, upTo: Self.mostTokens)
    for place in echoes where areEchoes(samples[place] ?? [], tape) {
      places[place].hasShapesByField = true
    }
    for group in groups {
      var styles = PositionStyles(source)
      var tokenCount = 0
      for (position, place) in group.enumerated() {
        let counts = places[place].counts
        tokenCount += 2 * counts.memberCount + counts.objectCount
        for object in samples[place] ?? [] {
          _ = styles.add(tape, at: Int(object.index), position: position)
        }
      }
      // What many places share, as the nodes of a syntax tree, is better together: so it has to be certain.
      if styles.differ(areMany: false, allCount: tokenCount)
        || continueTheirOwn(group.map { samples[$0] ?? [] }, tape, tokenCount: tokenCount)
      {
        for place in group { places[place].hasOwnShapes = true }
      }
    }
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

  /// How many bytes the values of two objects of scalars start with in common.
  private func commonCount(_ left: Int, _ right: Int, _ tape: borrowing TokenTape) -> Int {
    guard tape[left].extent == tape[right].extent else { return 0 }
    var count = 0
    for member in stride(from: 2, to: tape[left].extent, by: 2) {
      let (one, other) = (tape[left + member], tape[right + member])
      let most = min(one.extent, other.extent, Self.mostCompared)
      count += (0..<most).first { source[one.offset + $0] != source[other.offset + $0] } ?? most
    }
    return count
  }

  /// The places of objects of scalars, in groups of those of which some have the same keys.
  private func namesakes() -> [[Int]] {
    var groups: [[Int]] = []
    var sequences: [KeySequence] = []
    var groupsOfNodes = Buffer<Int32>(repeating: -1, count: trie.nodeCount)
    for place in 0..<places.count where place != Places.root && !places[place].isMap {
      let counts = places[place].counts
      guard counts.objectCount >= Self.leastObjects, !counts.memberKinds.haveContainers,
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
  private mutating func objects(
    at wanted: [Int], _ tape: borrowing TokenTape, most: Int, upTo tokenCount: Int
  ) -> [Int: [PlacedObject]] {
    makeRoomForSteps()
    var samples: [Int: [PlacedObject]] = [:]
    for place in wanted { samples[place] = [] }
    var missing = samples.count
    var frames: [(cursor: Int, place: Int, object: PlacedObject)] = []
    var (cursor, place) = (-1, Places.root)
    // What is being gone through, if it is an object.
    let none = PlacedObject(index: -1, parent: -1, grandparent: -1, parentNode: -1)
    var outer = none
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
        frames.append((cursor, place, outer))
        (cursor, place, outer) = (-1, places.place(ofElementsAt: place), none)
      case .openObject:
        let count = samples[place]?.count ?? most
        var object = PlacedObject(
          index: Int32(truncatingIfNeeded: index), parent: outer.index, grandparent: outer.parent,
          parentNode: outer.parentNode)
        if count < most {
          samples[place, default: []].append(object)
          let isLast = count + 1 == min(most, places[place].counts.objectCount)
          missing -= isLast ? 1 : 0
        }
        frames.append((cursor, place, outer))
        // What stands in it has its node for that of its parent.
        object.parentNode = nodes[ordinal]
        outer = object
        let node = Int(nodes[ordinal])
        ordinal += 1
        if node >= 0 {
          cursor = steps(to: node)
        } else {
          (cursor, place) = (-1, places.place(ofMapValuesAt: place))
        }
      case .closeArray, .closeObject: (cursor, place, outer) = frames.removeLast()
      default: break
      }
      index += 1
    }
    return samples
  }
}
