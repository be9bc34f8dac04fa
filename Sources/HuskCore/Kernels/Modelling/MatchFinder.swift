// SPDX-License-Identifier: Apache-2.0

/// Finds where the last bytes stood before (SPEC §16.9 Matches).
@safe struct MatchFinder: ~Copyable {
  /// A match has at least so many bytes.
  private static let least = 5
  /// So many bytes are compared at most when one is found.
  private static let most = 32

  private var places: Buffer<Int32>
  private let shift: UInt32
  /// Where the byte stands that is expected, and how many bytes before it are the same.
  private(set) var place = 0
  private(set) var length = 0
  // What is put back by ``rollBack()``.
  private var log = ChangeLog<Int32>()
  private var kept = (place: 0, length: 0)

  init(memory: Int) {
    let bits = Swift.min(memory - 5, 20)
    places = Buffer(repeating: 0, count: 1 << bits)
    shift = UInt32(32 - bits)
  }

  /// Goes on behind a byte, which is the last of the history; `hash` is that of the last six.
  @inline(__always) mutating func move(_ history: borrowing Buffer<UInt8>, _ hash: UInt32) {
    let end = history.count
    if length > 0, history[place] == history[end &- 1] {
      length &+= 1
      place &+= 1
    } else {
      length = 0
    }
    let bucket = Int(hash &>> shift)
    if length == 0 {
      place = Int(places[bucket])
      while length < Self.most, place > length,
        history[place &- 1 &- length] == history[end &- 1 &- length]
      {
        length &+= 1
      }
      if length < Self.least { length = 0 }
    }
    if log.isOpen { log.note(bucket, places[bucket]) }
    places[bucket] = Int32(truncatingIfNeeded: end)
  }

  /// Keeps what is known, so that ``rollBack()`` comes back to it.
  mutating func keep() {
    kept = (place, length)
    log.isOpen = true
  }

  /// Forgets what was learnt since ``keep()``.
  mutating func rollBack() {
    (place, length) = kept
    log.undo { places[$0] = $1 }
  }
}
