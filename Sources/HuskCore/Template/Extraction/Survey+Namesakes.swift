// SPDX-License-Identifier: Apache-2.0

/// Objects that have the same keys at several places, as `{"S":"x"}` stands for a string anywhere.
extension Survey {
  /// Fewer objects at a place are not told apart from others, and even fewer where they hold long lists.
  private static let (leastObjects, leastOfLong) = (32, 4)
  /// So many elements there are in long lists, at all places where one of the keys leads to them.
  private static let leastElements = 1 << 12
  /// Objects of more members are not compared: what is in them would have columns of its own, too.
  ///
  /// Members of objects in them count as well, among so many tokens.
  private static let (mostMembers, mostCounted) = (32, 1 << 12)
  /// So many tokens of the places of a group are looked at, about.
  private static let mostLooks = 1 << 13
  /// How many objects of a place are looked at.
  private static let mostSamples = 128
  /// Up to how many tokens they are looked for: where there are some of scalars that have the same keys, and otherwise.
  private static let (mostTokens, mostTokensOfOthers) = (1 << 15, 1 << 12)

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
    let samples = objects(
      at: groups.flatMap(\.self) + echoPlaces, tape, most: Self.mostSamples,
      upTo: haveScalars ? Self.mostTokens : Self.mostTokensOfOthers)
    for place in echoPlaces {
      // What they say follows from other columns only where those of each field have their own.
      for echo in placesOfEchoes(samples[place], at: place, tape) ?? [] {
        places[echo].hasShapesByField = true
      }
    }
    for group in groups where lookOtherwise(group, group.map { samples[$0] }, tape) {
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
      let limit = styles.lookCount + Self.mostLooks / group.count
      var (extent, sampleCount) = (0, 0)
      for object in samples[position] where styles.lookCount < limit {
        guard areFew(membersOf: Int(object.index), tape) else { return false }
        _ = styles.add(tape, at: Int(object.index), position: position)
        extent += tape[Int(object.index)].extent
        sampleCount += 1
      }
      tokenCount += extent * places[place].counts.objectCount / max(sampleCount, 1)
    }
    // What many places share, as the nodes of a syntax tree, is better together: so it has to be certain.
    return styles.differ(areMany: false, allCount: tokenCount)
      || continueTheirOwn(samples, tape, tokenCount: tokenCount)
  }

  /// Whether an object has no more members than are compared, of those that stand among its first tokens; lists of
  /// scalars count as one.
  private func areFew(membersOf object: Int, _ tape: borrowing TokenTape) -> Bool {
    let end = object + tape[object].extent
    var (index, memberCount, lookCount) = (object + 1, 0, 0)
    while index < end, lookCount < Self.mostCounted {
      let token = tape[index]
      memberCount += token.kind == .key ? 1 : 0
      guard memberCount <= Self.mostMembers else { return false }
      let isFlat =
        token.kind == .openArray && token.extent == tape[index + token.extent].extent + 1
      index += isFlat ? token.extent + 1 : 1
      lookCount += 1
    }
    return true
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
        let last = objects[number - 1].index
        if own != last {
          gain += commonCount(object.index, own, tape)
          gain -= commonCount(object.index, last, tape)
        }
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
      count += source.commonByteCount(
        one.offset, other.offset, most: min(one.extent, other.extent, Self.mostCompared))
    }
    return count
  }

  /// Whether one of the keys of the first object at a place leads to long lists.
  private func haveLongLists(at place: Int) -> Bool {
    guard places[place].counts.memberKinds.haveContainers else { return false }
    var node = allSequences[Int(places[place].counts.firstSequence)].node
    while node != KeyTrie.root {
      let inner = places.knownPlace(ofKey: trie.key(of: node))
      if places[inner].counts.elementCount >= Self.leastElements { return true }
      node = trie.parent(of: node)
    }
    return false
  }

  /// The places of objects, in groups of those of which some have the same keys.
  private func namesakes() -> [[Int]] {
    var groups: [[Int]] = []
    var sequences: [KeySequence] = []
    var groupsOfNodes = Buffer<Int32>(repeating: -1, count: trie.nodeCount)
    for place in 0..<places.count where place != Places.root && !places[place].isMap {
      let counts = places[place].counts
      guard counts.sequenceCount < Self.leastObjects,
        counts.objectCount >= Self.leastObjects
          || counts.objectCount >= Self.leastOfLong && haveLongLists(at: place)
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
}
