// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskFuzz
import HuskTestKit

/// Bombs of each kind that somebody can make.
enum Bombs {
  /// What compressed data becomes: spaces, so that each codec makes them as small as it can.
  private static let inflatedByteCount = 1 << 28

  /// All of them.
  static func all() -> [Bomb] {
    compressed() + columns() + copies() + modelled() + texts() + templates() + messages()
  }

  /// Compressed data that becomes much more than it should, or as much as it says.
  private static func compressed() -> [Bomb] {
    let spaces = [UInt8](repeating: 0x20, count: inflatedByteCount)
    return [Codec.deflate, .gzip, .zstd, .presetZstd, .brotli].flatMap { codec -> [Bomb] in
      var compressor = Compressor(codec, level: 9)
      var data: [UInt8] = []
      compressor.compress(spaces, appendingTo: &data)
      Progress.tick()
      return [
        stored("\(codec): 256 MB, as announced", codec, data, announced: inflatedByteCount),
        stored("\(codec): 256 MB, 1,000 bytes announced", codec, data, announced: 1000),
        sections("\(codec): 256 MB of descriptors, 1,000 announced", codec, data, count: 1000),
        sections(
          "\(codec): 256 MB of descriptors, as announced", codec, data, count: inflatedByteCount),
        template("\(codec): a template of 256 MB", codec, data),
      ]
    }
  }

  private static func stored(
    _ name: String, _ codec: Codec, _ data: [UInt8], announced: Int
  ) -> Bomb {
    var file = FileBuilder()
    let byte = BlockContentHeader(.stored, BlockFrame()).byte
    file.block(rows: 1, decoded: announced, [byte, codec.rawValue] + data)
    file.end()
    return Bomb(name, file.bytes)
  }

  /// A block whose descriptors are the data.
  private static func sections(
    _ name: String, _ codec: Codec, _ data: [UInt8], count: Int
  ) -> Bomb {
    var body: [UInt8] = [0, codec.rawValue]
    body += FileBuilder.varint(count) + FileBuilder.varint(data.count) + [0, 0, 0, 0] + data
    body += FileBuilder.integer(Checksum.crc32(body.span, seed: Checksum.crc32([0, 0].span)))
    return block(name, rows: 1, announced: 1000, body)
  }

  private static func template(_ name: String, _ codec: Codec, _ data: [UInt8]) -> Bomb {
    var file = FileBuilder()
    file.frame(1, [codec.rawValue] + FileBuilder.varint(inflatedByteCount) + data)
    file.block(rows: 1, decoded: 1, [0, 0, 0x31])
    file.end()
    var bomb = Bomb(name, file.bytes)
    bomb.limit = \.templateByteCount
    return bomb
  }

  /// A file of one block in columns, whose template is any value unless another is given.
  private static func block(
    _ name: String, template: [UInt8] = [0, 0], form: BlockContentHeader.Form = .columns,
    rows: Int, announced: Int, _ body: [UInt8]
  ) -> Bomb {
    var file = FileBuilder()
    file.template(template)
    file.block(
      rows: rows, decoded: announced, [BlockContentHeader(form, BlockFrame()).byte] + body)
    file.end()
    return Bomb(name, file.bytes)
  }

