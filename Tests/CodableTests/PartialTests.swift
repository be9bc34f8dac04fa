// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import Testing

@Suite("Partial objects")
struct PartialTests {
  struct Update: Codable, Equatable {
    var id: Int
    var name = Partial<String>.undefined
    var zip = Partial<Int>.undefined
    var tags = Partial<[String]>.undefined
  }

  static let cases: [(Update, String)] = [
    (Update(id: 1), #"{"id":1}"#),
    (Update(id: 2, name: .null), #"{"id":2,"name":null}"#),
    (
      Update(id: 3, name: .value("a"), zip: .null, tags: .value([])),
      #"{"id":3,"name":"a","zip":null,"tags":[]}"#
    ),
  ]

  @Test(arguments: cases)
  func whatIsUndefinedIsLeftOut(update: Update, json: String) throws {
    #expect(String(decoding: try HuskEncoder().encodeJSON(update), as: UTF8.self) == json)
    #expect(try HuskDecoder().decodeJSON(Update.self, from: Array(json.utf8)) == update)
    #expect(try HuskDecoder().decode(Update.self, from: HuskEncoder().encode(update)) == update)
  }

  @Test(arguments: cases)
  func foundationLeavesItOutToo(update: Update, json: String) throws {
    #expect(try JSONDecoder().decode(Update.self, from: Data(json.utf8)) == update)
    let encoded = try JSONEncoder().encode(update)
    #expect(encoded.count == json.utf8.count)
    #expect(try JSONDecoder().decode(Update.self, from: encoded) == update)
  }

  @Test func outsideOfObjectsItIsNull() throws {
    let values: [Partial<Int>] = [.undefined, .null, .value(1)]
    let json = try HuskEncoder().encodeJSON(values)
    #expect(String(decoding: json, as: UTF8.self) == "[null,null,1]")
    #expect(
      try HuskDecoder().decodeJSON([Partial<Int>].self, from: json) == [.null, .null, .value(1)])
  }

  @Test func nothingThatIsNotSentIsReset() {
    var email: String? = "a@b"
    Partial<String>.undefined.apply(to: &email)
    #expect(email == "a@b")
    Partial.value("c@d").apply(to: &email)
    #expect(email == "c@d")
    Partial<String>.null.apply(to: &email)
    #expect(email == nil)
    #expect(Partial(email) == .null)
    #expect(Partial("x") == .value("x"))
  }

  @Test func ofAnotherTypeItIsAnError() {
    #expect(throws: DecodingError.self) {
      try HuskDecoder().decodeJSON(Update.self, from: Array(#"{"id":1,"zip":"x"}"#.utf8))
    }
  }

  @Test func olderAndNewerModelsReadEachOther() throws {
    struct Older: Codable { var id: Int }
    struct Newer: Codable {
      var id: Int
      var name: String?
      var more: [String: Int]?
    }
    let old = try HuskEncoder().encode(Older(id: 1))
    #expect(try HuskDecoder().decode(Newer.self, from: old).name == nil)
    let new = try HuskEncoder().encode(Newer(id: 2, name: "a", more: ["b": 1]))
    #expect(try HuskDecoder().decode(Older.self, from: new).id == 2)
  }
}
