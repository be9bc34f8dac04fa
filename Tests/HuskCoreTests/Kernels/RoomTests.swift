// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Room for what is announced (SPEC §10.2 Security considerations)")
struct RoomTests {
  @Test func whatIsLittleOrExplainedHasRoomAtOnce() {
    #expect(Room(for: 0, from: 0).isWhole)
    #expect(Room(for: Room.least, from: 0).isWhole)
    #expect(!Room(for: Room.least + 1, from: 0).isWhole)
    #expect(Room(for: Room.least + 400, from: 100).isWhole)
  }

  @Test func roomGrowsToWhatIsAnnouncedAndNoFurther() {
    var room = Room(for: 1 << 32, from: 7)
    var counts = [room.byteCount]
    while !room.isWhole {
      room.grow()
      counts.append(room.byteCount)
    }
    #expect(counts.first == Room.least + 28)
    #expect(counts.last == 1 << 32)
    for (small, large) in zip(counts, counts.dropFirst()) {
      #expect(small < large && large <= 4 * small)
    }
    room.grow()
    #expect(room.byteCount == 1 << 32)
  }

  @Test func whatIsThereExplainsMore() {
    var room = Room(for: 1 << 32, from: 100)
    room.explain(by: 0)
    #expect(room.byteCount == Room.least + 400)
    room.explain(by: 1 << 20)
    #expect(room.byteCount == Room.least + 4 << 20)
    room.explain(by: 1 << 31)
    #expect(room.isWhole)
  }

  @Test func moreRoomIsTriedOnlyWhereItIsLacking() throws {
    let lack = HuskError.lackOfRoom
    var counts: [Int] = []
    try Room.growing(for: 1 << 30, from: 0) { (room) throws(HuskError) in
      counts.append(room.byteCount)
      if room.byteCount < 1 << 28 { throw lack }
    }
    #expect(counts == [Room.least, 4 * Room.least, 16 * Room.least])
    var calls = 0
    #expect(throws: lack) {
      try Room.growing(for: 1 << 30, from: 0) { (room) throws(HuskError) in
        calls += 1
        throw lack
      }
    }
    #expect(calls == 4)
    #expect(throws: HuskError(.truncated, "")) {
      try Room.growing(for: 1 << 30, from: 0) { (room) throws(HuskError) in
        calls += 1
        throw HuskError(.truncated, "")
      }
    }
    #expect(calls == 5)
  }

  @Test func moreBytesAreAnnouncedToo() {
    #expect(Room(for: 100, from: 0).with(7).byteCount == 107)
    let room = Room(for: 1 << 32, from: 0)
    #expect(room.with(7).byteCount == room.byteCount)
    #expect(room.with(7).announced == 1 << 32 + 7)
  }

  /// What becomes fewer bytes than announced, and more than there is room for at first, is refused as
  /// what becomes few.
  @Test(arguments: Codec.ofLibraries.filter { $0 != .none })
  func fewerBytesThanAnnouncedAreRefused(codec: Codec) {
    var compressor = Compressor(codec, level: 1)
    var bytes: [UInt8] = []
    let count = Room.least + 1 << 20
    compressor.compress([UInt8](repeating: 7, count: count), appendingTo: &bytes)
    var decompressor = Decompressor()
    for wrong in [count - 1, count + 1, count + 1 << 24] {
      var target: [UInt8] = [1]
      #expect(throws: HuskError(.invalidCompression, "")) {
        try decompressor.decompress(bytes.span, codec, count: wrong, appendingTo: &target)
      }
      #expect(target == [1])
    }
    var target: [UInt8] = [1]
    #expect(throws: Never.self) {
      try decompressor.decompress(bytes.span, codec, count: count, appendingTo: &target)
    }
    #expect(target.count == count + 1 && target.last == 7)
  }
}