  /// Columns that take a few bytes however many entries they have.
  private static func columns() -> [Bomb] {
    let most = Limits.unratedByteCount
    let rowCount = most / 2
    func bomb(
      _ name: String, rows: Int, announced: Int, template: [UInt8] = [0, 0],
      _ write: (inout BlockBuilder) -> Void
    ) -> Bomb {
      var builder = BlockBuilder()
      builder.template = template
      write(&builder)
      return block(
        name, template: template, rows: rows, announced: announced,
        builder.parts().flatMap(\.bytes))
    }
    let repeated = "\"" + String(repeating: "x", count: 1000) + "\""
    return [
      bomb("a constant in 33 million rows", rows: rowCount, announced: most) {
        $0.values(rowCount, .constant("1"))
      },
      bomb("a constant in 268 million rows", rows: 1 << 28, announced: 1 << 29) {
        $0.values(1 << 28, .constant("1"))
      },
      bomb("a constant of 1,000 bytes in rows of 2", rows: rowCount, announced: most) {
        $0.values(rowCount, .constant(repeated))
      },
      bomb("one run of 33 million integers", rows: rowCount, announced: most) {
        $0.values(
          rowCount,
          .decimals(0, .runs(1, .constant(7), .constant(Int64(rowCount) - 1))))
      },
      bomb(
        "one run of 8 million integers, differences of differences", rows: rowCount / 4,
        announced: most
      ) {
        $0.values(
          rowCount / 4,
          .decimals(
            0,
            .delta(
              0,
              .delta(0, .delta(0, .runs(1, .constant(0), .constant(Int64(rowCount / 4) - 4)))))))
      },
      bomb("a pattern without digits in 33 million rows", rows: rowCount, announced: most) {
        $0.values(rowCount, .pattern(["ab", "c"], [1], [.constant(7)]))
      },
      bomb("a dictionary of one, 33 million times", rows: rowCount, announced: most) {
        $0.values(rowCount, .dictionary(1, .constant("1"), .constant(0)))
      },
      bomb(
        "a row of 268 million elements", rows: 1, announced: most, template: [0, 4, 0]
      ) {
        $0.controls(1, .constant(1 << 28 - 1), of: 0)
        $0.values(1 << 28 - 1, .constant("1"), of: 1)
      },
    ]
  }

  /// Blocks that copy a row of some bytes as often as they like.
  private static func copies() -> [Bomb] {
    func bomb(
      _ name: String, _ row: String, count: Int, announced: Int, kept: [UInt8]? = nil,
      keptByteCount: Int? = nil
    ) -> Bomb {
      let copies = CopiesSketch(
        form: 0, rows: 1, kept: keptByteCount ?? row.utf8.count, count: 1,
        [.constant(1), .constant(Int64(count) - 1), .constant(0)])
      let stored = kept ?? [Codec.none.rawValue] + Array(row.utf8)
      return block(
        name, form: .copies, rows: 1, announced: announced, copies.parts().flatMap(\.bytes) + stored
      )
    }
    let most = Limits.unratedByteCount
    let long = "\n\"" + String(repeating: "x", count: 1000) + "\""
    let spaces = [UInt8](repeating: 0x20, count: most)
    var compressor = Compressor(.zstd, level: 9)
    var compressed = [Codec.zstd.rawValue]
    compressor.compress(spaces, appendingTo: &compressed)
    return [
      bomb("64 MB of copies of a byte", "1", count: most - 1, announced: most),
      bomb("64 MB of copies of 1,003 bytes", long, count: most / 1003 - 1, announced: most),
      bomb("256 MB of copies of 1,003 bytes", long, count: 267_000, announced: 1 << 28),
      bomb("copies without an end", long, count: .max, announced: most),
      bomb(
        "a copy behind 64 MB that are kept", "", count: 1, announced: most, kept: compressed,
        keptByteCount: most),
    ]
  }

  /// Modelled blocks that announce much: a model takes memory and time before the first byte.
  private static func modelled() -> [Bomb] {
    let files = SeedMaterial().sections("file", of: "modelled")
    return BlockParts.blocks(of: files.first.map { [$0] }?.first ?? [], .modelled).map { parts in
      block(
        "a modelled block that announces 64 MB", template: parts.template, form: .modelled,
        rows: parts.rowCount, announced: Limits.unratedByteCount, parts.body)
    }
  }

