// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// A column of integers as it will stand in a block, whether or not that is allowed
/// (SPEC §8.4 Integer columns).
package indirect enum IntegerSketch: Sendable {
  /// All entries are the same.
  case constant(Int64)
  /// A width, and the entries over a base, a stream for each byte.
  case planes(Int, base: Int64 = 0, [Int64])
  /// A width and 1, 2 or 4 bits beyond it, and the entries over a base, a stream for each byte and one for the bits.
  case bits(Int, Int, base: Int64 = 0, [Int64])
  /// A width, and the entries over a base in one stream.
  case packed(Int, base: Int64 = 0, [Int64])
  /// The first entry and the differences.
  case delta(Int64, IntegerSketch)
  /// A number of entries, the entries and the indices.
  case dictionary(Int, IntegerSketch, IntegerSketch)
  /// A number of runs, their values and how often each stands once more.
  case runs(Int, IntegerSketch, IntegerSketch)
  /// How many columns back, and what is added.
  case derived(Int, Int64)
  /// How many columns back the keys are, the count, the first entry and the differences.
  case grouped(Int, Int, Int64, IntegerSketch)
  /// A factor, a remainder and the quotients.
  case multiples(Int64, plus: Int64 = 0, IntegerSketch)
  /// How many columns back the source is, and the differences to it.
  case relative(Int, IntegerSketch)
  /// How many columns back a source and a second one are, what that is for, and the differences to both.
  case relativeToTwo(Int, SecondSource, Int, IntegerSketch)
  /// Descriptors as they are.
  case raw([UInt8], String)

  /// The bytes of a signed integer.
  package static func zigzag(_ value: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    Varint.append(ZigZag.encode(value), to: &bytes)
    return bytes
  }

  /// What integers have beyond whole planes, packed.
  private static func highest(_ width: Int, _ bits: Int, base: Int64, _ values: [Int64]) -> [UInt8]
  {
    var highest = [UInt8](repeating: 0, count: (values.count * bits + 7) / 8)
    for (index, value) in values.enumerated() {
      highest[index * bits / 8] |=
        UInt8(truncatingIfNeeded: (value &- base) >> (8 * width)) << (index * bits % 8)
    }
    return highest
  }

  private static func writePlanes(
    _ width: Int, base: Int64, _ values: [Int64], to block: inout BlockBuilder
  ) {
    for plane in 0..<width {
      let bytes = values.map { UInt8(truncatingIfNeeded: ($0 &- base) >> (8 * plane)) }
      block.stream(bytes, "plane \(plane)")
    }
  }

  /// Adds the column to a block.
  func write(to block: inout BlockBuilder) {
    switch self {
    case .constant(let value): block.describe([0] + Self.zigzag(value), "constant \(value)")
    case .planes(let width, let base, let values):
      block.describe(
        [1 | UInt8(width) << 4] + Self.zigzag(base), "\(width) planes over \(base)")
      Self.writePlanes(width, base: base, values, to: &block)
    case .bits(let width, let bits, let base, let values):
      let tag: UInt8 = bits == 1 ? 9 : bits == 2 ? 10 : 11
      block.describe(
        [tag | UInt8(width) << 4] + Self.zigzag(base),
        "\(width) planes and \(bits) bits over \(base)")
      Self.writePlanes(width, base: base, values, to: &block)
      block.stream(Self.highest(width, bits, base: base, values), "bits of each")
    case .packed(let width, let base, let values):
      block.describe(
        [2 | UInt8(width) << 4] + Self.zigzag(base), "packed in \(width) bytes over \(base)")
      let bytes = values.flatMap { value in
        (0..<width).map { UInt8(truncatingIfNeeded: (value &- base) >> (8 * $0)) }
      }
      block.stream(bytes, "packed")
    case .delta(let first, let differences):
      block.describe([3] + Self.zigzag(first), "differences from \(first)")
      differences.write(to: &block)
    case .dictionary(let count, let entries, let indices):
      block.describe([4] + FileBuilder.varint(count), "dictionary of \(count)")
      entries.write(to: &block)
      indices.write(to: &block)
    case .runs(let count, let values, let lengths):
      block.describe([5] + FileBuilder.varint(count), "\(count) runs")
      values.write(to: &block)
      lengths.write(to: &block)
    case .derived(let distance, let addend):
      block.describe(
        [6] + FileBuilder.varint(distance) + Self.zigzag(addend),
        "derived from \(distance) back, plus \(addend)")
    case .grouped(let distance, let count, let first, let differences):
      let descriptors = [7] + FileBuilder.varint(distance) + FileBuilder.varint(count)
      let groups = distance == 0 ? "\(count)" : "\(count) bits of \(distance) back"
      block.describe(descriptors + Self.zigzag(first), "groups by \(groups) from \(first)")
      differences.write(to: &block)
    case .multiples(let factor, let remainder, let quotients):
      block.describe(
        [8] + Self.zigzag(factor) + Self.zigzag(remainder), "\(factor) times, plus \(remainder)")
      quotients.write(to: &block)
    case .relative(let distance, let differences):
      block.describe([12] + FileBuilder.varint(distance), "relative to \(distance) back")
      differences.write(to: &block)
    case .relativeToTwo(let distance, let role, let second, let differences):
      block.describe(
        [12 | role.rawValue << 4] + FileBuilder.varint(distance) + FileBuilder.varint(second),
        "relative to \(distance) back, \(second) back \(role)")
      differences.write(to: &block)
    case .raw(let bytes, let note): block.describe(bytes, note)
    }
  }
}
