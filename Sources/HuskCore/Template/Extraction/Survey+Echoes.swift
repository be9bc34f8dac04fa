// SPDX-License-Identifier: Apache-2.0

/// Echoes: small objects that say again what stands around them, as `{"href":"https://example.com/orders/17"}` does
/// beside the `"id":17` of an order.
extension Survey {
  /// How many members they have at most, and objects have a place at least.
  private static let (mostMembers, leastObjects) = (4, 8)
  /// How many objects with parents at one place are looked at, at most and at least, and how many such places there
  /// may be.
  private static let (mostOfKind, leastOfKind, mostKinds) = (32, 8, 16)
  /// In how many objects those stand, at least, that are echoes of a member of these.
  private static let leastOuters = 4
  /// Strings with fewer bytes, and with more, are not looked at.
  private static let (leastString, mostString) = (8, 256)
  /// A value with fewer bytes is in many strings by chance, and so is the end of one.
  private static let (leastValue, leastEnd) = (4, 8)
  /// How many key sequences objects may have beside which echoes are always there.
  private static let mostSequences = 32
  /// How many members around are looked at, and of how many it is tried whether they are said again.
  private static let (mostAround, mostTried) = (64, 4)

  /// The places of objects that may be echoes.
  func echoPlaces() -> [Int] {
    (0..<places.count).filter { place in
      let counts = places[place].counts
      return place != Places.root && !places[place].isMap
        && counts.objectCount >= Self.leastObjects
        && counts.memberCount <= Self.mostMembers * counts.objectCount
        && !counts.memberKinds.haveContainers && counts.memberKinds.haveStrings
    }
  }

  /// Objects that are echoes.
  struct Echoes {
    /// Their place, and those of all that stands between them and what they say.
    var places: Set<Int>
    /// Whether they stand beside all that they say, so that they follow from it where they have shapes for each field in
    /// which they stand.
    var areAlwaysThere = true
    /// The place of the objects that have what they say, the last that was seen if there are several.
    fileprivate(set) var source = -1
    /// The pairs of places, of an object and one that it stands in, that were looked at.
    fileprivate var pairs: Set<[Int]> = []
  }

  /// What those at a place say, or `nil` where some are no echoes.
  func echoes(_ objects: [PlacedObject], at place: Int, _ tape: borrowing TokenTape) -> Echoes? {
    var kinds: [[PlacedObject]] = []
    for object in objects where object.outers[0].index >= 0 {
      let place = object.outers[0].place
      if let kind = kinds.firstIndex(where: { $0[0].outers[0].place == place }) {
        if kinds[kind].count < Self.mostOfKind { kinds[kind].append(object) }
      } else {
        guard kinds.count < Self.mostKinds else { return nil }
        kinds.append([object])
      }
    }
    var echoes = Echoes(places: [place])
    for kind in kinds where kind.count >= Self.leastOfKind {
      guard let level = levelOfEcho(kind, tape) else { return nil }
      for object in kind { add(object, at: place, level, to: &echoes, tape) }
    }
    return kinds.contains { $0.count >= Self.leastOfKind } ? echoes : nil
  }

  /// Adds an object that says what a member so far out says.
  private func add(
    _ object: PlacedObject, at place: Int, _ level: Int, to echoes: inout Echoes,
    _ tape: borrowing TokenTape
  ) {
    var inner = (index: Int(object.index), place: place)
    for outer in 0...level {
      let next = (index: Int(object.outers[outer].index), place: Int(object.outers[outer].place))
      // Objects at a place may stand less deeply than others there.
      guard next.index >= 0 else {
        echoes.areAlwaysThere = false
        return
      }
      echoes.places.insert(inner.place)
      if echoes.areAlwaysThere, echoes.pairs.insert([inner.place, next.place]).inserted {
        echoes.areAlwaysThere = areAlwaysThere(
          tape[inner.index - 1], inner.place, inObjectsAt: next.place)
      }
      inner = next
    }
    echoes.source = inner.place
  }

  /// So many times what they say, in halves, echoes say it at most that are not always there and have shapes for each
  /// field; more are better together, as they often say the same as the one before.
  private static let mostTimes = 3

