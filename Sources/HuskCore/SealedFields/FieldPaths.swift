// SPDX-License-Identifier: Apache-2.0

/// Paths of fields that are sealed by themselves, such as `customer.card` (SPEC §14.8 Sealed fields).
///
/// They are written and followed as those of ``FieldSelection`` are: arrays on the way are passed
/// through, and a backslash takes the meaning from a dot or a backslash behind it.
public struct FieldPaths: Sendable {
  /// The most steps that all paths may have together.
  package static let maxStepCount = 65_536

  /// The steps of each path; none is the beginning of another one.
  package let paths: [[[UInt8]]]
  /// The same as a selection.
  let selection: FieldSelection
  /// For each node of the selection the number of the path that ends there, or -1.
  private let numbers: [Int]
  /// For each node a bit for each length that a key of a member has, the last one for longer ones.
  private let lengths: [UInt64]
  /// For each node the keys of its members, which are few, and the nodes they lead to.
  private let members: [[(key: [UInt8], node: Int)]]

  /// Creates paths such as `ssn` and `customer.card`, or nothing where there are none, one has an
  /// empty step or ends in a backslash, or they have more than 65,536 steps.
  ///
  /// A path of which another one is the beginning is left out: it adds nothing.
  public init?(_ paths: [String]) {
    var steps: [[[UInt8]]] = []
    for path in paths {
      guard let path = FieldSelection.steps(of: path) else { return nil }
      steps.append(path)
    }
    // The beginning of a path sorts before it.
    let all = Set(steps)
    var found: Set<[[UInt8]]> = []
    steps.removeAll { path in
      (1..<path.count).contains { all.contains(Array(path[..<$0])) } || !found.insert(path).inserted
    }
    self.init(steps: steps)
  }

  /// Creates paths from lists of them such as `ssn,customer.card`, as ``FieldSelection/init(list:)`` takes them, or
  /// nothing as for paths.
  public init?(lists: [String]) { self.init(lists.flatMap(FieldSelection.paths(ofList:))) }

  /// The paths as they are written, but for those with some numbers.
  package func texts(without numbers: Set<Int>) -> [String] {
    paths.indices.filter { !numbers.contains($0) }.map { FieldSelection.text(of: paths[$0]) }
  }

  /// Creates paths from their steps, or nothing where one is empty or the beginning of another.
  package init?(steps paths: [[[UInt8]]]) {
    let count = paths.reduce(0) { $0 + $1.count }
    guard !paths.isEmpty, count <= Self.maxStepCount,
      paths.allSatisfy({ !$0.isEmpty && !$0.contains([]) })
    else { return nil }
    var selection = FieldSelection(paths: [])
    for path in paths { selection?.add(path) }
    guard let selection else { return nil }
    var numbers = Array(repeating: -1, count: selection.nodes.count)
    for (number, path) in paths.enumerated() {
      let node = path.reduce(0) { selection.nodes[$0].members[$1] ?? 0 }
      guard numbers[node] < 0, selection.nodes[node].members.isEmpty else { return nil }
      numbers[node] = number
    }
    self.paths = paths
    self.selection = selection
    self.numbers = numbers
    members = selection.nodes.map { node in node.members.map { (key: $0.key, node: $0.value) } }
    lengths = selection.nodes.map { node in
      node.members.keys.reduce(0) { $0 | Self.lengthBit($1.count) }
    }
  }

  @inline(__always) private static func lengthBit(_ count: Int) -> UInt64 {
    1 << UInt64(min(count, 63))
  }

  /// The node that a key leads to; most keys are told by their length that they lead nowhere.
  @inline(__always) private func member(
    _ key: ByteRange, of node: Int, _ source: ByteSource
  ) -> Int? {
    let content = ByteRange(offset: key.offset + 1, count: key.count - 2)
    if hasEscape(key, source) { return selection.member(source.bytes(key), of: node) }
    guard lengths[node] & Self.lengthBit(content.count) != 0 else { return nil }
    for member in members[node] where source.areEqual(content, member.key) { return member.node }
    return nil
  }

  /// Whether there is a backslash in a key, eight bytes at a time.
  @inline(__always) private func hasEscape(_ key: ByteRange, _ source: ByteSource) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var offset = key.offset
    while offset < key.end {
      // Beyond the key there is its colon, and perhaps a backslash: then the slow way tells.
      let word = source.word(at: offset) ^ (ones &* UInt64(ASCII.backslash))
      if (word &- ones) & ~word & (ones &* 0x80) != 0 { return true }
      offset &+= 8
    }
    return false
  }

  /// Whether a selection shows any of these fields, or a part of one.
  func areWanted(by wanted: Selection) -> Bool {
    var node = 0
    for step in wanted.array ?? [] {
      guard let next = selection.nodes[node].members[step] else { return false }
      node = next
      if numbers[node] >= 0 { return true }
    }
    return overlap(node, wanted.fields, 0)
  }

  private func overlap(_ node: Int, _ wanted: FieldSelection, _ other: Int) -> Bool {
    if numbers[node] >= 0 || wanted.nodes[other].isWhole { return true }
    return wanted.nodes[other].members.contains { key, next in
      selection.nodes[node].members[key].map { overlap($0, wanted, next) } ?? false
    }
  }
}

extension FieldPaths {
  /// A value at one of the paths.
  package struct Place {
    /// Its first token.
    package var token: Int
    /// The number of the path.
    package var path: Int
  }

  /// Finds the values of these fields in rows, in document order.
  ///
  /// - Complexity: O(*n* × *m*) for *n* members of objects on the way and *m* paths that part there.
  package func places(in tape: borrowing TokenTape, _ source: ByteSource) -> [Place] {
    var places: [Place] = []
    var index = 0
    while index < tape.count {
      find(at: index, 0, tape, source, &places)
      index = Tokenizer.end(of: index, on: tape)
    }
    return places
  }

  /// The nesting is that of the rows, which the tokenizer has limited.
  private func find(
    at index: Int, _ node: Int, _ tape: borrowing TokenTape, _ source: ByteSource,
    _ places: inout [Place]
  ) {
    let token = tape[index]
    let close = index + token.extent
    var next = index + 1
    switch token.kind {
    case .openObject:
      while next < close {
        if let member = member(tape[next].range, of: node, source) {
          if numbers[member] >= 0 {
            places.append(Place(token: next + 1, path: numbers[member]))
          } else {
            find(at: next + 1, member, tape, source, &places)
          }
        }
        next = Tokenizer.end(of: next + 1, on: tape)
      }
    case .openArray:
      while next < close {
        find(at: next, node, tape, source, &places)
        next = Tokenizer.end(of: next, on: tape)
      }
    default: break
    }
  }
}

extension FieldPaths: Equatable {
  /// Whether two are the same paths in the same order.
  public static func == (left: FieldPaths, right: FieldPaths) -> Bool { left.paths == right.paths }
}

extension FieldPaths: CustomStringConvertible {
  /// The paths as they are written, with commas between.
  public var description: String {
    paths.map(FieldSelection.text(of:)).joined(separator: ", ")
  }
}
