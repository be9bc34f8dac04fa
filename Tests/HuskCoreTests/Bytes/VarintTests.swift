// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Varints (SPEC §2.3 Varints)", .seeded)
struct VarintTests {
  private static let examples: [(UInt64, [UInt8])] = [
    (0, [0x00]), (127, [0x7F]), (128, [0x80, 0x01]), (300, [0xAC, 0x02]),
    (16_383, [0xFF, 0x7F]), (16_384, [0x80, 0x80, 0x01]),
    (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]),
  ]

  @Test(arguments: examples)
  func haveTheBytesOfTheExamples(value: UInt64, bytes: [UInt8]) throws {
    var written: [UInt8] = []
    Varint.append(value, to: &written)
    #expect(written == bytes)
    var reader = ByteReader(bytes.span)
    #expect(try reader.readVarint() == value)
    #expect(reader.remaining == 0)
  }

  @Test func comeBackAtEveryWidth() throws {
    var random = SeededGenerator()
    for _ in 0..<2_000 {
      let value = random.next() >> UInt64(random.below(64))
      var bytes: [UInt8] = []
      Varint.append(value, to: &bytes)
      #expect(bytes.count == max(1, (64 - value.leadingZeroBitCount + 6) / 7))
      var reader = ByteReader(bytes.span)
      #expect(try reader.readVarint() == value)
    }
  }

  @Test func haveOneFormOnly() {
    // Each input is either refused or written back as it was.
    for bytes in AllInputs(over: [0x00, 0x01, 0x7F, 0x80, 0x81, 0xFF], upTo: 4) {
      var reader = ByteReader(bytes.span)
      guard let value = try? reader.readVarint() else { continue }
      var written: [UInt8] = []
      Varint.append(value, to: &written)
      #expect(written == Array(bytes.prefix(reader.offset)))
    }
  }

  @Test(
    arguments: [
      ([], .truncated, 0), ([0x80], .truncated, 1), ([0xFF, 0xFF], .truncated, 2),
      ([0x80, 0x00], .invalidVarint, 0), ([0xFF, 0x80, 0x00], .invalidVarint, 0),
      ([UInt8](repeating: 0xFF, count: 9) + [0x02], .invalidVarint, 0),
      ([UInt8](repeating: 0x80, count: 10) + [0x01], .invalidVarint, 0),
      ([UInt8](repeating: 0xFF, count: 9) + [0x81], .invalidVarint, 0),
    ] as [([UInt8], HuskError.Code, Int)])
  func areRefusedInAnyOtherForm(bytes: [UInt8], code: HuskError.Code, offset: Int) {
    #expect(throws: HuskError(code, at: offset, "")) {
      var reader = ByteReader(bytes.span)
      _ = try reader.readVarint()
    }
  }

  @Test func areKnownByTheirFirstBytes() {
    for (value, bytes) in Self.examples {
      var varint = Varint.Prefix()
      #expect(bytes.dropLast().allSatisfy { varint.append($0) == .unfinished })
      #expect(bytes.last.map { varint.append($0) } == .finished)
      #expect(varint.value == value)
    }
    var varint = Varint.Prefix()
    #expect(varint.append(0x80) == .unfinished)
    #expect(varint.append(0) == .invalid)
  }
}
