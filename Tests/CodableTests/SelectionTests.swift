// SPDX-License-Identifier: Apache-2.0

import HuskCodable
import HuskCore
import Testing

@Suite("Selected fields")
struct SelectionTests {
  /// Lists, and what is left of ``Shop/user`` where the model names no identities.
  static let cases: [(SelectedFields, String)] = [
    ("name", #"{"name":"Ada"}"#),
    ("id,name", #"{"id":7,"name":"Ada"}"#),
    ("address.city", #"{"address":{"city":"Rome"}}"#),
    ("address", #"{"address":{"street":"Main","city":"Rome"}}"#),
    ("items.sku", #"{"items":[{"sku":"x"},{"sku":"y"}]}"#),
    ("items.note", #"{"items":[{"note":"n"},{}]}"#),
    ("items#sku.price", #"{"items":[{"sku":"x","price":1.5},{"sku":"y","price":2}]}"#),
    ("address#city,name", #"{"name":"Ada","address":{"city":"Rome"}}"#),
    ("#id,address.city", #"{"id":7,"address":{"city":"Rome"}}"#),
    ("#sku,items.price", #"{"items":[{"sku":"x","price":1.5},{"sku":"y","price":2}]}"#),
    ("#id", #"{"id":7}"#),
    ("address,address.city", #"{"address":{"street":"Main","city":"Rome"}}"#),
    ("name.first", "{}"),
    ("nothing", "{}"),
    ("na\\me", #"{"name":"Ada"}"#),
    (" id, name ", #"{"id":7,"name":"Ada"}"#),
    ("id,\\ name", #"{"id":7}"#),
  ]

  private static let plain = Shop.plain

  @Test(arguments: cases)
  func encodersLeaveTheOthersOut(fields: SelectedFields, json: String) throws {
    var encoder = HuskEncoder()
    encoder.selection = fields
    let text = try encoder.encodeJSON(Self.plain)
    #expect(String(decoding: text, as: UTF8.self) == json)
    #expect(try Husk.decode(encoder.encode(Self.plain)) == text)
  }

  @Test(arguments: cases, [Layout.auto, .column, .row, .text])
  func decodersSeeTheSame(selected: (fields: SelectedFields, json: String), layout: Layout) throws {
    let expected = try HuskDecoder().decodeJSON(Shop.Plain.self, from: Array(selected.json.utf8))
    var decoder = HuskDecoder()
    decoder.selection = selected.fields
    let whole = try HuskEncoder(options: EncodeOptions(layout: layout)).encode(Self.plain)
    #expect(try decoder.decode(Shop.Plain.self, from: whole) == expected)
    let json = try HuskEncoder().encodeJSON(Self.plain)
    #expect(try decoder.decodeJSON(Shop.Plain.self, from: json) == expected)
  }

  @Test func rowsAndDictionariesArePassedThrough() throws {
    var encoder = HuskEncoder()
    encoder.selection = "a.name,b"
    let json = try encoder.encodeJSON(["a": [Self.plain, Self.plain], "c": [Self.plain]])
    #expect(String(decoding: json, as: UTF8.self) == #"{"a":[{"name":"Ada"},{"name":"Ada"}]}"#)
  }

  @Test func modelsKeepTheirIdentity() throws {
    var encoder = HuskEncoder()
    encoder.selection = "name,items.price,home.city"
    let json =
      #"{"id":7,"name":"Ada","home":{"city":"Bari"},"#
      + #""items":[{"sku":"x","price":1.5},{"sku":"y","price":2}]}"#
    #expect(String(decoding: try encoder.encodeJSON(Shop.user), as: UTF8.self) == json)
    let many = try encoder.encodeJSON([Shop.user, Shop.user])
    #expect(String(decoding: many, as: UTF8.self) == "[\(json),\(json)]")
    var decoder = HuskDecoder()
    decoder.selection = "name,home.city"
    let user = try decoder.decode([Shop.User].self, from: HuskEncoder().encode([Shop.user]))[0]
    // What is not selected is undefined, not null.
    #expect(user == Shop.User(id: 7, name: "Ada", home: Shop.Address(city: "Bari")))
  }

  @Test func keyPathsAreNames() throws {
    var encoder = HuskEncoder()
    encoder.selection = try SelectedFields(
      of: Shop.User.self, [\.name, \.home.city, \.address?.city])
    #expect(
      String(decoding: try encoder.encodeJSON(Shop.user), as: UTF8.self)
        == #"{"id":7,"name":"Ada","address":{"city":"Rome"},"home":{"city":"Bari"}}"#)
    encoder.selection = try SelectedFields(of: Shop.User.self, [])
    #expect(String(decoding: try encoder.encodeJSON(Shop.user), as: UTF8.self) == #"{"id":7}"#)
    #expect(throws: HuskError(.invalidSelection, "")) {
      try SelectedFields(of: Shop.User.self, [\.address?.street])
    }
  }

  @Test(arguments: ["", ",", "a,", "a..b", ".a", "a#", "#", "a#,b", "a\\", "a.#b"])
  func whatIsNoListIsRefused(list: String) throws {
    #expect(throws: HuskError(.invalidSelection, "")) { try SelectedFields(list) }
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    encoder.selection = SelectedFields(stringLiteral: list)
    decoder.selection = encoder.selection
    #expect(throws: EncodingError.self) { try encoder.encodeJSON(Self.plain) }
    #expect(throws: DecodingError.self) {
      try decoder.decodeJSON(Shop.Plain.self, from: Array("{}".utf8))
    }
  }

  @Test func aScalarHasNoFields() throws {
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    encoder.selection = "a"
    decoder.selection = "a"
    #expect(throws: EncodingError.self) { try encoder.encode(7) }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Int.self, from: HuskEncoder().encode(7))
    }
  }

  @Test func whatIsNotSelectedDoesNotEncodeItself() throws {
    struct Trap: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw HuskError(.invalidValue, "it encodes itself")
      }
    }
    struct Model: Encodable {
      var name = "a"
      var numbers = [1, 2]
      var trap = Trap()
      var traps = ["x": [Trap()]]
    }
    var encoder = HuskEncoder()
    encoder.selection = "name,numbers,traps.y"
    #expect(
      String(decoding: try encoder.encodeJSON(Model()), as: UTF8.self)
        == #"{"name":"a","numbers":[1,2],"traps":{}}"#)
  }

  @Test func containersThatAreKeptAreFilteredToo() throws {
    let value = Sample.Interleaved(left: [1, 2], right: [3], inner: [4, 5])
    for (fields, json) in [
      ("left", #"{"left":[1,2]}"#), ("inner", #"{"inner":{"values":[4,5]}}"#),
      ("right,inner.values", #"{"inner":{"values":[4,5]},"right":[3]}"#),
      ("inner.x", #"{"inner":{}}"#),
    ] {
      var encoder = HuskEncoder()
      encoder.selection = try SelectedFields(fields)
      #expect(String(decoding: try encoder.encodeJSON(value), as: UTF8.self) == json)
    }
  }

  /// A selection at both ends agrees with one at either, whatever the values.
  @Test(arguments: UInt64(0)..<20)
  func bothEndsAgree(seed: UInt64) throws {
    struct Partly: Codable, Equatable {
      var name: String?
      var address: [String: Never?]?
      var tags: [String]?
      var counts: [String: Int]?
    }
    var maker = SampleMaker(seed: seed)
    let values = maker.list(8) { $0.customer() }
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    encoder.selection = "name,tags,counts,address.none"
    decoder.selection = encoder.selection
    let small = try encoder.encode(values)
    let whole = try HuskEncoder().encode(values)
    let expected = try HuskDecoder().decode([Partly].self, from: small)
    #expect(try decoder.decode([Partly].self, from: small) == expected)
    #expect(try decoder.decode([Partly].self, from: whole) == expected)
    #expect(expected.map(\.name) == values.map(\.name))
    #expect(expected.map(\.counts) == values.map(\.counts))
  }

  @Test func columnsOfOtherFieldsAreNotDecoded() throws {
    struct Row: Codable, Equatable {
      var id: Int
      var noise: Int?
    }
    var maker = SampleMaker(seed: 1)
    let rows = (0..<5000).map { Row(id: $0, noise: maker.number(0...999_999_999_999)) }
    var bytes = try HuskEncoder(options: EncodeOptions(layout: .column)).encode(rows)
    // The noise is most of the file, so that its middle is among it.
    bytes[bytes.count / 2] ^= 1
    var decoder = HuskDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode([Row].self, from: bytes) }
    decoder.selection = "id"
    #expect(try decoder.decode([Row].self, from: bytes).map(\.id) == rows.map(\.id))
  }
}
