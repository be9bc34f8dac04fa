// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCodable
import HuskCore
import Testing

@Suite("Errors of coders agree with those of Foundation")
struct CoderErrorTests {
  private func compare<T: Decodable & Equatable>(_ type: T.Type, _ texts: [String]) {
    for text in texts {
      let ours = Outcome { try HuskDecoder().decodeJSON(type, from: Array(text.utf8)) }
      let theirs = Outcome { try JSONDecoder().decode(type, from: Data(text.utf8)) }
      #expect(ours == theirs, "\(type) of \(text)")
    }
  }

  private static let scalars = [
    "1", "1.0", "1e2", "1.5", "-0", "-1", "300", "1e400", "-1e400", "1e39", "0.0e9", "100e-2",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
    "170141183460469231731687303715884105727", "0.1", "123456789.123456789",
    "9007199254740993", "0.30000000000000004", "true", "null", #""a""#, #""NaN""#, "[]", "{}", "",
    "1 2", #""\ud800""#, #""\ud83d\ude00\n\/""#, "[1]", "nul",
  ]

  @Test func scalars() {
    compare(Int.self, Self.scalars)
    compare(Int8.self, Self.scalars)
    compare(UInt16.self, Self.scalars)
    compare(UInt64.self, Self.scalars)
    compare(Int128.self, Self.scalars)
    compare(Double.self, Self.scalars)
    compare(Float.self, Self.scalars)
    compare(Bool.self, Self.scalars)
    compare(String.self, Self.scalars)
    compare(Int?.self, Self.scalars)
    compare(Decimal.self, Self.scalars.filter { !$0.contains("e") })
    compare([Int].self, ["[1,null]", #"[1,"a"]"#, "{}", "null", "[[1]]"])
    compare([String].self, ["[1]", #"["a",null]"#, "{}"])
    compare([Double].self, ["[1,true]", #"["a"]"#, "7"])
    compare([Bool].self, ["[true,null]", "[true,1]", "{}", "null", "[false]"])
    compare([Int?].self, ["[1,null]", #"[null,"a"]"#, "{}", "[[1]]"])
    compare([String?].self, ["[null]", #"["a",1]"#, "7"])
    compare([Double?].self, ["[null,1e-2]", "[1,true]", #"["a"]"#])
    compare([String: Int].self, [#"{"a":"b"}"#, "[]", #"{"a":1,"a":2}"#, #"{"\u0061":1}"#])
    compare([Int: Int].self, [#"{"1":2}"#, #"{"a":2}"#])
    compare(URL.self, [#""""#, #""http://a""#, "1"])
    compare(UUID.self, [#""x""#, "1"])
    compare(Data.self, [#""=""#, #""AQ==""#, "1"])
    compare(Date.self, [#""a""#, "1.5", "null"])
    compare(Sample.Event.self, ["{}", #"{"x":{}}"#, #"{"note":{"_0":1}}"#, #"{"login":{}}"#, "[]"])
  }

  private static let corrupted = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: ""))

  /// Where Husk is exact, or refuses what is not JSON before it looks for a type.
  @Test func whatFoundationDoesOtherwise() throws {
    let huge = try HuskDecoder().decodeJSON(Int128.self, from: Array("1e23".utf8))
    #expect(huge == 100_000_000_000_000_000_000_000)
    for text in ["1e-400", "01", "1.5"] {
      let outcome = Outcome { try HuskDecoder().decodeJSON(Int.self, from: Array(text.utf8)) }
      #expect(outcome == .error(ErrorSignature(Self.corrupted)))
    }
    let doubles = try HuskDecoder().decodeJSON([Double].self, from: Array("[1e22,1e23]".utf8))
    #expect(doubles == [1e22, 1e23])
  }

  @Test func members() {
    compare(
      Sample.Address.self,
      [
        "{}", "[]", "null", #"{"street":1}"#, #"{"street":null}"#, #"{"street":"a"}"#,
        #"{"street":"a","zip":"b","position":[]}"#, #"{"street":"a","zip":null,"position":[]}"#,
        #"{"position":[1,"x"],"street":"a"}"#, #"{"position":[1],"zip":5,"street":"a"}"#,
        #"{"str\u0065et":"a\"","position":[]}"#, #"{"street":"a","position":[],"more":{"zip":1}}"#,
        #"{"more":{"zip":1,"street":"x"},"street":"a","position":[]}"#, #"{"street":"#,
      ])
    compare(
      [[String: [Sample.Address]]].self,
      [
        #"[{},{"k":[{"street":"a","position":[]},{"street":"a","position":[1,{}]}]}]"#,
        #"[{"k":[{"street":"a","position":[]},{"street":"a"}]}]"#, #"[{"k":1}]"#, #"[{"k":[7]}]"#,
      ])
    compare(Sample.Interleaved.self, [#"{"left":[1],"right":[2,"a"],"inner":{"values":[]}}"#])
    compare(Sample.Interleaved.self, [#"{"left":[1],"right":[2],"inner":{"values":[null]}}"#])
  }

  @Test func valuesThatCannotBeEncoded() {
    func check<T: Encodable>(_ value: T) {
      let ours = Outcome { try HuskEncoder().encodeJSON(value).count }
      let theirs = Outcome { try JSONEncoder().encode(value).count }
      #expect(ours == theirs)
    }
    check(Double.nan)
    check([1, Float.infinity])
    check(["a": ["b": [0, -Double.infinity]]])
    check(Sample.Empty())
    check(
      Sample.Address(street: "s", zip: 1, position: [0, .infinity]))
  }

  @Test func damagedInputIsCorrupted() throws {
    var bytes = try HuskEncoder().encode(Array(repeating: "text", count: 100))
    bytes[bytes.count / 2] ^= 1
    do {
      _ = try HuskDecoder().decode([String].self, from: bytes)
      Issue.record("it was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.underlyingError is HuskError)
    }
  }

  @Test func nestingBeyondTheLimitIsRefused() throws {
    indirect enum Nest: Encodable { case inner([Nest]) }
    let deep = (0..<300).reduce(Nest.inner([])) { nest, _ in .inner([nest]) }
    do {
      _ = try HuskEncoder().encode(deep)
      Issue.record("it was encoded")
    } catch EncodingError.invalidValue(_, let context) {
      #expect((context.underlyingError as? HuskError)?.code == .limitExceeded)
    }
  }
}
