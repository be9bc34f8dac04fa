// SPDX-License-Identifier: Apache-2.0

package import HuskCore
import HuskTestKit

/// A block and its template as an input of the targets that decode blocks.
///
///     flags, rows (2 bytes), bytes of text (2 bytes), template (part), body
///
/// The bits of the flags: 0-2 the frame, 3 whether the body is sections in the plain.
package struct BlockParts {
  /// Bit 3 of the flags.
  static let plainSections: UInt8 = 8

  var flags: UInt8
  /// How many rows the block says it has.
  package var rowCount: Int
  /// How many bytes of text it says it has.
  package var decodedByteCount: Int
  /// The canonical bytes of the template.
  package var template: [UInt8]
  /// What is behind the first byte of the content and the template.
  package var body: [UInt8]

  /// How the block stands in its document.
  package var frame: BlockFrame {
    BlockFrame(hasElements: flags & 1 != 0, continues: flags & 2 != 0, closes: flags & 4 != 0)
  }

  /// Takes a block from an input.
  init(_ input: inout FuzzInput) {
    flags = input.byte()
    rowCount = input.number()
    decodedByteCount = input.number()
    template = input.part()
    body = input.all()
  }

  private init(_ block: FoundBlock, template: [UInt8], body: [UInt8]) {
    let frame = block.contentHeader.frame
    flags = (frame.hasElements ? 1 : 0) | (frame.continues ? 2 : 0) | (frame.closes ? 4 : 0)
    rowCount = block.header.rowCount
    decodedByteCount = block.header.decodedByteCount
    self.template = template
    self.body = body
  }

  /// The blocks of a form that stand in a file; none where it is damaged.
  package static func blocks(of file: [UInt8], _ form: BlockContentHeader.Form) -> [BlockParts] {
    var reader = BlockReader(whole: file, limits: Limits())
    var decoder = BlockDecoder(DecodeOptions())
    var blocks: [BlockParts] = []
    do throws(HuskError) {
      while let block = try reader.next() {
        guard block.contentHeader.form == form, block.fields == nil else { continue }
        var bytes = ByteReader(block.content.span)
        let plan = try decoder.readPlan(of: block, &bytes)
        blocks.append(
          BlockParts(
            block, template: plan?.canonicalBytes ?? [],
            body: Array(block.content[bytes.offset...])))
      }
    } catch { return blocks }
    return blocks
  }

  /// The input that the block is taken from.
  var input: [UInt8] {
    .init(
      FuzzRecord.making {
        $0.all([flags])
        $0.number(rowCount)
        $0.number(decodedByteCount)
        $0.part(template)
        $0.all(body)
      })
  }

  /// The template, laid out as it is when it comes from a file.
  func plan() throws(HuskError) -> TemplatePlan {
    var plan = TemplatePlan(try TemplateEncoding.decode(template, limits: .fuzzing))
    plan.check = Checksum.crc32(template.span)
    plan.canonicalBytes = template
    return plan
  }

  /// Decodes the block, and checks what becomes of it in a file.
  ///
  /// - Parameters:
  ///   - form: How it is laid out.
  ///   - body: What is behind its first byte and its template.
  ///   - decode: Decodes it to a text that has at most so many bytes.
  /// - Throws: ``Finding``.
  func check(
    _ form: BlockContentHeader.Form, body: [UInt8], decode: (Int) throws(HuskError) -> [UInt8]
  ) throws(Finding) {
    let decoded = try Finding.unlessRefused { () throws(HuskError) in
      try decode(decodedByteCount)
    }
    // A text is as long as its block says, so what says more is decoded with the right number.
    guard let text = decoded,
      text.count == decodedByteCount || (try? decode(text.count)) == text,
      let file = file(form, body: body, text: text)
    else { return }
    try FileChecks.check(file, decodesTo: text)
  }

  /// A file of the block alone, whose checks are right for a text that it decodes to.
  ///
  /// - Returns: The file, or nothing where other blocks have to be before or behind this one.
  func file(_ form: BlockContentHeader.Form, body: [UInt8], text: [UInt8]) -> [UInt8]? {
    // A forged row may be no text at all, but no header says so.
    guard !frame.continues, frame.hasElements == frame.closes, rowCount <= text.count else {
      return nil
    }
    var file = FileBuilder()
    file.template(template)
    file.block(
      rows: rowCount, decoded: text.count, check: Checksum.crc32(text.span),
      [BlockContentHeader(form, frame).byte] + body)
    file.end()
    return file.bytes
  }
}
