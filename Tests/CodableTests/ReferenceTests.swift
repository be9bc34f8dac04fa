// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import HuskCore
import HuskTestKit
import Testing

@Suite("References that are preserved")
struct ReferenceTests {
  final class City: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  struct Trip: Codable {
    var from: City
    var to: City?
    var others: [City]
  }

  final class Person: Codable {
    var name: String
    var friends: [Reference<Person>] = []
    var orders: [Order] = []
    init(_ name: String) { self.name = name }
  }

  final class Order: Codable {
    var number: Int
    var owner = BackReference<Person>(nil)
    init(_ number: Int) { self.number = number }
  }

  /// A class that holds itself by a property like any other.
  final class Loop: Codable {
    var next: Loop?
    init() {}
  }

  /// A class that is no object in the text.
  final class Name: Codable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  private let encoder: HuskEncoder
  private let decoder: HuskDecoder

  init() {
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    encoder.references = .preserved
    decoder.rules = encoder.rules
    self.encoder = encoder
    self.decoder = decoder
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encodeJSON(value), as: UTF8.self)
  }

  private func decode<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
    try decoder.decodeJSON(type, from: Array(json.utf8))
  }

  @Test func anObjectIsWrittenOnce() throws {
    let rome = City("Rome")
    let trip = Trip(from: rome, to: rome, others: [City("Bari"), rome])
    #expect(
      try json(trip)
        == #"{"from":{"$id":1,"name":"Rome"},"to":{"$ref":1},"#
        + #""others":[{"$id":2,"name":"Bari"},{"$ref":1}]}"#)
    let copy = try decoder.decode(Trip.self, from: encoder.encode(trip))
    #expect(copy.from === copy.to && copy.from === copy.others[1])
    #expect(copy.from.name == "Rome" && copy.others[0].name == "Bari")
  }

  @Test func byValueNothingIsSaid() throws {
    let rome = City("Rome")
    let json = try HuskEncoder().encodeJSON([rome, rome])
    #expect(String(decoding: json, as: UTF8.self) == #"[{"name":"Rome"},{"name":"Rome"}]"#)
    let copies = try HuskDecoder().decodeJSON([City].self, from: json)
    #expect(copies[0] !== copies[1])
  }

  @Test func cyclesComeBack() throws {
    let (ada, bo) = (Person("Ada"), Person("Bo"))
    ada.friends = [Reference(bo), Reference(ada)]
    bo.friends = [Reference(ada)]
    ada.orders = [Order(5)]
    ada.orders[0].owner = BackReference(ada)
    #expect(
      try json([ada, bo])
        == #"[{"$id":1,"name":"Ada","friends":[{"$id":2,"name":"Bo","friends":[{"$ref":1}],"#
        + #""orders":[]},{"$ref":1}],"orders":[{"$id":3,"number":5,"owner":{"$ref":1}}]},{"$ref":2}]"#
    )
    let copies = try decoder.decode([Person].self, from: encoder.encode([ada, bo]))
    #expect(copies.map(\.name) == ["Ada", "Bo"])
    #expect(copies[0].friends[0].object === copies[1])
    #expect(copies[0].friends[1].object === copies[0])
    #expect(copies[1].friends[0].object === copies[0])
    #expect(copies[0].orders[0].owner.object === copies[0])
    for person in [ada, bo] + copies { person.friends = [] }
  }

  @Test func ownersOutsideOfTheTextAreNull() throws {
    let owner = Person("Ada")
    let order = Order(1)
    order.owner = BackReference(owner)
    #expect(try json(order) == #"{"$id":1,"number":1,"owner":null}"#)
    let theirs = try JSONEncoder().encode(order)
    #expect(try JSONDecoder().decode(Order.self, from: theirs).owner.object == nil)
    let plain = try HuskDecoder().decode(Order.self, from: HuskEncoder().encode(order))
    #expect(plain.owner.object == nil)
  }

  @Test func otherCodersTakeReferencesForTheirObjects() throws {
    let person = Person("Ada")
    person.friends = [Reference(Person("Bo"))]
    let theirs = try JSONEncoder().encode(person)
    #expect(try JSONDecoder().decode(Person.self, from: theirs).friends[0].object.name == "Bo")
    let copy = try HuskDecoder().decode(Person.self, from: HuskEncoder().encode(person))
    #expect(copy.friends[0].object.name == "Bo")
  }

  @Test func cyclesThatCannotComeBackAreErrors() throws {
    let loop = Loop()
    loop.next = loop
    defer { loop.next = nil }
    do {
      _ = try encoder.encode(loop)
      Issue.record("it was encoded")
    } catch EncodingError.invalidValue(_, let context) {
      #expect(context.debugDescription.contains("the object holds itself"))
      #expect(context.codingPath.map(\.stringValue) == ["next"])
    }
    // By value it would have no end.
    do {
      _ = try HuskEncoder().encode(loop)
      Issue.record("it was encoded")
    } catch EncodingError.invalidValue(_, let context) {
      #expect((context.underlyingError as? HuskError)?.code == .limitExceeded)
    }
    #expect(throws: DecodingError.self) {
      try decode(Loop.self, #"{"$id":1,"next":{"$ref":1}}"#)
    }
  }

  @Test func keysThatLookLikeOursAreTheirs() throws {
    let value: [String: [String: Int]] = ["$id": ["$ref": 1], "$$x": ["": 2], "x$": ["$": 3]]
    let text = try encoder.encodeJSON(value)
    #expect(String(decoding: text, as: UTF8.self).contains(#""$$ref":1"#))
    #expect(try decoder.decodeJSON([String: [String: Int]].self, from: text) == value)
    struct Odd: Codable, Equatable {
      var id = 1
      var ref: Int? = 2
      enum CodingKeys: String, CodingKey {
        case id = "$id"
        case ref = "$ref"
      }
    }
    #expect(try json(Odd()) == #"{"$$id":1,"$$ref":2}"#)
    #expect(try decode(Odd.self, json(Odd())) == Odd())
    var aliased = (encoder, decoder)
    aliased.0.aliases = ["id": "$ref"]
    aliased.1.rules = aliased.0.rules
    struct Plain: Codable, Equatable { var id = 5 }
    let renamed = try aliased.0.encodeJSON(Plain())
    #expect(String(decoding: renamed, as: UTF8.self) == #"{"$$ref":5}"#)
    #expect(try aliased.1.decodeJSON(Plain.self, from: renamed) == Plain())
  }

  @Test func classesThatAreNoObjectsAreValues() throws {
    let name = Name("a")
    #expect(try json([name, name]) == #"["a","a"]"#)
    #expect(try decode([Name].self, #"["a","a"]"#).map(\.text) == ["a", "a"])
  }

  @Test func superclassesAndEmptyClassesHaveIdentity() throws {
    let dog = Sample.Dog()
    let text = try json([dog, dog])
    #expect(text == #"[{"$id":1,"super":{"name":"rex","age":3},"breed":"collie"},{"$ref":1}]"#)
    let dogs = try decode([Sample.Dog].self, text)
    #expect(dogs[0] === dogs[1] && dogs[0].age == 3)
    // One object, seen as two types.
    let animals = try decode([Sample.Animal].self, #"[{"$id":1,"name":"x","age":1},{"$ref":1}]"#)
    #expect(animals[0] === animals[1])
    final class Empty: Codable {}
    let empty = Empty()
    #expect(try json([empty, empty]) == #"[{"$id":1},{"$ref":1}]"#)
  }

  @Test func anOlderModelFindsWhatItDoesNotKnow() throws {
    struct Small: Codable { var home: City }
    let text = #"{"work":{"$id":1,"name":"Rome"},"home":{"$ref":1}}"#
    #expect(try decode(Small.self, text).home.name == "Rome")
  }

  @Test(arguments: [
    #"[{"$ref":1}]"#, #"[{"$ref":1},{"$id":1,"name":"a"},{"$id":1,"name":"b"}]"#,
    #"[{"$id":1,"name":"a"},{"$id":1,"name":"b"}]"#, #"[{"$id":1}]"#, #"[{"$ref":"1"}]"#,
    #"[{"$ref":1.5}]"#, #"[{"$ref":null}]"#, #"[{"$ref":-1}]"#,
    #"[{"name":"a","$id":1},{"$ref":1}]"#,
    #"[{"$ref":99999999999999999999}]"#, #"[{"$id":1,"name":{"$ref":1}}]"#,
  ])
  func damagedReferencesAreErrors(text: String) {
    #expect(throws: DecodingError.self) { try decode([City].self, text) }
  }

  @Test func anObjectIsOfOneType() throws {
    struct Pair: Codable {
      var city: City
      var person: Loop
    }
    #expect(throws: DecodingError.self) {
      try decode(Pair.self, #"{"city":{"$id":1,"name":"a"},"person":{"$ref":1}}"#)
    }
    final class Node: Codable {
      var next: Reference<Loop>?
    }
    #expect(throws: DecodingError.self) {
      try decode(Node.self, #"{"$id":1,"next":{"$ref":1}}"#)
    }
  }

  @Test func longChainsOfReferencesAreBounded() throws {
    // Each object is nested no deeper than the others, but holds the next one.
    let count = 100_000
    let objects = (1...count).map { #"{"$id":\#($0),"next":{"$ref":\#($0 + 1)}}"# }
    let text =
      #"{"first":{"$ref":1},"all":[\#(objects.joined(separator: ",")),{"$id":\#(count + 1)}]}"#
    struct Chain: Codable { var first: Loop }
    do {
      _ = try decode(Chain.self, text)
      Issue.record("it was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect((context.underlyingError as? HuskError)?.code == .limitExceeded)
    }
  }

  @Test func selectionsRefuseReferences() throws {
    var (encoder, decoder) = (encoder, decoder)
    encoder.selection = "a"
    decoder.selection = "a"
    #expect(throws: EncodingError.self) { try encoder.encode(["a": 1]) }
    #expect(throws: DecodingError.self) { try decoder.decodeJSON([String: Int].self, from: [0x7B]) }
  }

  @Test func whatFailsIsForgotten() throws {
    final class Bad: Codable {
      var city = City("Rome")
      var rate = Double.nan
    }
    struct Holder: Encodable {
      let bad: Bad

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        do { try container.encode(bad) } catch { try container.encode(bad.city) }
        try container.encode(bad.city)
      }
    }
    #expect(try json(Holder(bad: Bad())) == #"[{"$id":1,"name":"Rome"},{"$ref":1}]"#)
  }

  private func graph(_ generator: inout SeededGenerator, depth: Int) -> String {
    let number = Int.random(in: 1...4, using: &generator)
    switch Int.random(in: 0...9, using: &generator) {
    case 0...2: return #"{"$ref":\#(number)}"#
    case 3: return ["null", "{}", "[]", "7", #"{"$ref":{}}"#][number]
    default:
      let friends = (0..<(depth > 0 ? 2 : 0)).map { _ in graph(&generator, depth: depth - 1) }
      let owner = depth > 0 ? graph(&generator, depth: 0) : "null"
      return #"{"$id":\#(number),"name":"n","friends":[\#(friends.joined(separator: ","))],"#
        + #""orders":[{"$id":\#(number + 4),"number":1,"owner":\#(owner)}]}"#
    }
  }

  /// Whatever the text says, there is a graph or an error, and nothing that waits for ever.
  @Test(arguments: UInt64(0)..<200)
  func graphsOfAnyKindAreDecodedOrRefused(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let people = (0..<3).map { _ in graph(&generator, depth: 2) }
    do {
      let decoded = try decode([Person].self, "[\(people.joined(separator: ","))]")
      #expect(decoded.count == 3)
      for person in decoded {
        #expect(person.friends.allSatisfy { $0.object.name == "n" })
        person.friends = []
      }
    } catch is DecodingError {}
  }
}
