// SPDX-License-Identifier: Apache-2.0

/// Makes a shorter text of a block that is mostly large objects with the same keys: an array of some of them, with the
/// same members of each.
///
/// What stands in runs of the text, as ``TextSample`` takes it, is another part of each such object, so that hardly a
/// field recurs there.
struct AlikeSample: ~Copyable {
  /// A block has so many objects at least.
  private static let leastObjectCount = 16
  /// They have one byte in so many of the text at least.
  private static let leastShare = 2
  /// They have a token in so many bytes at least: long strings take the same in columns.
  private static let mostBytesOfToken = 32
  /// How many places are spread over them, and how many neighbours there are at each.
  private static let (placeCount, neighbourCount) = (8, 2)
  /// So many of these have the keys of the first one, which are those in the sample.
  private static let leastAlikeCount = 12
  /// A sample that would have so many times the bytes that are asked for, as one member has most of them, is not made.
  private static let mostTimes = 2
  /// Objects that stand deeper are not looked for, nor are they among more values.
  private static let (depthLimit, mostValueCount) = (8, 1 << 16)

  private let source: ByteSource

  /// Returns an array of objects of a block as a JSON text of about `byteCount` bytes, or `nil` where they are few or
  /// unlike, or hold too much.
  ///
  /// - Complexity: O(*n*) for *n* values beside the objects, or in those that are kept.
  static func json(_ block: borrowing RowBlock, byteCount: Int) -> [UInt8]? {
    let sample = AlikeSample(source: block.bytes.source)
    let objects = sample.objects(in: 0..<block.tape.count, block.tape, depth: 0)
    guard let alike = sample.alike(objects, block.tape) else { return nil }
    let members = sample.members(of: alike[0], byteCount / alike.count, block.tape)
    var text = [ASCII.openBracket]
    for object in alike {
      if text.count > 1 { text.append(ASCII.comma) }
      let kept = object.members[members]
      let start = block.tape[kept[kept.startIndex].key].offset
      let end = sample.end(of: kept[kept.endIndex - 1].value, block.tape)
      guard text.count + end - start <= mostTimes * byteCount else { return nil }
      text.append(ASCII.openBrace)
      sample.source.append(ByteRange(offset: start, count: end - start), to: &text)
      text.append(ASCII.closeBrace)
    }
    text.append(ASCII.closeBracket)
    return text
  }

  /// The places of the key and the value of a member, among tokens.
  private typealias Member = (key: Int, value: Int)

  /// An object with its members.
  private struct Object {
    let members: [Member]
  }

  /// Where a value ends, which starts with a token.
  private func end(of value: Int, _ tape: borrowing TokenTape) -> Int {
    let token = tape[value]
    let isContainer = token.kind == .openObject || token.kind == .openArray
    return isContainer ? tape[value + token.extent].offset + 1 : token.offset + token.extent
  }

  /// The objects that a run of values mostly consists of: they stand in it, or in the largest of its values; none
  /// where it consists of something else.
  private func objects(
    in tokens: Range<Int>, _ tape: borrowing TokenTape, depth: Int
  ) -> [Int] {
    var objects: [Int] = []
    var (objectByteCount, objectTokenCount, valueCount) = (0, 0, 0)
    var largest = (index: 0, byteCount: 0)
    var index = tokens.lowerBound
    while index < tokens.upperBound {
      let token = tape[index]
      valueCount += 1
      guard valueCount <= Self.mostValueCount else { return [] }
      guard token.kind == .openObject || token.kind == .openArray else {
        index += 1
        continue
      }
      let byteCount = end(of: index, tape) - token.offset
      if token.kind == .openObject {
        objects.append(index)
        objectByteCount += byteCount
        objectTokenCount += token.extent
      }
      if byteCount > largest.byteCount { largest = (index, byteCount) }
      index += token.extent + 1
    }
    if objects.count >= Self.leastObjectCount,
      objectByteCount * Self.leastShare >= source.count
    {
      return objectByteCount <= Self.mostBytesOfToken * objectTokenCount ? objects : []
    }
    guard largest.byteCount * Self.leastShare >= source.count, depth < Self.depthLimit else {
      return []
    }
    let inner = largest.index + 1..<largest.index + tape[largest.index].extent
    return self.objects(in: inner, tape, depth: depth + 1)
  }

  /// Some of the objects that are spread over all, and have the same keys, or `nil` where most have others.
  private func alike(_ objects: [Int], _ tape: borrowing TokenTape) -> [Object]? {
    guard objects.count >= Self.leastObjectCount else { return nil }
    var alike: [Object] = []
    for place in 0..<Self.placeCount {
      let first = place * (objects.count - Self.neighbourCount) / (Self.placeCount - 1)
      for index in first..<first + Self.neighbourCount {
        let object = Object(members: members(of: objects[index], tape))
        guard let model = alike.first ?? (object.members.isEmpty ? nil : object) else { continue }
        if haveSameKeys(object, model, tape) { alike.append(object) }
      }
    }
    return alike.count >= Self.leastAlikeCount ? alike : nil
  }

  private func members(of object: Int, _ tape: borrowing TokenTape) -> [Member] {
    var members: [Member] = []
    var key = object + 1
    while key < object + tape[object].extent {
      members.append((key, key + 1))
      let value = tape[key + 1]
      let isContainer = value.kind == .openObject || value.kind == .openArray
      key += isContainer ? value.extent + 2 : 2
    }
    return members
  }

  private func haveSameKeys(
    _ object: Object, _ other: Object, _ tape: borrowing TokenTape
  ) -> Bool {
    guard object.members.count == other.members.count else { return false }
    for (member, same) in zip(object.members, other.members)
    where !source.areEqual(tape[member.key].range, tape[same.key].range) {
      return false
    }
    return true
  }

  /// Members of an object that have about so many bytes: all, or those behind the first third.
  private func members(
    of object: Object, _ byteCount: Int, _ tape: borrowing TokenTape
  ) -> Range<Int> {
    func offset(_ member: Int) -> Int { tape[object.members[member].key].offset }
    let count = object.members.count
    let end = end(of: object.members[count - 1].value, tape)
    if end - offset(0) <= byteCount { return 0..<count }
    let first = count / 3
    let limit = offset(first) + byteCount
    let last = (first + 1..<count).first { offset($0) > limit } ?? count
    return first..<last
  }
}
