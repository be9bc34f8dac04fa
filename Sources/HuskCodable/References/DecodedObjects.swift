// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The objects of classes that a text holds, by their numbers.
struct DecodedObjects {
  private let tape: ValueTape
  private var complete: [Int: AnyObject] = [:]
  private var begun: Set<Int> = []
  /// What waits for an object, by its number.
  private var waiting: [Int: [(AnyObject) throws -> Void]] = [:]
  /// Where the objects are on the tape; found when the first is asked for.
  private var places: [Int: Int]?

  init(_ tape: ValueTape) { self.tape = tape }

  /// An object that was decoded, or `nil`.
  subscript(number: Int) -> AnyObject? { complete[number] }

  /// Whether an object is being decoded.
  func isBegun(_ number: Int) -> Bool { begun.contains(number) }

  /// Says that an object is being decoded.
  mutating func begin(_ number: Int) { begun.insert(number) }

  /// Says that an object could not be decoded.
  mutating func fail(_ number: Int) {
    begun.remove(number)
    waiting[number] = nil
  }

  /// Keeps an object, and returns what waited for it.
  mutating func finish(_ number: Int, _ object: AnyObject) -> [(AnyObject) throws -> Void] {
    begun.remove(number)
    if complete[number] == nil { complete[number] = object }
    return waiting.removeValue(forKey: number) ?? []
  }

  /// Has something done once an object is there.
  mutating func wait(for number: Int, _ body: @escaping (AnyObject) throws -> Void) {
    waiting[number, default: []].append(body)
  }

  /// The number that stands under a key which is the first of an object.
  func number(_ name: String, first object: Int) -> Int? {
    guard tape.kind(at: object) == .openObject, tape.close(of: object) > object + 1,
      tape.string(at: object + 1) == name, tape.kind(at: object + 2) == .number,
      let number = tape.integer(at: object + 2)
    else { return nil }
    return Int(number)
  }

  /// Where an object is written, or `nil` where it is nowhere, or twice.
  mutating func place(of number: Int) -> Int? {
    if places == nil {
      var found: [Int: Int] = [:]
      for index in 0..<tape.count {
        guard let number = self.number(ReferenceKeys.identity, first: index) else { continue }
        found[number] = found[number] == nil ? index : -1
      }
      places = found
    }
    return places?[number].flatMap { $0 < 0 ? nil : $0 }
  }
}
