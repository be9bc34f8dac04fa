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

  /// The place of objects and those of all that stands between them and what they say, or `nil` where some are no
  /// echoes.
  func placesOfEchoes(
    _ objects: [PlacedObject], at place: Int, _ tape: borrowing TokenTape
  ) -> Set<Int>? {
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
    var places: Set = [place]
    for kind in kinds where kind.count >= Self.leastOfKind {
      guard let level = levelOfEcho(kind, tape) else { return nil }
      // Objects at a place may stand less deeply than others there.
      for object in kind {
        for outer in 0..<level where object.outers[outer].index >= 0 {
          places.insert(Int(object.outers[outer].place))
        }
      }
    }
    return kinds.contains { $0.count >= Self.leastOfKind } ? places : nil
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
    var (key, memberCount) = (Int(object) + 1, 0)
    while key < end, memberCount < Self.mostAround {
      let value = tape[key + 1]
      if value.isScalar { members.append((key, key + 1)) }
      key += value.isScalar ? 2 : value.extent + 2
      memberCount += 1
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
