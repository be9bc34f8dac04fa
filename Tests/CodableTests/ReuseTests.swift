// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import Testing

@Suite("Coders that are kept")
struct CoderReuseTests {
  @Test(arguments: [Layout.auto, .column, .text, .row])
  func everyLayoutIsDecoded(layout: Layout) throws {
    let encoder = HuskEncoder(options: EncodeOptions(layout: layout))
    let decoder = HuskDecoder()
    var maker = SampleMaker(seed: 7)
    for _ in 0..<5 {
      let value = maker.list(9) { $0.integers() }
      #expect(try decoder.decode([Sample.Integers].self, from: encoder.encode(value)) == value)
      let data = try encoder.encodeData(value)
      #expect(try decoder.decode([Sample.Integers].self, from: data) == value)
    }
  }

  @Test func whatComesOutDoesNotDependOnWhatCameBefore() throws {
    let encoder = HuskEncoder()
    var maker = SampleMaker(seed: 8)
    for _ in 0..<5 {
      let value = maker.list(9) { $0.customer() }
      let first = try encoder.encode(value)
      #expect(throws: EncodingError.self) { try encoder.encode([1, Double.nan]) }
      #expect(try HuskEncoder().encode(value).count == first.count)
    }
  }

  @Test func theTextIsWhatHuskDecodes() throws {
    let encoder = HuskEncoder()
    let value = ["a": [1, 2, 3]]
    #expect(try Husk.decode(encoder.encode(value)) == encoder.encodeJSON(value))
  }

  @Test func threadsShareThem() async throws {
    let encoder = HuskEncoder()
    let decoder = HuskDecoder()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for seed in 0..<16 {
        group.addTask {
          var maker = SampleMaker(seed: UInt64(seed))
          let values = maker.list(50) { $0.integers() }
          let copy = try decoder.decode([Sample.Integers].self, from: encoder.encode(values))
          return copy == values
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }

  @Test func aContainerThatOutlivesItsValueIsRefused() throws {
    final class Holder { var container: (any UnkeyedEncodingContainer)? }
    struct Keeper: Encodable {
      let holder: Holder

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        holder.container = container.nestedUnkeyedContainer()
      }
    }
    struct Outer: Encodable {
      func encode(to encoder: any Encoder) throws {
        let holder = Holder()
        var container = encoder.unkeyedContainer()
        try container.encode(Keeper(holder: holder))
        #expect(throws: EncodingError.self) { try holder.container?.encode(2) }
        try container.encode(3)
      }
    }
    let json = try HuskEncoder().encodeJSON(Outer())
    #expect(String(decoding: json, as: UTF8.self) == "[[1,[]],3]")
  }

  @Test func superEncodersTakeEveryForm() throws {
    struct Late: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        let encoders = (0..<4).map { _ in container.superEncoder() }
        try container.encode("last")
        var scalar = encoders[2].singleValueContainer()
        try scalar.encode(5)
        var array = encoders[0].unkeyedContainer()
        try array.encode(1)
        var object = encoders[1].container(keyedBy: AnyName.self)
        try object.encode(2, forKey: AnyName("a"))
        try array.encode(["x": 3])
        try object.encode([4], forKey: AnyName("b"))
      }
    }
    let theirs = try JSONEncoder().encode(Late())
    let ours = try HuskEncoder().encodeJSON(Late())
    #expect(String(decoding: ours, as: UTF8.self) == #"[[1,{"x":3}],{"a":2,"b":[4]},5,{},"last"]"#)
    #expect(ours.count == theirs.count)
  }
}
