// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import HuskCore
import Testing

@Suite("Values that are updated")
struct UpdateTests {
  struct Address: Codable, Equatable {
    var street: String
    var zip: String?
  }

  struct Customer: Codable, Equatable {
    var id: Int
    var name: String
    var email: String?
    var nick = Partial<String>.undefined
    var address: Address
    var second: Address?
    var tags: [String]
    var counts: [String: Int]
    var numbers: [Int: String]
    var status = Status.active
    var created: Date
    var rate: Double

    enum Status: Codable, Equatable {
      case active
      case closed(reason: String)
    }
  }

  static let customer = Customer(
    id: 1, name: "Ada", email: "a@b", nick: .value("x"), address: Address(street: "s", zip: "1"),
    second: nil, tags: ["a", "b"], counts: ["x": 1, "y": 2], numbers: [1: "one", 2: "two"],
    created: Date(timeIntervalSince1970: 1_700_000_000.123456), rate: .infinity)

  /// What patches do to ``customer``.
  static let cases: [(String, @Sendable (inout Customer) -> Void)] = [
    ("{}", { _ in }),
    (#"{"unknown":{"a":1},"name":"Bo"}"#, { $0.name = "Bo" }),
    (#"{"email":null}"#, { $0.email = nil }),
    (#"{"nick":null}"#, { $0.nick = .null }),
    (#"{"address":{"zip":null}}"#, { $0.address.zip = nil }),
    (#"{"address":{"street":"t"}}"#, { $0.address.street = "t" }),
    (#"{"second":{"street":"t"}}"#, { $0.second = Address(street: "t") }),
    (#"{"tags":["c"]}"#, { $0.tags = ["c"] }),
    (#"{"counts":{"x":null,"z":3}}"#, { $0.counts = ["y": 2, "z": 3] }),
    (#"{"numbers":{"2":null,"3":"three"}}"#, { $0.numbers = [1: "one", 3: "three"] }),
    (
      #"{"status":{"active":null,"closed":{"reason":"r"}}}"#,
      { $0.status = .closed(reason: "r") }
    ),
    (#"{"created":0}"#, { $0.created = Date(timeIntervalSinceReferenceDate: 0) }),
    (#"{"id":2,"id":3}"#, { $0.id = 2 }),
  ]

  @Test(arguments: cases)
  func onlyWhatIsSentChanges(
    patch: String, change: @Sendable (inout Customer) -> Void
  ) throws {
    var expected = Self.customer
    change(&expected)
    var value = Self.customer
    try HuskDecoder().updateJSON(&value, from: Array(patch.utf8))
    #expect(value == expected)
    var other = Self.customer
    try HuskDecoder().update(&other, from: Husk.encode(json: Array(patch.utf8)))
    #expect(other == expected)
  }

  @Test(arguments: [
    #"{"name":null}"#, #"{"id":"x"}"#, #"{"address":null}"#, #"{"address":{"street":5}}"#, "[]",
    "null", "7", #"{"name":"Bo","tags":[1]}"#, "{", #"{"status":{"closed":{"reason":"r"}}}"#,
  ])
  func whatDoesNotFitChangesNothing(patch: String) {
    var value = Self.customer
    #expect(throws: DecodingError.self) {
      try { try HuskDecoder().updateJSON(&value, from: Array(patch.utf8)) }()
    }
    #expect(value == Self.customer)
  }

  @Test func whatStaysIsExactWhateverTheStrategies() throws {
    var decoder = HuskDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.aliases = ["name": "title"]
    var value = Self.customer
    try decoder.updateJSON(&value, from: Array(#"{"title":"Bo","counts":{"a_b":1}}"#.utf8))
    var expected = Self.customer
    expected.name = "Bo"
    expected.counts["a_b"] = 1
    #expect(value == expected)
    try decoder.updateJSON(&value, from: Array(#"{"created":"1970-01-01T00:00:00Z"}"#.utf8))
    #expect(value.created == Date(timeIntervalSince1970: 0))
  }

  @Test func changesAreMadeAndApplied() throws {
    var encoder = HuskEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    var new = Self.customer
    new.email = nil
    new.address.zip = "9"
    new.counts["x"] = nil
    new.status = .closed(reason: "r")
    let changes = try encoder.encodeChanges(from: Self.customer, to: new)
    #expect(
      String(decoding: try Husk.decode(changes), as: UTF8.self)
        == #"{"email":null,"address":{"zip":"9"},"counts":{"x":null},"#
        + #""status":{"active":null,"closed":{"reason":"r"}}}"#)
    var value = Self.customer
    value.name = "changed meanwhile"
    new.name = value.name
    try HuskDecoder().update(&value, from: Data(changes))
    #expect(value == new)
  }

  @Test func olderAndNewerModelsKeepWhatTheOtherDoesNotKnow() throws {
    struct Old: Codable, Equatable {
      var id: Int
      var name: String
    }
    struct New: Codable, Equatable {
      var id: Int
      var name: String
      var level: Int
      var notes: [String]?
    }
    var new = New(id: 1, name: "a", level: 5, notes: ["n"])
    try HuskDecoder().update(&new, from: HuskEncoder().encode(Old(id: 1, name: "b")))
    #expect(new == New(id: 1, name: "b", level: 5, notes: ["n"]))
    var old = Old(id: 1, name: "c")
    try HuskDecoder().update(&old, from: HuskEncoder().encode(new))
    #expect(old == Old(id: 1, name: "b"))
  }

  @Test func selectionsAndClassesTakePart() throws {
    var decoder = HuskDecoder()
    decoder.selection = "name"
    var value = Self.customer
    try decoder.updateJSON(&value, from: Array(#"{"name":"Bo","email":null}"#.utf8))
    #expect(value.email == "a@b" && value.name == "Bo")
    var dog = Sample.Dog()
    try HuskDecoder().updateJSON(&dog, from: Array(#"{"super":{"age":9}}"#.utf8))
    #expect(dog.age == 9 && dog.name == "rex" && dog.breed == "collie")
    var preserving = HuskDecoder()
    preserving.references = .preserved
    #expect(throws: DecodingError.self) {
      try { try preserving.updateJSON(&dog, from: Array("{}".utf8)) }()
    }
  }

  @Test func aDictionaryIsMergedToo() throws {
    var value: [String: [String: Int]] = ["a": ["x": 1, "y": 2], "b": [:]]
    try HuskDecoder().updateJSON(
      &value, from: Array(#"{"a":{"x":null},"b":null,"c":{"z":1}}"#.utf8))
    #expect(value == ["a": ["y": 2], "c": ["z": 1]])
    var numbers = [1, 2]
    try HuskDecoder().updateJSON(&numbers, from: Array("[3]".utf8))
    #expect(numbers == [3])
  }
}
