// SPDX-License-Identifier: Apache-2.0

/// An object at a place, and what it stands in.
struct PlacedObject: BitwiseCopyable {
  /// Where it starts in the tokens.
  var index: Int32
  /// Where the object starts that has it as the value of a member, and the one that has that one, or -1.
  var (parent, grandparent): (Int32, Int32)
  /// The trie node of the former, or -1.
  var parentNode: Int32

  /// How far out an object is that has another one in it.
  enum Level: CaseIterable {
    case parent, grandparent
  }

  /// Where the object starts that is so far out, or -1.
  func outer(_ level: Level) -> Int32 { level == .parent ? parent : grandparent }
}

/// Echoes: small objects that say again what stands around them, as `{"href":"https://example.com/orders/17"}` does
/// beside the `"id":17` of an order.
extension Survey {
  /// How many members they have at most, and objects have a place at least.
  private static let (mostMembers, leastObjects) = (4, 8)
  /// How many objects with a parent of one kind are looked at, at most and at least, and how many kinds there may be.
  private static let (mostOfKind, leastOfKind, mostKinds) = (16, 8, 8)
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

  /// Whether most objects at a place are echoes, so that they are to have columns for each field in which they stand:
  /// there, what they say follows from other columns.
  func areEchoes(_ objects: [PlacedObject], _ tape: borrowing TokenTape) -> Bool {
    var kinds: [[PlacedObject]] = []
    for object in objects where object.parent >= 0 {
      if let kind = kinds.firstIndex(where: { $0[0].parentNode == object.parentNode }) {
        if kinds[kind].count < Self.mostOfKind { kinds[kind].append(object) }
      } else {
        guard kinds.count < Self.mostKinds else { return false }
        kinds.append([object])
      }
    }
    let usual = kinds.filter { $0.count >= Self.leastOfKind }
    return !usual.isEmpty && usual.allSatisfy { haveEcho($0, tape) }
  }

  /// Whether a string in objects whose parents are alike says what some member around them says.
  private func haveEcho(_ objects: [PlacedObject], _ tape: borrowing TokenTape) -> Bool {
    let first = objects[0]
    var triedCount = 0
    for (key, string) in scalars(of: first.index, tape) where tape[string].kind == .string {
      for level in PlacedObject.Level.allCases where first.outer(level) >= 0 {
        for (name, value) in scalars(of: first.outer(level), tape)
        where says(tape[string], tape[value]) {
          triedCount += 1
          guard triedCount <= Self.mostTried else { return false }
          let echo = Echo(member: key - Int(first.index), level: level, name: tape[name])
          if isHeard(echo, in: objects, tape) { return true }
        }
      }
    }
    return false
  }

  /// A string of objects that may say what a member around them says.
  private struct Echo {
    /// Where the key of the string stands in each object, counted from its start.
    let member: Int
    /// What the other member is one of, and its key.
    let level: PlacedObject.Level
    let name: Token
  }

  /// Whether nearly all objects have an echo, of what is another value from one to the next.
  private func isHeard(
    _ echo: Echo, in objects: [PlacedObject], _ tape: borrowing TokenTape
  ) -> Bool {
    var (count, changeCount) = (0, 0)
    var last: ByteRange?
    for object in objects {
      let around = object.outer(echo.level)
      guard around >= 0, echo.member < tape[Int(object.index)].extent else { continue }
      let string = tape[Int(object.index) + echo.member + 1]
      let named = scalars(of: around, tape).first {
        source.areEqual(tape[$0.key].range, echo.name.range)
      }
      guard let named, string.kind == .string, says(string, tape[named.value]) else { continue }
      let value = tape[named.value].range
      count += 1
      if last.map({ !source.areEqual($0, value) }) ?? true { changeCount += 1 }
      last = value
    }
    return count * 8 >= objects.count * 7 && changeCount * 2 >= objects.count
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
