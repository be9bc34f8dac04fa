// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a separator, a text that is kept of a block, and the copies of its pieces.
  ///
  /// What that decodes to becomes a file that all readers have to agree about; and what recurs in the kept
  /// text itself is found, and comes back.
  static let copies = FuzzTarget("copies", upTo: 2048) { material in
    CopiesTarget.seeds(material)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    let isPlain = input.choice(of: 2) == 1
    let byteLimit = input.number()
    let separator = Array(input.part().prefix(255))
    guard !separator.isEmpty else { return }
    let target = CopiesTarget(separator: separator, kept: input.part())
    let rest = input.all()
    try target.checkFinding()
    let sections =
      isPlain
      ? SectionParts.body(of: rest, templateCheck: 0) : SectionParts.mended(rest, templateCheck: 0)
    let decoded = try Finding.unlessRefused { () throws(HuskError) in
      try target.decode(sections, byteLimit: byteLimit)
    }
    guard let text = decoded, text.count >= target.kept.count,
      (try? target.decode(sections, byteLimit: text.count)) == text
    else { return }
    try FileChecks.check(target.file(sections, text: text), decodesTo: text)
  }
}

/// A text that is kept, and what its pieces start with.
private struct CopiesTarget {
  let separator: [UInt8]
  let kept: [UInt8]

  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    let files = material.sections("file", of: "column")
    return files.flatMap { BlockParts.blocks(of: $0, .copies) }.flatMap { parts in
      var reader = ByteReader(parts.body.span)
      guard let head = try? CopiesHeader(from: &reader, byteLimit: parts.decodedByteCount),
        head.form == .stored
      else { return [[UInt8]]() }
      let kept = Array(parts.body[(reader.offset + 1)...])
      let plain = SectionParts.parts(of: head.sections)
      return [(UInt8(0), head.sections), (1, plain ?? [])].map { isPlain, sections in
        FuzzRecord.making {
          $0.all([isPlain])
          $0.number(parts.decodedByteCount)
          $0.part(head.separator)
          $0.part(kept)
          $0.all(sections)
        }
      }
    }
  }

  /// Decodes the text of which that is kept.
  func decode(_ sections: [UInt8], byteLimit: Int) throws(HuskError) -> [UInt8] {
    var streams = StreamSource()
    var text: [UInt8] = []
    let padded = PaddedBytes(kept)
    try sections.span.withView { (view) throws(HuskError) in
      try streams.open(view, byteLimit: byteLimit, verifiedBy: 0, limits: .fuzzing)
      let copies = try CopyReader(separator: separator, from: &streams, byteLimit: byteLimit)
      try text.appendText(Room(for: byteLimit, from: byteLimit), slack: 0) {
        (place) throws(HuskError) in try copies.write(padded.source, to: place)
      }
    }
    return text
  }

  /// Finds what recurs in the kept text, and checks that it comes back.
  func checkFinding() throws(Finding) {
    guard !RecurringPieces.overlapsItself(separator) else { return }
    let padded = PaddedBytes(kept)
    guard let found = RecurringPieces.find(padded.source, separator: separator) else { return }
    var content: [UInt8] = []
    found.copies.append(to: &content, ColumnWorkspace(.default))
    let text = try Finding.unlessGiven("decoding copies that were found") {
      () throws(HuskError) in
      var reader = ByteReader(content.span)
      _ = try reader.readBytes(try reader.readCount())
      let sections = try reader.readBytes(try reader.readCount())
      return try CopiesTarget(separator: separator, kept: found.kept)
        .decode(sections, byteLimit: kept.count)
    }
    try Finding.unless(text == kept, "copies that were found make another text")
  }

  /// A file of one block with the copies, of which the kept text is stored.
  func file(_ sections: [UInt8], text: [UInt8]) -> [UInt8] {
    var body: [UInt8] = [BlockContentHeader(.copies, BlockFrame()).byte, 0, 0]
    body += FileBuilder.varint(kept.count) + FileBuilder.varint(separator.count) + separator
    body += FileBuilder.varint(sections.count) + sections + [Codec.none.rawValue] + kept
    var file = FileBuilder()
    file.block(rows: 0, decoded: text.count, check: Checksum.crc32(text.span), body)
    file.end()
    return file.bytes
  }
}
