// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// The sections of a block in columns, with the checks that they need (SPEC §8.2 Sections).
package enum SectionParts {
  /// How many sections share a check.
  private static let smallCount = 3

  /// Puts parts of an input together as the sections of a block, none of them compressed.
  static func body(of parts: [UInt8], templateCheck: UInt32) -> [UInt8] {
    var input = FuzzInput(parts)
    var sections = [input.part(), input.part(), input.part()]
    while !input.isEmpty { sections.append(input.part()) }
    return body(of: sections, templateCheck: templateCheck)
  }

  /// Puts sections of a block together, none of them compressed; there are at least three.
  package static func body(of sections: [[UInt8]], templateCheck: UInt32) -> [UInt8] {
    let shared = sections[..<smallCount]
    let large = sections[smallCount...]
    var body = FileBuilder.varint(large.count)
    for section in shared { body += [0] + FileBuilder.varint(section.count) }
    for section in large {
      body += [0] + FileBuilder.varint(section.count)
      body += FileBuilder.integer(Checksum.crc32(section.span))
    }
    body += shared.joined()
    body += FileBuilder.integer(Checksum.crc32(body.span, seed: templateCheck))
    return body + large.joined()
  }

  /// The parts that give sections with the content of those of a body.
  static func parts(of body: [UInt8]) -> [UInt8]? {
    guard let sections = sections(of: body),
      sections.allSatisfy({ $0.count <= Int(UInt16.max) })
    else { return nil }
    return FuzzRecord.making { record in
      for section in sections { record.part(section) }
    }
  }

  /// The sections of a body as they are before they are compressed.
  package static func sections(of body: [UInt8]) -> [[UInt8]]? {
    let bytes = PaddedBytes(body)
    let view = bytes.source.view(ByteRange(offset: 0, count: body.count))
    do throws(HuskError) {
      let reader = try SectionReader(view, byteLimit: .max, limits: Limits())
      var decompressor = Decompressor()
      var sections: [[UInt8]] = []
      for section in reader.sections {
        var content: [UInt8] = []
        try decompressor.decompress(
          view[section.range].span, section.codec, count: section.count, appendingTo: &content)
        sections.append(content)
      }
      return sections
    } catch { return nil }
  }

  /// A body with the check that belongs to its sections; where they cannot be read, as it was.
  ///
  /// The checks of large sections stay: they are right, as long as those are.
  package static func mended(_ body: [UInt8], templateCheck: UInt32) -> [UInt8] {
    let bytes = PaddedBytes(body)
    let view = bytes.source.view(ByteRange(offset: 0, count: body.count))
    guard let reader = try? SectionReader(view, byteLimit: .max, limits: .fuzzing)
    else { return body }
    let count = reader.checkedByteCount
    let check = Checksum.crc32(body.span.extracting(..<count), seed: templateCheck)
    return Array(body[..<count]) + FileBuilder.integer(check) + Array(body[(count + 4)...])
  }
}
