// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// The sections of a block in columns, with the checks that they need (SPEC §8.2 Sections).
enum SectionParts {
  /// Puts parts of an input together as the sections of a block, none of them compressed.
  static func body(of parts: [UInt8], templateCheck: UInt32) -> [UInt8] {
    var input = FuzzInput(parts)
    let shared = [input.part(), input.part(), input.part()]
    var large: [[UInt8]] = []
    while !input.isEmpty { large.append(input.part()) }
    var body = FileBuilder.varint(large.count)
    for section in shared { body += [0] + FileBuilder.varint(section.count) }
    for section in large {
      body += [0] + FileBuilder.varint(section.count)
      body += FileBuilder.integer(Checksum.xxh32(section.span))
    }
    body += shared.joined()
    body += FileBuilder.integer(Checksum.xxh32(body.span, seed: templateCheck))
    return body + large.joined()
  }

  /// The parts that give sections with the content of those of a body.
  static func parts(of body: [UInt8]) -> [UInt8]? {
    let bytes = PaddedBytes(body)
    let view = bytes.source.view(ByteRange(offset: 0, count: body.count))
    do throws(HuskError) {
      let reader = try SectionReader(view, limits: Limits())
      var decompressor = Decompressor()
      var record = FuzzRecord()
      for section in reader.sections {
        var content: [UInt8] = []
        try decompressor.decompress(
          view[section.range].span, section.codec, count: section.count, appendingTo: &content)
        guard content.count <= Int(UInt16.max) else { return nil }
        record.part(content)
      }
      return record.bytes
    } catch { return nil }
  }

  /// A body with the check that belongs to its sections; where they cannot be read, as it was.
  ///
  /// The checks of large sections stay: they are right, as long as those are.
  static func mended(_ body: [UInt8], templateCheck: UInt32) -> [UInt8] {
    let bytes = PaddedBytes(body)
    let view = bytes.source.view(ByteRange(offset: 0, count: body.count))
    guard let reader = try? SectionReader(view, limits: .fuzzing) else { return body }
    let count = reader.checkedByteCount
    let check = Checksum.xxh32(body.span.extracting(..<count), seed: templateCheck)
    return Array(body[..<count]) + FileBuilder.integer(check) + Array(body[(count + 4)...])
  }
}
