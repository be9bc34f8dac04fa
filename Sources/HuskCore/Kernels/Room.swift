// SPDX-License-Identifier: Apache-2.0

/// Memory for bytes whose number is announced by somebody who may be lying (SPEC §10.2 Security
/// considerations).
///
/// There is room for all of them where they are few, or not many more than what they are made of. Otherwise
/// there is less at first, and more once that much has come; so memory is never much more than what was
/// really made.
package struct Room {
  /// So much is reserved for whatever is announced.
  package static let least = 24 << 20
  /// Each time the room was too small, the next one is so many times larger.
  private static let growth = 4

  /// The number of bytes that are announced.
  package let announced: Int
  /// The number of bytes there is room for.
  package private(set) var byteCount: Int

  /// Creates room for `announced` bytes that are made of `source` bytes.
  package init(for announced: Int, from source: Int) {
    self.announced = announced
    byteCount = min(announced, Self.least + Self.growth * source)
  }

  /// Calls `body` with room for `announced` bytes that are made of `source` bytes, and again with more
  /// where that was what it lacked.
  ///
  /// - Throws: What `body` throws; it may say that it lacks room (``HuskError/lackOfRoom``) where its room is not whole,
  ///   and leaves everything as it was then.
  package static func growing(
    for announced: Int, from source: Int, _ body: (inout Room) throws(HuskError) -> Void
  ) throws(HuskError) {
    var room = Room(for: announced, from: source)
    while true {
      do throws(HuskError) {
        return try body(&room)
      } catch  where !room.isWhole && error.lacksRoom { room.grow() }
    }
  }

  /// The same with room for some bytes more, which are announced, too.
  package func with(_ more: Int) -> Room {
    var room = Room(for: announced + more, from: 0)
    room.byteCount = isWhole ? room.announced : min(byteCount, room.announced)
    return room
  }

  /// Enlarges the room, now that it is known from how many bytes the output is made.
  package mutating func explain(by source: Int) {
    byteCount = max(byteCount, Room(for: announced, from: source).byteCount)
  }

  /// Whether there is room for all bytes.
  package var isWhole: Bool { byteCount == announced }

  /// Makes more of it, once all there was is full.
  package mutating func grow() {
    let (product, overflow) = byteCount.multipliedReportingOverflow(by: Self.growth)
    byteCount = min(announced, overflow ? .max : product)
  }
}
