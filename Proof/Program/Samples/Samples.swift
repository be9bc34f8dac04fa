// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskFuzz
import HuskTestKit

/// Samples of each layout; the same each time, as salts and keys are.
enum Samples {
  /// Samples of every layout.
  static func all() throws(HuskError) -> [Sample] {
    try texts() + stored() + columns() + copies() + blocks() + modelled() + sealed()
      + sealedFields() + concatenated() + messages() + sequences() + templateFiles()
  }

  private static func texts() throws(HuskError) -> [Sample] {
    var samples: [Sample] = []
    for text in SampleTexts.all {
      samples.append(try sample("text", text, EncodeOptions(layout: .text)))
    }
    return samples
  }

  /// Files of one block that holds its text compressed, by each codec.
  private static func stored() -> [Sample] {
    Codec.ofLibraries.map { codec in
      let text = SampleTexts.lines
      var compressor = Compressor(codec, level: 5)
      var content = [BlockContentHeader(.stored, BlockFrame()).byte, codec.rawValue]
      compressor.compress(text, appendingTo: &content)
      var file = FileBuilder()
      file.block(rows: 10, decoded: text.count, check: Checksum.crc32(text.span), content)
      file.end()
      return Sample(
        layout: "stored", bytes: file.bytes, original: text, reader: .bytes(DecodeOptions()))
    }
  }

  private static func columns() throws(HuskError) -> [Sample] {
    var samples: [Sample] = []
    for text in SampleTexts.all {
      for effort in [Effort(level: 1), .default, Effort(level: 9), .max] {
        samples.append(
          try sample("columns", text, EncodeOptions(layout: .column, effort: effort)))
      }
    }
    for method in [CompressionMethod.none, .deflate, .gzip, .brotli] {
      let options = EncodeOptions(layout: .column, compression: method)
      samples.append(try sample("columns", SampleTexts.lines, options))
    }
    return samples
  }

  /// Files of one block that keeps rows once, as compressed text and as columns.
  private static func copies() throws(HuskError) -> [Sample] {
    // The third time, the rows stand the other way around.
    let rows = SampleTexts.lines.split(separator: ASCII.lineFeed).map { $0 + [ASCII.lineFeed] }
    let text = SampleTexts.lines + SampleTexts.lines + rows.reversed().joined()
    let padded = PaddedBytes(text)
    guard let found = RecurringPieces.find(padded.source, separator: [ASCII.lineFeed]) else {
      preconditionFailure("there are few rows")
    }
    var samples: [Sample] = []
    for form in [BlockContentHeader.Form.stored, .columns] {
      let layout: Layout = form == .columns ? .column : .auto
      let file = try Husk.encode(
        json: found.kept, options: EncodeOptions(layout: layout, compression: .zstd))
      guard let kept = BlockParts.blocks(of: file, form).first else {
        preconditionFailure("what is kept is not \(form)")
      }
      var body = [form.rawValue] + FileBuilder.varint(kept.rowCount)
      body += FileBuilder.varint(found.kept.count)
      found.copies.append(to: &body, ColumnWorkspace(.default))
      var builder = FileBuilder()
      if form == .columns { builder.template(kept.template) }
      builder.block(
        rows: 3 * rows.count, decoded: text.count, check: Checksum.crc32(text.span),
        [BlockContentHeader(.copies, BlockFrame()).byte] + body + kept.body)
      builder.end()
      samples.append(
        Sample(
          layout: "copies", bytes: builder.bytes, original: text, reader: .bytes(DecodeOptions())))
    }
    return samples
  }

  /// Files of several blocks, with an index.
  private static func blocks() throws(HuskError) -> [Sample] {
    var samples: [Sample] = []
    for text in [SampleTexts.lines, SampleTexts.array] {
      let file = try streamed(text, EncodeOptions())
      samples.append(
        Sample(
          layout: "several blocks", bytes: file, original: text, reader: .bytes(DecodeOptions())))
    }
    return samples
  }

  private static func modelled() throws(HuskError) -> [Sample] {
    let options = EncodeOptions(layout: .column, effort: .archive)
    return [
      try sample("modelled (`--archive`)", SampleTexts.array, options),
      try sample("modelled (`--archive`)", SampleTexts.nested, options),
    ]
  }

  private static func sealed() throws(HuskError) -> [Sample] {
    var reading = DecodeOptions()
    reading.keys = Keyring(SampleKeys.first)
    var samples: [Sample] = []
    for layout in [Layout.column, .row, .text] {
      for isEnveloped in [false, true] {
        // A message is one text.
        let text = layout == .row ? SampleMessages.message(3) : SampleTexts.lines
        let options = SampleKeys.options(layout, isEnveloped: isEnveloped)
        samples.append(
          Sample(
            layout: isEnveloped ? "sealed, in an envelope" : "sealed",
            bytes: try Husk.encode(json: text, options: options), original: text,
            reader: .bytes(reading)))
      }
    }
    let several = try streamed(SampleTexts.lines, SampleKeys.options(.column))
    samples.append(
      Sample(
        layout: "sealed", bytes: several, original: SampleTexts.lines, reader: .bytes(reading)))
    return samples
  }

