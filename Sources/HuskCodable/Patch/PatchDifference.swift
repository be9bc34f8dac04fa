// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Makes the merge patch that turns one text into another.
struct PatchDifference {
  let old: PatchText
  let new: PatchText
  private var output: [UInt8] = []

  init(old: PatchText, new: PatchText) {
    self.old = old
    self.new = new
  }

  mutating func run() throws(HuskError) -> [UInt8] {
    if old.isObject(0), new.isObject(0) {
      try compare(0, 0)
    } else {
      try replace(with: 0)
    }
    return output
  }

  /// Writes the patch for two objects.
  private mutating func compare(_ before: Int, _ after: Int) throws(HuskError) {
    let members = new.members(of: after)
    let kept = Set(members.map(\.name))
    // Of members of one name the last one counts, as most readers have it.
    let earlier = Dictionary(old.members(of: before).map { ($0.name, $0) }) { $1 }
    let latest = Dictionary(members.map { ($0.name, $0) }) { $1 }
    var isFirst = true
    output.append(UInt8(ascii: "{"))
    for member in old.members(of: before) where !kept.contains(member.name) {
      guard earlier[member.name]?.key == member.key else { continue }
      begin(old.text(of: member.key), &isFirst)
      output += Array("null".utf8)
    }
    for member in members where latest[member.name]?.key == member.key {
      let start = (count: output.count, isFirst: isFirst)
      guard let was = earlier[member.name] else {
        begin(new.text(of: member.key), &isFirst)
        try replace(with: member.value)
        continue
      }
      guard old.text(of: was.value) != new.text(of: member.value) else { continue }
      begin(new.text(of: member.key), &isFirst)
      if old.isObject(was.value), new.isObject(member.value) {
        let mark = output.count
        try compare(was.value, member.value)
        // Only whitespace or the order differ.
        guard output.count == mark + 2 else { continue }
        output.removeLast(output.count - start.count)
        isFirst = start.isFirst
      } else {
        try replace(with: member.value)
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ key: ArraySlice<UInt8>, _ isFirst: inout Bool) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    isFirst = false
    output += key
    output.append(UInt8(ascii: ":"))
  }

  /// Writes a value as it is, which a patch can do unless one of its members is null.
  private mutating func replace(with value: Int) throws(HuskError) {
    try refuseNulls(value)
    output += new.text(of: value)
  }

  private func refuseNulls(_ value: Int) throws(HuskError) {
    if value > 0, new.tape.isNull(at: value), new.tape.kind(at: value - 1) == .key {
      throw HuskError(
        .invalidValue, at: new.start(of: value), "a merge patch cannot make a member null")
    }
    guard new.isObject(value) else { return }
    for member in new.members(of: value) { try refuseNulls(member.value) }
  }
}
