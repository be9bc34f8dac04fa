// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Builds blocks of columns byte by byte, without the encoder (SPEC §8 Column layout).
struct BlockBuilder {
  /// The descriptors so far.
  var descriptors: [UInt8] = []
  private var numbers: [UInt8] = []
  private var text: [UInt8] = []
  private var large: [[UInt8]] = []

  /// An integer column.
  indirect enum Integers: Sendable {
    case constant(Int64)
    case planes(width: Int, base: Int64, [Int64])
    case bits(Int, width: Int, base: Int64, [Int64])
    case packed(width: Int, base: Int64, [Int64])
    case delta(first: Int64, Integers)
    case dictionary(count: Int, Integers, Integers)
    case runs(count: Int, Integers, Integers)
  }

  /// Starts a block whose gaps are as predicted but for those given.
  init(gaps: [(skipped: Int64, gap: Int64)] = []) {
    count(gaps.count)
    guard !gaps.isEmpty else { return }
    sized([0x0A])
    sized([0x20, 0x20])
    count(0)
    integers(.planes(width: 4, base: 0, gaps.map(\.skipped)))
    integers(.planes(width: 1, base: 0, gaps.map(\.gap)))
  }

  mutating func byte(_ value: UInt8) { descriptors.append(value) }

  mutating func count(_ value: Int) { Varint.append(value, to: &descriptors) }

  mutating func sized(_ bytes: [UInt8]) {
    count(bytes.count)
    descriptors += bytes
  }

  private mutating func signed(_ value: Int64) {
    Varint.append(ZigZag.encode(value), to: &descriptors)
  }

  mutating func stream(_ bytes: [UInt8]) {
    if bytes.count >= StreamSet.largeByteCount { large.append(bytes) } else { numbers += bytes }
  }

  mutating func integers(_ column: Integers) {
    switch column {
    case .constant(let value):
      byte(0)
      signed(value)
    case .planes(let width, let base, let values):
      byte(1 | UInt8(width) << 4)
      signed(base)
      for plane in 0..<width { stream(values.map { Self.byte(plane, of: $0 &- base) }) }
    case .bits(let bits, let width, let base, let values):
      byte(UInt8(bits == 4 ? 11 : 8 + bits) | UInt8(width) << 4)
      signed(base)
      for plane in 0..<width { stream(values.map { Self.byte(plane, of: $0 &- base) }) }
      var highest = [UInt8](repeating: 0, count: (values.count * bits + 7) / 8)
      for (index, value) in values.enumerated() {
        highest[index * bits / 8] |= Self.byte(width, of: value &- base) << (index * bits % 8)
      }
      stream(highest)
    case .packed(let width, let base, let values):
      byte(2 | UInt8(width) << 4)
      signed(base)
      stream(values.flatMap { value in (0..<width).map { Self.byte($0, of: value &- base) } })
    case .delta(let first, let differences):
      byte(3)
      signed(first)
      integers(differences)
    case .dictionary(let count, let entries, let indices):
      byte(4)
      self.count(count)
      integers(entries)
      integers(indices)
    case .runs(let count, let values, let lengths):
      byte(5)
      self.count(count)
      integers(values)
      integers(lengths)
    }
  }

  private static func byte(_ place: Int, of value: Int64) -> UInt8 {
    UInt8(truncatingIfNeeded: value >> Int64(8 * place))
  }

  /// Writes a text column; `content` has the terminators.
  mutating func textColumn(_ content: [UInt8]) {
    byte(1)
    count(content.count)
    text += content
  }

  /// Ends the block with the controls and the text that slots share.
  func payload(sharedControls: [UInt8] = [], sharedText: [UInt8] = []) -> [UInt8] {
    var block = self
    block.count(sharedControls.count)
    block.count(sharedText.count)
    let sections = [block.descriptors, numbers + sharedControls, text + sharedText]
    var payload: [UInt8] = []
    Varint.append(large.count, to: &payload)
    for section in sections {
      payload.append(0)
      Varint.append(section.count, to: &payload)
    }
    for section in large {
      payload.append(0)
      Varint.append(section.count, to: &payload)
      payload.appendLittleEndian(Checksum.crc32(section.span))
    }
    payload += sections.flatMap { $0 }
    payload.appendLittleEndian(Checksum.crc32(payload.span))
    return payload + large.flatMap { $0 }
  }
}

extension BlockBuilder {
  /// A block of rows that are single values, whose one column `column` writes.
  static func rows(_ count: Int, _ column: (inout BlockBuilder) -> Void) -> [UInt8] {
    var block = BlockBuilder()
    block.count(count)
    column(&block)
    return block.payload()
  }

  /// The lines that such a block decodes to.
  static func decode(
    _ payload: [UInt8], rows: Int, byteLimit: Int = 1 << 24
  ) throws -> [String] {
    let plan = TemplatePlan(Template(shapes: [], root: .any))
    let text = try ColumnBlockDecoder.decode(
      payload.span, plan, BlockFrame(), rowCount: rows, byteLimit: byteLimit,
      limits: Limits())
    return String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