  private static func sealedFields() throws(HuskError) -> [Sample] {
    guard let paths = FieldPaths(["id", "user.name", "tags"]) else {
      preconditionFailure("these are paths")
    }
    let file = try streamed(SampleTexts.lines, SampleKeys.fieldOptions(paths))
    var reading = DecodeOptions()
    reading.fieldKeys = Keyring(SampleKeys.first)
    return [
      Sample(
        layout: "sealed fields", bytes: file, original: SampleTexts.lines, reader: .bytes(reading))
    ]
  }

  /// Files one behind the other, which can be cut between two of them.
  private static func concatenated() throws(HuskError) -> [Sample] {
    var bytes: [UInt8] = []
    var original: [UInt8] = []
    var borders: [Int: [UInt8]] = [:]
    for text in [SampleTexts.nested, SampleTexts.odd, SampleTexts.array] {
      bytes += try Husk.encode(json: text)
      original += text
      borders[bytes.count] = original
    }
    return [
      Sample(
        layout: "files one behind the other", bytes: bytes, original: original,
        reader: .bytes(DecodeOptions()), borders: borders)
    ]
  }

  private static func messages() throws(HuskError) -> [Sample] {
    let template = try SampleMessages.template(20, options: TrainingOptions(byteBudget: 600))
    let primed = try SampleMessages.template(
      8, options: TrainingOptions(byteBudget: 1500, includesMessages: true))
    var samples: [Sample] = []
    for (template, name) in [(template, ""), (primed, ", primed")] {
      var coder = MessageCoder(template)
      let withTemplate = MessageDecoder(template, lookup: unknown)
      let store = MessageDecoder { (_) throws(HuskError) in template }
      for form in [MessageForm.bare, .referenced] {
        for number in [6, 1007] {
          let text = SampleMessages.message(number)
          samples.append(
            Sample(
              layout: "message, \(form)\(name)", bytes: try coder.encode(text, as: form),
              original: text, reader: .message(form == .bare ? withTemplate : store)))
        }
      }
    }
    let text = Array(#"{"a":[1,2,{"b":null}],"c":"text","d":-1.50}"#.utf8)
    samples.append(try sample("message, embedded", text, EncodeOptions(layout: .row)))
    return samples
  }

  /// Messages one behind the other, which can be cut between two of them.
  private static func sequences() throws(HuskError) -> [Sample] {
    let template = try SampleMessages.template(20, options: TrainingOptions(byteBudget: 600))
    var encoder = MessageStreamEncoder(template, form: .bare)
    encoder.append(SampleTexts.lines)
    encoder.finish()
    var bytes: [UInt8] = []
    while let piece = try encoder.next() { bytes += piece }
    // Where each message ends, and which lines come before.
    var borders: [Int: [UInt8]] = [0: []]
    var original: [UInt8] = []
    var reader = ByteReader(bytes.span)
    for number in 0..<10 {
      _ = try reader.readBytes(try reader.readCount())
      original += SampleMessages.message(number) + [0x0A]
      borders[reader.offset] = original
    }
    return [
      Sample(
        layout: "messages one behind the other", bytes: bytes, original: SampleTexts.lines,
        reader: .sequence(MessageDecoder(template, lookup: unknown)), borders: borders)
    ]
  }

  private static func templateFiles() throws(HuskError) -> [Sample] {
    let template = try SampleMessages.template(20, options: TrainingOptions(byteBudget: 300))
    guard let file = TemplateFile(template, name: "events", version: 3) else {
      preconditionFailure("this is a name")
    }
    return [
      Sample(
        layout: "template file", bytes: file.bytes, original: template.content,
        reader: .templateFile)
    ]
  }

  private static func unknown(_ id: [UInt8]) throws(HuskError) -> MessageTemplate {
    throw HuskError(unknownTemplate: id)
  }

  private static func sample(
    _ layout: String, _ text: [UInt8], _ options: EncodeOptions
  ) throws(HuskError) -> Sample {
    Sample(
      layout: layout, bytes: try Husk.encode(json: text, options: options), original: text,
      reader: .bytes(DecodeOptions()))
  }

  /// A file in blocks of some hundred bytes.
  private static func streamed(
    _ text: [UInt8], _ options: EncodeOptions
  ) throws(HuskError) -> [UInt8] {
    var encoder = StreamEncoder(options: options, threadCount: 1, blockByteCount: 700)
    encoder.append(text)
    encoder.finish()
    var file: [UInt8] = []
    while let piece = try encoder.next() { file += piece }
    return file
  }
}
