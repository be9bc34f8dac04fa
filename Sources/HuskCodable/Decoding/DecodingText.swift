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

  /// The object that was read from last, and the index of the key behind the member read last.
  private var lastObject = -1
  private var nextKey = 0
  /// The number of arrays and objects around a value, by its index; built for the first error.
  private var places: PlaceTable?
  /// What keys are called once the strategy has changed them.
  private var names: [Int: [String: Int]] = [:]

  init(_ tape: ValueTape, _ settings: DecodingSettings) {
    self.tape = tape
    self.settings = settings
  }

  // MARK: - Members

  /// The index of the value of a member, or `nil` where there is none.
  @inline(__always) func member(_ key: some CodingKey, of object: Int) -> Int? {
    guard !settings.changesKeys else { return names(of: object)[key.stringValue] }
    let hint = lastObject == object ? nextKey : object &+ 1
    guard let found = tape.member(key.stringValue, of: object, hint: hint) else { return nil }
    moved(behind: found &+ 1, of: object)
    return found &+ 1
  }

  /// Says that the member whose value is at `value` was read last.
  @inline(__always) func moved(behind value: Int, of object: Int) {
    lastObject = object
    nextKey = tape.end(of: value)
  }

  /// The values of an object by what the strategy makes of their keys.
  func names(of object: Int) -> [String: Int] {
    if let known = names[object] { return known }
    var found: [String: Int] = [:]
    forEachMember(of: object) { key in
      let name = name(at: key, in: object)
      if found[name] == nil { found[name] = key + 1 }
    }
    names[object] = found
    return found
  }

  func forEachMember(of object: Int, _ body: (Int) -> Void) {
    let close = tape.close(of: object)
    var key = object + 1
    while key < close {
      body(key)
      key = tape.end(of: key + 1)
    }
  }

  /// What the strategy makes of the key at an index.
  private func name(at key: Int, in object: Int) -> String {
    let name = tape.string(at: key) ?? ""
    switch settings.keys {
    case .useDefaultKeys: return name
    case .convertFromSnakeCase: return SnakeCase.camelCase(name)
    case .custom(let convert): return convert(path(to: object) + [PathKey(name)]).stringValue
    @unknown default: return name
    }
  }

  // MARK: - Paths

  /// The keys that lead to the value at an index.
  ///
  /// The text tells them, so that nothing is kept for those that nobody asks for.
  func path(to index: Int) -> [any CodingKey] {
    if places == nil { places = PlaceTable(tape) }
    guard let places else { return [] }
    var path: [any CodingKey] = []
    var index = index
    while let parent = places.parent(of: index) {
      if tape.kind(at: parent) == .openObject {
        path.append(PathKey(name(at: index - 1, in: parent)))
      } else {
        path.append(PathKey(index: places.number(of: index)))
      }
      index = parent
    }
    return path.reversed()
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
