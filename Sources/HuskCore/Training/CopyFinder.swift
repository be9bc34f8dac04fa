// SPDX-License-Identifier: Apache-2.0

/// Finds slots whose strings hold the string of another slot of the same message.
struct CopyFinder {
  /// So many strings of a slot are looked at.
  private static let sampleCount = 128
  /// How many slots are looked at, of those met last before.
  private static let reach = 24
  /// A string that is looked for has at least so many bytes.
  private static let leastByteCount = 4

  /// The form of each slot whose strings hold another, or `nil`.
  private(set) var forms: [ValueForm?]

  /// One occurrence: the string, and where the other stands in it.
  private struct Occurrence {
    var string: ByteRange
    var copy: ByteRange
  }

  /// Looks for copies.
  ///
  /// - Complexity: O(*n*) for *n* records, and for each of some of them O(*b*) for *b* bytes.
  init(
    _ records: borrowing TrainingRecords, _ lines: MessageLines, minSupport: Int, slotCount: Int,
    _ isListed: (Int) -> Bool
  ) {
    var found = [[Int: [Occurrence]]](repeating: [:], count: slotCount)
    var looked = [Int](repeating: 0, count: slotCount)
    var last = [ByteRange?](repeating: nil, count: slotCount)
    var recent: [Int] = []
    var message: Int32 = -1
    for record in records.slots.indices where records.kinds[record] == .scalar {
      if records.messages[record] != message {
        message = records.messages[record]
        for slot in recent { last[slot] = nil }
        recent.removeAll(keepingCapacity: true)
      }
      let slot = Int(records.slots[record])
      let token = Token(word: records.words[record])
      guard token.kind == .string || token.kind == .key else { continue }
      let string = ByteRange(offset: token.offset + 1, count: token.extent - 2)
      if !isListed(record), looked[slot] < Self.sampleCount {
        looked[slot] += 1
        for other in recent.suffix(Self.reach) where other != slot {
          guard let copy = last[other], copy.count >= Self.leastByteCount,
            let place = Self.find(copy, in: string, records.source)
          else { continue }
          found[slot][other, default: []].append(
            Occurrence(string: string, copy: ByteRange(offset: place, count: copy.count)))
        }
      }
      if let place = recent.lastIndex(of: slot) { recent.remove(at: place) }
      recent.append(slot)
      last[slot] = string
    }
    let source = records.source
    forms = found.enumerated().map { slot, others in
      guard looked[slot] >= 4 else { return nil }
      let best = others.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
      guard let (other, occurrences) = best, occurrences.count * 10 >= looked[slot] * 9,
        lines.hold(occurrences.map(\.string), inMany: minSupport)
      else { return nil }
      return Self.form(other, occurrences, source)
    }
  }

  /// Where some bytes stand in a string first, or `nil`.
  private static func find(
    _ bytes: ByteRange, in string: ByteRange, _ source: ByteSource
  ) -> Int? {
    guard bytes.count <= string.count else { return nil }
    return (string.offset...string.end - bytes.count).first {
      source.areEqual(ByteRange(offset: $0, count: bytes.count), bytes)
    }
  }

  private static func form(
    _ other: Int, _ occurrences: [Occurrence], _ source: ByteSource
  ) -> ValueForm? {
    let fronts = occurrences.map {
      source.bytes(
        ByteRange(offset: $0.string.offset, count: $0.copy.offset - $0.string.offset))
    }
    let backs = occurrences.map {
      source.bytes(
        ByteRange(offset: $0.copy.end, count: $0.string.end - $0.copy.end))
    }
    let front = parts(fronts)
    let back = parts(backs)
    // One text at most, so that an encoder can tell where it ends.
    guard !(front.contains(.text) && back.contains(.text)) else { return nil }
    return .string(front + [.copy(slot: other)] + back)
  }

  /// What strings have in common at their start and end, and text between.
  private static func parts(_ strings: [[UInt8]]) -> [ValueForm.Part] {
    let first = strings[0]
    guard strings.contains(where: { $0 != first }) else {
      return first.isEmpty ? [] : [.literal(first)]
    }
    let shortest = strings.map(\.count).min() ?? 0
    let start =
      (0..<shortest).first { index in strings.contains { $0[index] != first[index] } }
      ?? shortest
    let end =
      (0..<shortest - start).first { index in
        strings.contains { $0[$0.count - 1 - index] != first[first.count - 1 - index] }
      } ?? shortest - start
    var parts: [ValueForm.Part] = []
    if start > 0 { parts.append(.literal(Array(first[..<start]))) }
    parts.append(.text)
    if end > 0 { parts.append(.literal(Array(first[(first.count - end)...]))) }
    return parts
  }
}
