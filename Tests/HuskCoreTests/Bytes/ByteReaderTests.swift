// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Byte reader")
struct ByteReaderTests {
  private static let bytes: [UInt8] = [1, 2, 3, 4, 5]

  @Test func readsFromTheStartToTheEnd() throws {
    var reader = ByteReader(Self.bytes.span)
    #expect(try reader.readByte() == 1)
    #expect(try reader.readBytes(3) == [2, 3, 4])
    #expect(reader.offset == 4 && reader.remaining == 1)
    #expect(try reader.readBytes(0).isEmpty)
    #expect(try reader.readByte() == 5)
    #expect(reader.remaining == 0)
  }

  @Test func refusesToReadBeyondTheEnd() {
    #expect(throws: HuskError(.truncated, at: 5, "")) {
      var reader = ByteReader(Self.bytes.span)
      _ = try reader.readBytes(5)
      _ = try reader.readByte()
    }
    #expect(throws: HuskError(.truncated, at: 1, "")) {
      var reader = ByteReader(Self.bytes.span)
      _ = try reader.readByte()
      _ = try reader.readBytes(5)
    }
    #expect(throws: HuskError(.truncated, at: 0, "")) {
      var reader = ByteReader(Self.bytes.span)
      _ = try reader.readBytes(.max)
    }
  }

  @Test(arguments: [(1, 4), (2, 2), (4, 1), (5, 0)])
  func countsCannotAnnounceMoreThanTheRestHolds(byteCount: Int, most: UInt8) throws {
    var reader = ByteReader([most, 0, 0, 0, 0].span)
    #expect(try reader.readCount(ofAtLeast: byteCount) == most)
    #expect(throws: HuskError(.truncated, at: 0, "")) {
      var reader = ByteReader([most + 1, 0, 0, 0, 0].span)
      _ = try reader.readCount(ofAtLeast: byteCount)
    }
  }

  @Test func hugeCountsAreRefused() {
    let bytes = [UInt8](repeating: 0xFF, count: 9) + [0x01]
    #expect(throws: HuskError(.truncated, at: 0, "")) {
      var reader = ByteReader(bytes.span)
      _ = try reader.readCount()
    }
  }
}
