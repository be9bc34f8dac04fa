// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Applies a merge patch to a text.
struct PatchApplication {
  let target: PatchText
  let patch: PatchText
  private var output: [UInt8] = []

  init(target: PatchText, patch: PatchText) {
    self.target = target
    self.patch = patch
  }

  mutating func run() -> [UInt8] {
    output += target.bytes[..<target.start(of: 0)]
    merge(0, into: 0)
    output += target.bytes[target.end(of: 0)...]
    return output
  }

  /// Writes what a value of the patch makes of a value of the target, or of nothing.
  private mutating func merge(_ value: Int, into old: Int?) {
    guard patch.isObject(value) else {
      output += patch.text(of: value)
      return
    }
    if let old, target.isObject(old) { change(old, value) } else { build(value) }
  }

  /// Writes an object of the patch without what it says to remove.
  private mutating func build(_ object: Int) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in Self.latest(patch.members(of: object)) where !isRemoval(member) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output += patch.text(of: member.key)
      output.append(UInt8(ascii: ":"))
      merge(member.value, into: nil)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Writes an object of the target with the changes of one of the patch.
  private mutating func change(_ object: Int, _ changes: Int) {
    let members = target.members(of: object)
    let new = Self.latest(patch.members(of: changes))
    let changed = Dictionary(uniqueKeysWithValues: new.map { ($0.name, $0) })
    let start = target.start(of: object) + 1
    // What stands before each key: a comma and whitespace, but for the first.
    let first = members.first.map { target.bytes[start..<target.start(of: $0.key)] } ?? []
    var end = start
    var isFirst = true
    output.append(UInt8(ascii: "{"))
    for member in members {
      let lead = target.bytes[end..<target.start(of: member.key)]
      end = target.end(of: member.value)
      let change = changed[member.name]
      if let change, isRemoval(change) { continue }
      output += isFirst ? first : lead
      isFirst = false
      output += target.bytes[target.start(of: member.key)..<target.start(of: member.value)]
      if let change {
        merge(change.value, into: member.value)
      } else {
        output += target.text(of: member.value)
      }
    }
    append(new, to: members, first, isFirst)
    output += target.bytes[end..<target.end(of: object)]
  }

  /// Writes the members that the target does not have, spaced as the others are.
  private mutating func append(
    _ new: [PatchText.Member], to members: [PatchText.Member], _ first: ArraySlice<UInt8>,
    _ wasFirst: Bool
  ) {
    var isFirst = wasFirst
    let known = Set(members.map(\.name))
    var lead = [UInt8(ascii: ",")] + first
    if members.count > 1 {
      lead = Array(
        target.bytes[target.end(of: members[0].value)..<target.start(of: members[1].key)])
    }
    let colon =
      members.first.map { target.bytes[target.end(of: $0.key)..<target.start(of: $0.value)] }
      ?? [UInt8(ascii: ":")]
    for member in new where !known.contains(member.name) && !isRemoval(member) {
      output += isFirst ? first : lead[...]
      isFirst = false
      output += patch.text(of: member.key)
      output += colon
      merge(member.value, into: nil)
    }
  }

  private func isRemoval(_ member: PatchText.Member) -> Bool {
    patch.tape.isNull(at: member.value)
  }

  /// The members without those that others of the same name follow.
  private static func latest(_ members: [PatchText.Member]) -> [PatchText.Member] {
    var seen: Set<[UInt8]> = []
    return members.reversed().filter { seen.insert($0.name).inserted }.reversed()
  }
}