  /// Documents in the text layout.
  private static func texts() -> [Bomb] {
    func text(_ members: String) -> [UInt8] {
      Array("{\"husk\":1,\(members)}".utf8)
    }
    let doubling = ((1...200).map { #"["a",\#($0),"b",\#($0)]"# } + ["[]"])
      .joined(separator: ",")
    let blanks = String(repeating: " ", count: 10_000)
    let gaps = (0..<20_000).map { _ in "0,3" }.joined(separator: ",")
    return [
      Bomb(
        "text: 268 million constants",
        text(#""template":{"root":[{"const":1}]},"check":"00000000","values":[268435455]"#)),
      Bomb(
        "text: 9 quadrillion texts",
        text(
          #""template":{"root":{"const":1}},"texts":9007199254740991,"check":"00000000","values":[]"#
        )),
      Bomb(
        "text: shapes that double 200 times",
        text(
          #""template":{"shapes":[\#(doubling)],"root":0},"check":"00000000","values":[]"#)),
      Bomb(
        "text: a gap of 10,000 bytes 20,000 times",
        text(
          #""template":{"root":[{"const":1}]},"check":"00000000","gaps":{"list":["\#(blanks)"],"#
            + #""at":[\#(gaps)]},"values":[20000]"#)),
    ]
  }

  /// Templates that stand for more slots than they have bytes.
  private static func templates() -> [Bomb] {
    // Each shape has a field, and all those of the shape before.
    let count = 60_000
    var inherited = FileBuilder.varint(count) + [0, 1, 2, 0x61, 0]
    for number in 1..<count {
      let key = Array(String(number, radix: 36).utf8)
      inherited += FileBuilder.varint(number) + [1] + FileBuilder.varint(2 * key.count) + key + [0]
    }
    inherited += [3] + FileBuilder.varint(count - 1)
    let bombs = [("60,000 shapes that inherit each other's fields", inherited, false)]
    return (bombs + heirs().map { ($0, $1, true) }).map { name, template, isValid in
      var file = FileBuilder()
      file.template(template)
      file.block(
        rows: 1, decoded: 1, check: Checksum.crc32([0x31].span),
        [BlockContentHeader(.stored, BlockFrame()).byte, 0, 0x31])
      file.end()
      var bomb = Bomb(name, file.bytes)
      bomb.isValid = isValid
      return bomb
    }
  }

  /// Templates of shapes that all inherit one large field, which is there once for whoever shares it.
  private static func heirs() -> [(name: String, template: [UInt8])] {
    let (count, long) = (16_000, 100_000)
    func template(_ key: [UInt8], _ slot: [UInt8]) -> [UInt8] {
      let first =
        FileBuilder.varint(count) + [0, 1] + FileBuilder.varint(2 * key.count) + key + slot
      // The root may be any of them, so that a program has them all.
      let root =
        [7] + FileBuilder.varint(count) + (0..<count).flatMap { [3] + FileBuilder.varint($0) }
      return first + [UInt8](repeatElement([1, 0], count: count - 1).joined()) + root
    }
    let entries = [2] + FileBuilder.varint(long) + repeatElement([1, 0x31], count: long).joined()
    let digits = [UInt8](repeating: 0x31, count: long)
    return [
      ("16,000 shapes that inherit a key of 100,000 bytes", template(digits, [0])),
      ("16,000 shapes that inherit 100,000 entries", template([0x61], entries)),
      (
        "16,000 shapes that inherit a constant of 100,000 bytes",
        template([0x61], [1] + FileBuilder.varint(long) + digits)
      ),
    ]
  }

  private static func messages() -> [Bomb] {
    let vectors = SeedMaterial().vectors("row").filter { vector in
      // Those with limits of their own exceed no other ones.
      vector.expect == "limitExceeded" && vector["message"] != nil
        && vector.header[.options] == nil
    }
    return vectors.compactMap { vector in
      guard let content = vector["template"], let message = vector["message"] else { return nil }
      let name = vector.header[.comment]?.lowercased().filter { $0 != "." } ?? ""
      return Bomb("message: \(name)", message) { (limits) throws(HuskError) in
        let template = try MessageTemplate(content: content, limits: limits)
        var coder = MessageCoder(template, limits: limits)
        _ = try coder.decode(message)
      }
    }
  }
}
