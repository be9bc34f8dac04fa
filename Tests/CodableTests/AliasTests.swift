// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import HuskCore
import Testing

@Suite("Aliases of fields")
struct AliasTests {
  struct Address: Codable, Equatable {
    var zipCode: String
    var kind: String?
  }

  struct Customer: Codable, Equatable {
    var customerId: Int
    var kind: String
    var address: Address
    var others: [Address]
    var named: [String: Address]
  }

  static let customer = Customer(
    customerId: 1, kind: "k", address: Address(zipCode: "2", kind: "a"),
    others: [Address(zipCode: "3"), Address(zipCode: "4", kind: "b")],
    named: ["kind": Address(zipCode: "5", kind: "c")])

  private func coders(
    _ aliases: FieldAliases, snakeCase: Bool = false
  ) -> (encoder: HuskEncoder, decoder: HuskDecoder) {
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    encoder.aliases = aliases
    decoder.rules = encoder.rules
    guard snakeCase else { return (encoder, decoder) }
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return (encoder, decoder)
  }

  static let byType: FieldAliases = {
    var aliases: FieldAliases = ["kind": "K"]
    aliases.add(["zipCode": "zip", "kind": "type"], for: Address.self)
    return aliases
  }()

  static let cases: [(FieldAliases, Bool, String)] = [
    (
      ["customerId": "id", "address.zipCode": "zip"], false,
      #"{"id":1,"kind":"k","address":{"zip":"2","kind":"a"},"others":"#
        + #"[{"zipCode":"3"},{"zipCode":"4","kind":"b"}],"named":{"kind":{"zipCode":"5","kind":"c"}}}"#
    ),
    (
      ["others.zipCode": "zip", "others": "all", "named.kind.kind": "x"], false,
      #"{"customerId":1,"kind":"k","address":{"zipCode":"2","kind":"a"},"all":"#
        + #"[{"zip":"3"},{"zip":"4","kind":"b"}],"named":{"kind":{"zipCode":"5","x":"c"}}}"#
    ),
    (
      byType, false,
      #"{"customerId":1,"K":"k","address":{"zip":"2","type":"a"},"others":"#
        + #"[{"zip":"3"},{"zip":"4","type":"b"}],"named":{"kind":{"zip":"5","type":"c"}}}"#
    ),
    (
      ["customerId": "customerID"], true,
      #"{"customerID":1,"kind":"k","address":{"zip_code":"2","kind":"a"},"others":"#
        + #"[{"zip_code":"3"},{"zip_code":"4","kind":"b"}],"named":{"kind":{"zip_code":"5","kind":"c"}}}"#
    ),
    (
      ["address.zipCode": "kind", "address.kind": "zipCode"], false,
      #"{"customerId":1,"kind":"k","address":{"kind":"2","zipCode":"a"},"others":"#
        + #"[{"zipCode":"3"},{"zipCode":"4","kind":"b"}],"named":{"kind":{"zipCode":"5","kind":"c"}}}"#
    ),
  ]

  @Test(arguments: cases)
  func bothEndsTranslate(aliases: FieldAliases, snakeCase: Bool, json: String) throws {
    let (encoder, decoder) = coders(aliases, snakeCase: snakeCase)
    let text = try encoder.encodeJSON(Self.customer)
    #expect(String(decoding: text, as: UTF8.self) == json)
    #expect(try decoder.decodeJSON(Customer.self, from: text) == Self.customer)
    let many = Array(repeating: Self.customer, count: 3)
    let (inArrays, outOfArrays) = coders(aliases, snakeCase: snakeCase)
    #expect(try outOfArrays.decode([Customer].self, from: inArrays.encode(many)) == many)
  }

  struct Both: Codable, Equatable {
    var customerId: Int?
    var id: Int?
  }

  @Test(arguments: [["customerId": "id"], ["customerId": "x", "id": "x"]] as [FieldAliases])
  func twoMembersOfOneNameAreRefused(aliases: FieldAliases) throws {
    let (encoder, decoder) = coders(aliases)
    do {
      _ = try encoder.encodeJSON([Both(customerId: 1, id: 2)])
      Issue.record("it was encoded")
    } catch EncodingError.invalidValue(_, let context) {
      #expect(context.debugDescription.contains("customerId and id would both be called"))
      #expect(context.codingPath.first?.intValue == 0)
    }
    do {
      _ = try decoder.decodeJSON([Both].self, from: Array(#"[{"id":1}]"#.utf8))
      Issue.record("it was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains("would both be called"))
    }
  }

  @Test func twoMembersMayChangeNames() throws {
    let (encoder, decoder) = coders(["customerId": "id", "id": "customerId"])
    let json = try encoder.encodeJSON(Both(customerId: 1, id: 2))
    #expect(String(decoding: json, as: UTF8.self) == #"{"id":1,"customerId":2}"#)
    #expect(try decoder.decodeJSON(Both.self, from: json) == Both(customerId: 1, id: 2))
  }

  @Test func aMemberIsNotReadByItsOldName() throws {
    let (_, decoder) = coders(["customerId": "number"])
    let json = Array(#"{"customerId":1,"number":2}"#.utf8)
    #expect(try decoder.decodeJSON(Both.self, from: json).customerId == 2)
    #expect(
      try decoder.decodeJSON([String: Int].self, from: json) == ["customerId": 1, "number": 2])
  }

  @Test func errorsNameMembersOfTheModel() throws {
    let (_, decoder) = coders(["address.zipCode": "zip"])
    do {
      _ = try decoder.decodeJSON(
        Customer.self, from: Array(#"{"customerId":1,"kind":"","address":{"zip":5}}"#.utf8))
      Issue.record("it was decoded")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["address", "zipCode"])
    }
  }

  @Test(arguments: ["", "a..b", "a\\"])
  func whatIsNoPathIsRefused(path: String) {
    let (encoder, decoder) = coders(FieldAliases([path: "x"]))
    #expect(throws: EncodingError.self) { try encoder.encode(1) }
    #expect(throws: DecodingError.self) { try decoder.decodeJSON(Int.self, from: [0x31]) }
  }

  @Test func selectionsSpeakOfTheData() throws {
    var (encoder, decoder) = coders(["customerId": "id"])
    encoder.selection = "id,address.zipCode"
    decoder.selection = "id"
    let json = try encoder.encodeJSON(Self.customer)
    #expect(String(decoding: json, as: UTF8.self) == #"{"id":1,"address":{"zipCode":"2"}}"#)
    struct Small: Codable { var customerId: Int }
    #expect(try decoder.decode(Small.self, from: encoder.encode(Self.customer)).customerId == 1)
  }
}
