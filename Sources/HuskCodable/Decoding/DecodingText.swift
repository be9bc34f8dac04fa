// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A text that values are decoded from, and how; all decoders and containers of it share this.
final class DecodingText {
  let tape: ValueTape
  let settings: DecodingSettings
  /// The keys that lead to the text, where it is a part of something.
  var basePath: [any CodingKey] = []
  /// The array whose elements are texts of their own, where there is one.
  var rows: Int?

  /// The object that was read from last, and the index of the key behind the member read last.
  private var lastObject = -1
  private var nextKey = 0
  /// The arrays and objects around the values; built where they are asked for.
  private lazy var places = PlaceTable(tape)
  /// What members are called, where that is not what the text calls them.
  private var names: [Int: MemberNames] = [:]
  /// The types of values, where types have aliases.
  private var types: [Int: ObjectIdentifier] = [:]
  /// How many values are being decoded, one in the other.
  private var depth = 0
  /// The objects of classes that were decoded.
  lazy var objects = DecodedObjects(tape)

  /// Whether members are called as the keys are, and objects are values.
  let isPlain: Bool
  private let recursionLimit: Int

  init(_ tape: ValueTape, _ settings: DecodingSettings) {
    self.tape = tape
    self.settings = settings
    isPlain = !settings.changesNames && !settings.preservesReferences
    recursionLimit = settings.recursionLimit
  }

  /// Goes inside of the value at an index, unless it is inside of too many.
  @inline(__always) func enter(_ index: Int) throws {
    guard depth < recursionLimit else { throw tooDeep(index) }
    depth &+= 1
  }

  /// Goes out of a value.
  @inline(__always) func leave() { depth &-= 1 }

  @inline(never) private func tooDeep(_ index: Int) -> DecodingError {
    let error = HuskError(
      .limitExceeded, "values are nested deeper than the limit of \(settings.limits.depth)")
    return .dataCorrupted(
      .init(
        codingPath: path(to: index), debugDescription: error.description, underlyingError: error))
  }

  // MARK: - Members

  /// The index of the value of a member, or `nil` where there is none.
  @inline(__always) func member(_ key: some CodingKey, of object: Int) -> Int? {
    guard let found = find(key, in: object) else { return nil }
    if isPlain || !settings.changesNames { moved(behind: found, of: object) }
    return found
  }

  /// The index of the value of a member that is not read yet, so that the same one is found then.
  @inline(__always) func find(_ key: some CodingKey, in object: Int) -> Int? {
    guard isPlain || !settings.changesNames else {
      return names(of: object).values[key.stringValue]
    }
    let name = isPlain ? key.stringValue : ReferenceKeys.escape(key.stringValue)
    let hint = lastObject == object ? nextKey : object &+ 1
    guard let found = tape.member(name, of: object, hint: hint) else { return nil }
    return found &+ 1
  }

  /// Says that the member whose value is at `value` was read last.
  @inline(__always) func moved(behind value: Int, of object: Int) {
    lastObject = object
    nextKey = tape.end(of: value)
  }

  /// Refuses a member that would be called as another one is.
  func checkName(of key: some CodingKey, in object: Int) throws {
    let name = key.stringValue
    guard settings.hasAliases else { return }
    guard let reason = names(of: object).aliases?.collision(of: name, name) else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: path(to: object) + [key], debugDescription: reason))
  }

  /// What the members of an object are called.
  func names(of object: Int) -> MemberNames {
    if let known = names[object] { return known }
    let aliases = settings.hasAliases ? aliases(of: object) : nil
    var found = MemberNames(aliases: aliases)
    forEachMember(of: object) { key in
      guard let name = found.name(of: tape.string(at: key) ?? "", settings, path(to: object))
      else { return }
      if found.values[name] == nil {
        found.order.append(name)
        found.values[name] = key + 1
      }
      found.names[key] = name
    }
    names[object] = found
    return found
  }

  private func aliases(of object: Int) -> AliasTable? {
    settings.rules.aliases.table(aliasNode(of: object), types[object])
  }

  /// Where a value stands among the paths that have aliases.
  private func aliasNode(of index: Int) -> Int? {
    guard let parent = places.parent(of: index) else { return 0 }
    let node = aliasNode(of: parent)
    guard node != nil, tape.kind(at: parent) == .openObject else { return node }
    return settings.rules.aliases.member(name(at: index - 1, in: parent), of: node)
  }

  /// Says of what type a value is.
  func describe(_ index: Int, type: Any.Type) {
    let type = ObjectIdentifier(type)
    guard types[index] != type else { return }
    types[index] = type
    names[index] = nil
  }

  func forEachMember(of object: Int, _ body: (Int) -> Void) {
    let close = tape.close(of: object)
    var key = object + 1
    while key < close {
      body(key)
      key = tape.end(of: key + 1)
    }
  }

  /// The name of a member whose key is data, or `nil` where it is none of the data.
  func plainName(at key: Int) -> String? {
    let name = tape.string(at: key) ?? ""
    return settings.preservesReferences ? ReferenceKeys.unescape(name) : name
  }

  /// What the key at an index is called in the model.
  private func name(at key: Int, in object: Int) -> String {
    guard settings.changesNames else { return plainName(at: key) ?? "" }
    return names(of: object).names[key] ?? tape.string(at: key) ?? ""
  }

  // MARK: - Paths

  /// The keys that lead to the value at an index.
  ///
  /// The text tells them, so that nothing is kept for those that nobody asks for.
  func path(to index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = index
    while let parent = places.parent(of: index), parent != rows {
      if tape.kind(at: parent) == .openObject {
        path.append(PathKey(name(at: index - 1, in: parent)))
      } else {
        path.append(PathKey(index: places.number(of: index)))
      }
      index = parent
    }
    return basePath + path.reversed()
  }
}

/// For each token the array or object around it, and the number of a value among its siblings.
private struct PlaceTable {
  private var parents: [Int32] = []
  private var numbers: [Int32] = []

  init(_ tape: ValueTape) {
    parents.reserveCapacity(tape.count)
    numbers.reserveCapacity(tape.count)
    var open: [(index: Int32, count: Int32)] = []
    for index in 0..<tape.count {
      let kind = tape.kind(at: index)
      if kind == .closeObject || kind == .closeArray { open.removeLast() }
      parents.append(open.last?.index ?? -1)
      numbers.append(open.last?.count ?? 0)
      if kind != .key, kind != .closeObject, kind != .closeArray, !open.isEmpty {
        open[open.count - 1].count += 1
      }
      if kind == .openObject || kind == .openArray { open.append((Int32(index), 0)) }
    }
  }

  func parent(of index: Int) -> Int? { parents[index] < 0 ? nil : Int(parents[index]) }

  func number(of index: Int) -> Int { Int(numbers[index]) }
}
