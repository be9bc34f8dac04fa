// SPDX-License-Identifier: Apache-2.0

/// Compares an index with the blocks of the file (SPEC §9.5 Index frames).
enum IndexCheck {
  /// What an index says of a block.
  struct Entry {
    var place: Int
    var rows: Int
    var decoded: Int
  }

  /// Refuses an index that does not agree with the blocks.
  static func demand(_ frame: Frame, _ blocks: [Entry]) throws {
    do {
      try compare(frame, blocks)
    } catch let fault as ReferenceFault {
      // Whatever is wrong with an index, it does not agree.
      throw ReferenceFault(.invalidIndex, fault.reason)
    }
  }

  private static func compare(_ frame: Frame, _ blocks: [Entry]) throws {
    var reader = ByteReader(frame.payload)
    func demandEqual(_ value: Int, _ expected: Int, _ what: String) throws {
      try HuskReference.demand(
        value == expected, .invalidIndex, "\(what): \(value), and not \(expected)")
    }
    guard let first = blocks.first else {
      throw ReferenceFault(.invalidIndex, "an index without blocks")
    }
    try demandEqual(reader.count(), blocks.count, "blocks")
    try demandEqual(reader.count(), first.place, "the first block")
    for start in stride(from: 0, to: blocks.count, by: 16) {
      let end = min(start + 16, blocks.count)
      let place = end < blocks.count ? blocks[end].place : frame.place
      try demandEqual(reader.count(), place - blocks[start].place, "length")
      try demandEqual(reader.count(), blocks[start..<end].reduce(0) { $0 + $1.rows }, "rows")
      try demandEqual(
        reader.count(), blocks[start..<end].reduce(0) { $0 + $1.decoded }, "decoded")
    }
    let check = Check.crc32(Array(frame.payload[..<reader.place]))
    try demandEqual(Int(reader.check()), Int(check), "check")
    try demandEqual(reader.left, 0, "bytes behind")
  }
}
