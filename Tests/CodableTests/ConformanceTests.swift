// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import Testing

@Suite("Coders agree with those of Foundation")
struct CoderConformanceTests {
  /// Checks that values pass from each encoder to each decoder.
  private func check<T: Codable & Equatable>(
    _ value: T, encoder: HuskEncoder = HuskEncoder(), decoder: HuskDecoder = HuskDecoder(),
    _ theirEncoder: JSONEncoder = JSONEncoder(), _ theirDecoder: JSONDecoder = JSONDecoder()
  ) throws {
    let ours = try encoder.encodeJSON(value)
    let theirs = try theirEncoder.encode(value)
    let text = Comment(rawValue: String(decoding: ours, as: UTF8.self))
    let expected = try theirDecoder.decode(T.self, from: theirs)
    #expect(try theirDecoder.decode(T.self, from: Data(ours)) == expected, text)
    #expect(try decoder.decodeJSON(T.self, from: ours) == expected, text)
    #expect(try decoder.decodeJSON(T.self, from: Array(theirs)) == expected, text)
    #expect(try decoder.decode(T.self, from: encoder.encode(value)) == expected, text)
  }

  @Test(arguments: UInt64(0)..<60)
  func recordsOfAllKinds(seed: UInt64) throws {
    var maker = SampleMaker(seed: seed)
    try check(maker.customer())
    try check(maker.list(5) { $0.customer() })
    try check(maker.integers())
    try check(maker.list(20) { $0.double() })
    try check(maker.list(20) { Float($0.number(-10000...10000)) / 3 })
    try check(maker.list(9) { $0.string() })
    try check(maker.list(9) { $0.bool() })
    try check(maker.list(9) { $0.bool() ? $0.string() : nil })
    try check(maker.list(9) { $0.bool() ? $0.number(-99...99) : nil })
    try check(maker.list(9) { $0.bool() ? $0.double() : nil })
    try check(Dictionary(maker.list(9) { ($0.string(), $0.event()) }) { first, _ in first })
    try check(
      Sample.Interleaved(
        left: maker.list(5) { $0.number(0...9) }, right: maker.list(5) { $0.number(0...9) },
        inner: maker.list(5) { $0.number(0...9) }))
  }

  @Test func valuesThatAreNoObjects() throws {
    try check(1)
    try check("text")
    try check(true)
    try check(-0.0)
    try check([Int?]([1, nil, 3]))
    try check([[String: [Int]]]())
    try check(Int?.none)
    try check([Sample.Empty()])
    try check(["a": Sample.Empty()])
    try check(URL(string: "https://example.com/a%20b")!)
    try check([Decimal(string: "0.1")!, Decimal(string: "-12345678901234567890.5")!])
    try check([Date(timeIntervalSince1970: 1): 1])
    try check([Int128.min, .max, 0])
    try check([UInt128.max, 0])
    try check([Double.leastNormalMagnitude, .greatestFiniteMagnitude, 1e-7, 1e15, 1e16, 0.3])
    try check(CGPointLike(x: 1, y: 2)...CGPointLike(x: 3, y: 4))
  }

