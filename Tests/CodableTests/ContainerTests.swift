// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import Testing

@Suite("Containers are those of Foundation")
struct ContainerTests {
  /// Writes and reads containers of every kind in each other, and notes the path of each.
  struct Everything: Codable {
    var paths: [String] = []
    var values: [Int?] = []

    private enum Keys: String, CodingKey { case array, object, parent, last, inner }

    init() {}

    private static func text(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }

    /// Notes paths where a type that encodes itself cannot: it does not change.
    final class Notes: Sendable {
      static let key = CodingUserInfoKey(rawValue: "notes")
      nonisolated(unsafe) var paths: [String] = []
    }

    func encode(to encoder: any Encoder) throws {
      let notes = Self.notes(encoder.userInfo)
      let note = { unsafe notes?.paths.append(Self.text($0)) }
      note(encoder.codingPath)
      var object = encoder.container(keyedBy: Keys.self)
      var array = object.nestedUnkeyedContainer(forKey: .array)
      note(array.codingPath)
      try array.encodeNil()
      var inObject = array.nestedContainer(keyedBy: Keys.self)
      note(inObject.codingPath)
      try inObject.encode(UInt8(1), forKey: .inner)
      try inObject.encodeNil(forKey: .last)
      var inArray = array.nestedUnkeyedContainer()
      note(inArray.codingPath)
      try inArray.encode(contentsOf: [2, 3])
      // Its path lacks the array in Foundation.
      _ = array.superEncoder()
      try array.encode([4: "four"])
      let parent = object.superEncoder(forKey: .parent)
      note(parent.codingPath)
      var inParent = parent.unkeyedContainer()
      try inParent.encode(Float(0.5))
      let parentless = object.superEncoder()
      note(parentless.codingPath)
      var single = parentless.singleValueContainer()
      note(single.codingPath)
      try single.encode("five")
      try object.encodeIfPresent(Int?.none, forKey: .inner)
      try object.encodeConditional(Sample.Animal(), forKey: .object)
      try object.encode(
        [UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"): 6], forKey: .last)
    }

    init(from decoder: any Decoder) throws {
      var paths: [String] = []
      let note = { paths.append(Self.text($0)) }
      let object = try decoder.container(keyedBy: Keys.self)
      note(object.codingPath)
      values.append(object.allKeys.count)
      var array = try object.nestedUnkeyedContainer(forKey: .array)
      note(array.codingPath)
      values += [array.count, try array.decodeNil() ? nil : 0, try array.decodeNil() ? nil : 0]
      let inObject = try array.nestedContainer(keyedBy: Keys.self)
      note(inObject.codingPath)
      values.append(try inObject.decode(Int.self, forKey: .inner))
      values.append(try inObject.decodeIfPresent(Int.self, forKey: .last))
      values += [inObject.contains(.last) ? 1 : 0, inObject.contains(.parent) ? 1 : 0]
      values.append(try inObject.decodeNil(forKey: .last) ? nil : 0)
      var inArray = try array.nestedUnkeyedContainer()
      note(inArray.codingPath)
      values += [inArray.currentIndex, try inArray.decode(Int.self), inArray.currentIndex]
      values += [try inArray.decode(Int.self), try inArray.decodeIfPresent(Int.self)]
      let inSuper = try array.superDecoder()
      note(inSuper.codingPath)
      values += [try inSuper.container(keyedBy: Keys.self).allKeys.count, array.currentIndex]
      values.append(try array.decode([Int: String].self)[4]?.count)
      values.append(array.isAtEnd ? 1 : 0)
      let parent = try object.superDecoder(forKey: .parent)
      note(parent.codingPath)
      var inParent = try parent.unkeyedContainer()
      values.append(try inParent.decode(Float.self) == 0.5 ? 1 : 0)
      let single = try object.superDecoder().singleValueContainer()
      note(single.codingPath)
      values.append(try single.decode(String.self).count)
      values.append(try object.decode([UUID: Int].self, forKey: .last).count)
      self.paths = paths
    }

    private static func notes(_ userInfo: [CodingUserInfoKey: Any]) -> Notes? {
      key.flatMap { userInfo[$0] as? Notes }
    }

    static let key = Notes.key
  }

  @Test func everyContainerIsAlike() throws {
    let key = try #require(Everything.key)
    let (ours, theirs) = (Everything.Notes(), Everything.Notes())
    var encoder = HuskEncoder()
    encoder.userInfo[key] = ours
    let theirEncoder = JSONEncoder()
    theirEncoder.userInfo[key] = theirs
    let json = try encoder.encodeJSON(["x": [Everything()]])
    let theirJSON = try theirEncoder.encode(["x": [Everything()]])
    let paths = unsafe (ours.paths, theirs.paths)
    #expect(paths.0 == paths.1)
    #expect(unsafe ours.paths.count == 7)
    let parsed = try [Data(json), theirJSON].map {
      try JSONSerialization.jsonObject(with: $0) as? NSObject
    }
    #expect(parsed[0] == parsed[1])
    let decoded = try HuskDecoder().decodeJSON([String: [Everything]].self, from: json)["x"]?.first
    let expected = try JSONDecoder().decode([String: [Everything]].self, from: theirJSON)["x"]?
      .first
    #expect(decoded?.paths == expected?.paths)
    #expect(decoded?.values == expected?.values)
    #expect((decoded?.paths.count ?? 0) > 6)
  }

  @Test func containersThatEndAreErrorsAlike() throws {
    struct TooFar: Decodable, Equatable {
      init(from decoder: any Decoder) throws {
        var array = try decoder.unkeyedContainer()
        while true { _ = try array.decode([Int].self) }
      }
    }
    struct NoParent: Decodable, Equatable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: AnyName.self).superDecoder()
      }
    }
    for text in ["[]", "[[1]]", "[[1],2]", "{}", "[null]"] {
      #expect(
        Outcome { try HuskDecoder().decodeJSON(TooFar.self, from: Array(text.utf8)) }
          == Outcome { try JSONDecoder().decode(TooFar.self, from: Data(text.utf8)) }, "\(text)")
    }
    let ours = Outcome { try HuskDecoder().decodeJSON(NoParent.self, from: Array("{}".utf8)) }
    if case .value = ours { Issue.record("there is a parent") }
  }

  @Test func rangesResultsAndKeysOfTypesAreAlike() throws {
    func check<T: Codable & Equatable>(_ value: T) throws {
      let theirs = try JSONEncoder().encode(value)
      let ours = try HuskEncoder().encodeJSON(value)
      #expect(try JSONDecoder().decode(T.self, from: Data(ours)) == value)
      #expect(try HuskDecoder().decodeJSON(T.self, from: Array(theirs)) == value)
    }
    try check(1..<5)
    try check([Sample.Status.active: 1, .closed: 2])
    try check([UUID(): [1.5], UUID(): []])
    try check([[nil, true], [false]])
    try check(Set(["a", "b"]))
    try check([Date(timeIntervalSinceReferenceDate: 1): URL(string: "https://a.b/c")])
    try check(["d": Decimal(string: "-0.000001234567890123456789")])
    try check([Int128.max: UInt128.max])
    try check(Locale(identifier: "de_DE"))
    try check(DateComponents(year: 2026, month: 11))
  }
}
