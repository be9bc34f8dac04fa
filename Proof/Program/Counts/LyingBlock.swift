// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskFuzz
import HuskTestKit

/// A file of one block in which counts lie, and whose checks are right for them.
///
/// Only the check of the text is that of the text without lies: by then a decoder has done its work.
struct LyingBlock {
  private static let mostDescriptors = 1 << 16

  private let form: BlockContentHeader.Form
  private var parts: BlockParts
  private let check: UInt32

  /// The blocks of files, of any form but the stored one.
  static func blocks(of files: [[UInt8]], _ form: BlockContentHeader.Form) -> [LyingBlock] {
    files.flatMap { file in
      BlockParts.blocks(of: file, form).map {
        LyingBlock(form: form, parts: $0, check: 0x1234_5678)
      }
    }
  }

  /// The bytes of the file.
  private func file() -> [UInt8] {
    var file = FileBuilder()
    if !parts.template.isEmpty { file.template(parts.template) }
    // The first block of a file continues none.
    let frame = BlockFrame(
      hasElements: parts.frame.hasElements, continues: false, closes: parts.frame.hasElements)
    file.block(
      rows: parts.rowCount, decoded: parts.decodedByteCount, check: check,
      [BlockContentHeader(form, frame).byte] + parts.body)
    file.end()
    return file.bytes
  }

  /// Calls with files whose block header lies about rows, bytes of text, or both.
  func forEachHeader(step: Int, _ body: ([UInt8]) -> Void) {
    let rowCounts = Lies.numbers + [parts.rowCount]
    for rowCount in stride(from: 0, to: rowCounts.count, by: step).map({ rowCounts[$0] }) {
      for byteCount in Lies.numbers + [parts.decodedByteCount] {
        var lying = self
        lying.parts.rowCount = rowCount
        lying.parts.decodedByteCount = byteCount
        body(lying.file())
      }
    }
  }

  /// Calls with files in whose template something lies.
  func forEachTemplate(step: Int, _ body: ([UInt8]) -> Void) {
    Lies.forEach(in: parts.template, step: step) { changed in
      var lying = self
      lying.parts.template = changed
      let templateCheck = Checksum.crc32(changed.span)
      if form == .columns {
        lying.parts.body = SectionParts.mended(parts.body, templateCheck: templateCheck)
      }
      body(lying.file())
    }
  }

  /// Calls with files in whose columns something lies, and which announce the right number of bytes of text
  /// or another one.
  func forEachColumn(
    step: Int, announcing byteCount: Int? = nil, _ body: ([UInt8]) -> Void
  ) {
    forEachBody(step: step) { changed in
      var lying = self
      lying.parts.body = changed
      lying.parts.decodedByteCount = byteCount ?? parts.decodedByteCount
      body(lying.file())
    }
  }

  private func forEachBody(step: Int, _ body: ([UInt8]) -> Void) {
    let templateCheck = Checksum.crc32(parts.template.span)
    guard form == .columns else { return Lies.forEach(in: parts.body, step: step, body) }
    // A block at the limit of columns would take as long as all the rest.
    guard let sections = SectionParts.sections(of: parts.body),
      sections[0].count <= Self.mostDescriptors
    else { return }
    for index in sections.indices {
      // Counts stand in the descriptors, and at the start of what slots share.
      let count = index == 0 ? sections[0].count : min(sections[index].count, 40)
      Lies.forEach(in: Array(sections[index][..<count]), step: step) { changed in
        var lying = sections
        lying[index] = changed + sections[index][count...]
        body(SectionParts.body(of: lying, templateCheck: templateCheck))
      }
    }
    // The heads of the sections, which come first, and as much behind them.
    let heads = min(parts.body.count, 4 * sections.count + 2)
    Lies.forEach(in: Array(parts.body[..<heads]), step: step) { changed in
      body(
        SectionParts.mended(changed + parts.body[heads...], templateCheck: templateCheck))
    }
  }
}