  @Test func datesInEveryForm() throws {
    let value = [Date(timeIntervalSince1970: 1_700_000_000.25), Date(timeIntervalSince1970: -1)]
    let pairs: [(JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy)] = [
      (.deferredToDate, .deferredToDate), (.secondsSince1970, .secondsSince1970),
      (.millisecondsSince1970, .millisecondsSince1970), (.iso8601, .iso8601),
      (
        .custom { date, encoder in
          var container = encoder.singleValueContainer()
          try container.encode("\(date.timeIntervalSince1970)")
        },
        .custom { decoder in
          let text = try decoder.singleValueContainer().decode(String.self)
          return Date(timeIntervalSince1970: try #require(Double(text)))
        }
      ),
    ]
    for (write, read) in pairs {
      var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
      let (theirEncoder, theirDecoder) = (JSONEncoder(), JSONDecoder())
      encoder.dateEncodingStrategy = write
      decoder.dateDecodingStrategy = read
      theirEncoder.dateEncodingStrategy = write
      theirDecoder.dateDecodingStrategy = read
      try check(value, encoder: encoder, decoder: decoder, theirEncoder, theirDecoder)
    }
  }

  @Test func dataAndFloatsInEveryForm() throws {
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    let (theirEncoder, theirDecoder) = (JSONEncoder(), JSONDecoder())
    encoder.dataEncodingStrategy = .deferredToData
    decoder.dataDecodingStrategy = .deferredToData
    theirEncoder.dataEncodingStrategy = .deferredToData
    theirDecoder.dataDecodingStrategy = .deferredToData
    try check(
      ["k": Data([0, 255])], encoder: encoder, decoder: decoder, theirEncoder, theirDecoder)
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let infinities = [Float.infinity, -.infinity]
    let floats = try decoder.decode([Float].self, from: encoder.encode(infinities))
    #expect(floats == [.infinity, -.infinity])
    #expect(String(decoding: try encoder.encodeJSON([Double.nan]), as: UTF8.self) == #"["?"]"#)
    #expect(try decoder.decodeJSON(Double.self, from: Array(#""?""#.utf8)).isNaN)
  }

  private struct Names: Codable, Equatable {
    var oneTwo = 1
    var myURLProperty = 2
    var _hidden_ = 3
    var x1Y = 4
    var inner = ["someKey": ["otherKey": 1]]
    var plain: Int? = nil
  }

  @Test func keysInEveryForm() throws {
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    let (theirEncoder, theirDecoder) = (JSONEncoder(), JSONDecoder())
    encoder.keyEncodingStrategy = .convertToSnakeCase
    theirEncoder.keyEncodingStrategy = .convertToSnakeCase
    for name in ["oneTwo", "myURLProperty", "_hidden_", "x1Y", "URL", "a", "ABc", "aB", "__"] {
      let ours = try encoder.encodeJSON([AnyName(name): 1])
      #expect(try Array(theirEncoder.encode([AnyName(name): 1])) == ours)
    }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    theirDecoder.keyDecodingStrategy = .convertFromSnakeCase
    let json = #"{"one_two":5,"my_url_property":6,"plain":7,"x1_y":8,"inner":{"a_b":{}}}"#
    for text in [json, #"{"one_two":"x"}"#] {
      #expect(
        Outcome { try decoder.decodeJSON(Partly.self, from: Array(text.utf8)) }
          == Outcome { try theirDecoder.decode(Partly.self, from: Data(text.utf8)) })
    }
    encoder.keyEncodingStrategy = .custom {
      AnyName(String($0.map(\.stringValue).joined(separator: "/")))
    }
    theirEncoder.keyEncodingStrategy = .custom {
      AnyName(String($0.map(\.stringValue).joined(separator: "/")))
    }
    try check(["a": 1], encoder: encoder, decoder: HuskDecoder(), theirEncoder, JSONDecoder())
    decoder.keyDecodingStrategy = .custom {
      AnyName(String(($0.last?.stringValue ?? "").dropFirst()))
    }
    let prefixed = Array(#"{"!street":"s","!position":[]}"#.utf8)
    #expect(try decoder.decodeJSON(Sample.Address.self, from: prefixed).street == "s")
  }

  private struct Partly: Codable, Equatable {
    var oneTwo: Int
    var plain: Int?
    var inner: [String: [String: Int]]?
  }

  @Test func classesWithTheirSuperclass() throws {
    let dog = Sample.Dog()
    dog.name = "fido"
    let json = try HuskEncoder().encodeJSON(dog)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"super":{"name":"fido","age":3},"breed":"collie"}"#)
    #expect(try HuskDecoder().decodeJSON(Sample.Dog.self, from: json).name == "fido")
    #expect(try JSONDecoder().decode(Sample.Dog.self, from: Data(json)).name == "fido")
    let cat = try HuskEncoder().encode(Sample.Cat())
    #expect(try HuskDecoder().decode(Sample.Cat.self, from: cat).lives == 9)
  }

  @Test func everyByteIsEscapedWhereverItStands() throws {
    let texts = (0..<0x80).flatMap { byte in
      (0..<10).map { place in
        let filler = Array(repeating: Character("x"), count: 9)
        let character = Character(Unicode.Scalar(UInt8(byte)))
        return String(filler[..<place] + [character] + filler[place...])
      }
    }
    let json = try HuskEncoder().encodeJSON(texts)
    #expect(try JSONDecoder().decode([String].self, from: Data(json)) == texts)
    #expect(try HuskDecoder().decodeJSON([String].self, from: json) == texts)
  }

  @Test func whatFailsLeavesNothingBehind() throws {
    for value in [1, Double.nan] {
      let theirs = try JSONEncoder().encode(Sample.Fallback(value: value))
      #expect(try HuskEncoder().encodeJSON(Sample.Fallback(value: value)) == Array(theirs))
    }
  }

  @Test func userInfoIsHandedOn() throws {
    struct Reader: Codable {
      var found: String

      init() { found = "" }

      init(from decoder: any Decoder) throws { found = "\(decoder.userInfo)" }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(encoder.userInfo)")
      }
    }
    var (encoder, decoder) = (HuskEncoder(), HuskDecoder())
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    encoder.userInfo[key] = 1
    decoder.userInfo[key] = 1
    let json = try encoder.encodeJSON([Reader()])
    #expect(try decoder.decodeJSON([String].self, from: json)[0].contains("1"))
    #expect(try decoder.decodeJSON([Reader].self, from: json)[0].found.contains("1"))
  }
}

/// A point without a home in a framework.
struct CGPointLike: Codable, Comparable {
  var x: Double
  var y: Double

  static func < (left: Self, right: Self) -> Bool { left.x < right.x }
}

/// A key of any name.
struct AnyName: CodingKey, CodingKeyRepresentable, Hashable, Encodable {
  var stringValue: String
  var intValue: Int? { nil }
  var codingKey: any CodingKey { self }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
  init?<T: CodingKey>(codingKey: T) { self.init(codingKey.stringValue) }
}

/// What came of something: a value, or the kind of error.
enum Outcome<Value: Equatable>: Equatable {
  case value(Value)
  case error(ErrorSignature)

  init(_ body: () throws -> Value) {
    do { self = .value(try body()) } catch { self = .error(ErrorSignature(error)) }
  }
}