  /// The places of echoes that are better together.
  func placesTogether(_ found: [(place: Int, echoes: Echoes)]) -> Set<Int> {
    let some = found.filter { !$0.echoes.areAlwaysThere }
    var counts: [Int: Int] = [:]
    for (place, echoes) in some {
      counts[echoes.source, default: 0] += places[place].counts.objectCount
    }
    return some.reduce(into: []) { together, echo in
      let sourceCount = places[echo.echoes.source].counts.objectCount
      let count = counts[echo.echoes.source] ?? 0
      if 2 * count > Self.mostTimes * sourceCount { together.formUnion(echo.echoes.places) }
    }
  }

  /// Whether all objects at an outer place have a key, and as many objects are at the inner one, that of its values.
  private func areAlwaysThere(_ key: Token, _ inner: Int, inObjectsAt outer: Int) -> Bool {
    guard places[inner].counts.objectCount >= places[outer].counts.objectCount,
      let number = trie.keys.find(key.range)
    else { return false }
    var sequences: [KeySequence] = []
    append(sequencesAt: outer, most: Self.mostSequences + 1, to: &sequences)
    guard sequences.count <= Self.mostSequences else { return false }
    var keys = Buffer<Int32>()
    return sequences.allSatisfy { sequence in
      trie.copyKeys(of: sequence.node, to: &keys)
      return (0..<keys.count).contains { Int(keys[$0]) == number }
    }
  }

  /// How far out a member stands, counted from 0, that says what a string in objects does whose parents are at one
  /// place.
  private func levelOfEcho(_ objects: [PlacedObject], _ tape: borrowing TokenTape) -> Int? {
    let first = objects[0]
    var triedCount = 0
    for (key, string) in scalars(of: first.index, tape) where tape[string].kind == .string {
      for level in 0..<PlacedObject.Outers.mostCount where first.outers[level].index >= 0 {
        for (name, value) in scalars(of: first.outers[level].index, tape)
        where says(tape[string], tape[value]) {
          triedCount += 1
          guard triedCount <= Self.mostTried else { return nil }
          let echo = Echo(member: key - Int(first.index), level: level, name: tape[name])
          if isHeard(echo, in: objects, tape) { return level }
        }
      }
    }
    return nil
  }

  /// A string of objects that may say what a member around them says.
  private struct Echo {
    /// Where the key of the string stands in each object, counted from its start.
    let member: Int
    /// How far out the other member stands, and its key.
    let level: Int
    let name: Token
  }

  /// Whether nearly all objects have an echo, of what is another value from one to the next.
  private func isHeard(
    _ echo: Echo, in objects: [PlacedObject], _ tape: borrowing TokenTape
  ) -> Bool {
    var (count, outerCount, changeCount) = (0, 0, 0)
    var last: (outer: Int32, value: ByteRange)?
    for object in objects {
      let outer = object.outers[echo.level].index
      guard outer >= 0, echo.member < tape[Int(object.index)].extent else { continue }
      let string = tape[Int(object.index) + echo.member + 1]
      let named = scalars(of: outer, tape).first {
        source.areEqual(tape[$0.key].range, echo.name.range)
      }
      guard let named, string.kind == .string, says(string, tape[named.value]) else { continue }
      count += 1
      if let last, last.outer == outer { continue }
      let value = tape[named.value].range
      outerCount += 1
      if last.map({ !source.areEqual($0.value, value) }) ?? true { changeCount += 1 }
      last = (outer, value)
    }
    return count * 8 >= objects.count * 7 && outerCount >= Self.leastOuters
      && changeCount * 2 >= outerCount
  }

  /// The keys and values of an object that are scalars, of the first members.
  private func scalars(
    of object: Int32, _ tape: borrowing TokenTape
  ) -> [(key: Int, value: Int)] {
    var members: [(key: Int, value: Int)] = []
    let end = Int(object) + tape[Int(object)].extent
    var key = Int(object) + 1
    for _ in 0..<Self.mostAround where key < end {
      let value = tape[key + 1]
      if value.isScalar { members.append((key, key + 1)) }
      key += value.isScalar ? 2 : value.extent + 2
    }
    return members
  }

  /// Whether a string holds a value, or ends like it.
  private func says(_ string: Token, _ value: Token) -> Bool {
    let content = string.content
    let said = value.kind == .string ? value.content : value.range
    guard value.kind == .string || value.kind == .number, said.count >= Self.leastValue,
      Self.leastString...Self.mostString ~= content.count
    else { return false }
    if source.commonSuffix(content, said, upTo: Self.leastEnd) >= Self.leastEnd { return true }
    guard said.count <= content.count else { return false }
    return (0...content.count - said.count).contains { start in
      source.areEqual(ByteRange(offset: content.offset + start, count: said.count), said)
    }
  }
}
