// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Encodings in words")
struct EncodingNameTests {
  private static let planes = IntegerPlan.planes(
    base: -3, width: PlaneWidth(bytes: 2), [-3, 500])
  private static let packed = IntegerPlan.packed(base: 0, width: 2, [0, 500])

  static let integers: [(IntegerPlan, String)] = [
    (.constant(-7), "constant"), (planes, "planes"), (packed, "packed"),
    (.delta(first: 1 << 40, Self.packed), "delta packed"),
    (.delta(first: 0, .delta(first: 0, Self.planes)), "delta delta planes"),
    (
      .dictionary(.delta(first: 5, Self.planes), count: 300, Self.packed),
      "dictionary of 300, packed"
    ),
    (.runs(count: 2, packed, Self.planes), "2 runs of packed, planes"),
    (.runs(count: 2, planes, Self.planes), "2 runs of 2 × planes"),
    (.bytes([0, 1, 1], isPacked: false), "bits"), (.bytes([4, 4, 7], isPacked: false), "pairs"),
    (.bytes([0, 15], isPacked: false), "nibbles"), (.bytes([0, 16], isPacked: false), "planes"),
    (.bytes([0, 256], isPacked: false), "planes and bits"),
    (.bytes([0, 3 << 16], isPacked: false), "planes and pairs"),
    (.bytes([-1, 1 << 59], isPacked: false), "planes and nibbles"),
  ]

  @Test("Integer columns have names", arguments: integers)
  func integersHaveNames(plan: IntegerPlan, name: String) throws {
    var streams = StreamSet()
    plan.write(to: &streams)
    #expect(try EncodingName.integers(streams.descriptors) == name)
  }

  private let scalars: [(ScalarPlan, String)] = [
    (.text(.bytes(Array("a\nb\n".utf8))), "text"), (.constant(Array("true".utf8)), "constant"),
    (.dictionary(.text(.bytes([0x61, 0x0A])), count: 12, Self.packed), "dictionary of 12, packed"),
    (
      .decimals(scale: 2, .trimmed, .delta(first: 9, Self.planes)),
      "decimals(scale 2) of delta planes"
    ),
    (
      .nearDecimals(scale: 15, .seventeen, Self.packed, distances: .constant(0)),
      "doubles(scale 15) of packed, constant"
    ),
    (
      .derived(TextDerivation(front: 200, prefix: [0x61], suffix: [0x62, 0x63]), distance: 130),
      "derived(130 back)"
    ),
    (
      .picked(
        PickedValues(
          TextDerivation(prefix: [0x61], suffix: [0x62]), Picks(Self.planes, of: 9)), distance: 3),
      "picked(3 back) by planes"
    ),
    (
      .picked(PickedValues(nil, Picks(.constant(1), of: 9)), distance: 3),
      "picked(3 back) by constant"
    ),
    (.frontCoded(Self.planes, Array("a\nb\n".utf8)), "front coding(planes) of text"),
    (
      .quotedDecimals(TextAffixes(prefix: [0x24]), scale: 2, .fixed, Self.planes),
      "quoted decimals(scale 2) of planes"
    ),
    (
      .floating(.widened, FloatingNotation([.plus], low: 6, high: 21), [Self.planes]),
      "binary32, widened of planes"
    ),
    (
      .floating(.digits, FloatingNotation(), [Self.packed, .constant(3)]),
      "digits and exponents of packed, constant"
    ),
    (
      .composed(
        StringLiterals([[0x61], [], [0x62, 0x63]]),
        [.text(.bytes([0x61, 0x0A])), .constant([0x31])]),
      "composed of text / constant"
    ),
    (
      .spliced(
        SplicedStrings(
          fronts: .constant(0), backs: Self.planes, heads: .text(.bytes([])),
          tails: .constant([0x22, 0x22])), distance: 3),
      "spliced(3 back, constant, planes) of text / constant"
    ),
    (
      .spliced(
        SplicedStrings(
          fronts: .constant(0), backs: .constant(1), heads: .text(.bytes([])),
          tails: .constant([0x22, 0x22])
        ).picked(by: Picks(Self.planes, of: 9)), distance: 3),
      "spliced(3 back by planes, 2 × constant) of text / constant"
    ),
    (
      .base64(Base64Form(variant: 3, prefix: [0x61]), .constant(2), [1, 2, 3, 4]),
      "base64(constant)"
    ),
    (
      .mixed(Self.planes, [.text(.bytes([])), .constant([0x31])]),
      "mixed(planes) of text / constant"
    ),
  ]

  @Test("A derived integer column says from where")
  func derivedIntegersHaveNames() throws {
    #expect(try EncodingName.integers([6, 0x82, 1, 5]) == "derived(130 back)")
  }

  @Test("A grouped integer column says by what")
  func groupedIntegersHaveNames() throws {
    let planes: [UInt8] = [0x11, 0]
    #expect(try EncodingName.integers([7, 0, 3, 5] + planes) == "grouped(every 3) planes")
    #expect(try EncodingName.integers([7, 0x82, 1, 3, 5] + planes) == "grouped(130 back) planes")
  }

  @Test("A relative integer column says to what")
  func relativeIntegersHaveNames() throws {
    #expect(try EncodingName.integers([12, 0x82, 1, 0x11, 0]) == "relative(130 back) planes")
    #expect(
      try EncodingName.integers([0x1C, 2, 0x82, 1, 0, 0]) == "relative(2 back + 130 back) constant")
    #expect(try EncodingName.integers([0x2C, 2, 1, 0, 0]) == "relative(2 back - 1 back) constant")
  }

  @Test("A column of multiples says of what")
  func multiplesHaveNames() throws {
    #expect(try EncodingName.integers([8, 0xD0, 0x0F, 5, 0x11, 0]) == "multiples of 1000, planes")
    #expect(
      try EncodingName.integers([8, 9, 0, 3, 2, 0x11, 0]) == "multiples of -5, delta planes")
  }

  @Test("Scalar columns have names")
  func scalarsHaveNames() throws {
    for (plan, name) in scalars {
      var streams = StreamSet()
      plan.write(to: &streams)
      #expect(try EncodingName.scalars(streams.descriptors) == name)
    }
  }

  @Test("A description that breaks off is refused, wherever it does")
  func piecesAreRefused() {
    for (plan, _) in scalars {
      var streams = StreamSet()
      plan.write(to: &streams)
      for count in streams.descriptors.indices {
        #expect(throws: HuskError.self) {
          try EncodingName.scalars(Array(streams.descriptors[..<count]))
        }
      }
    }
  }
}
