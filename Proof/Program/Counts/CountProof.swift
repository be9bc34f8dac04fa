// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskFuzz
import HuskTestKit

/// Changes every count and every length of small files, mends the checks around them, and counts the
/// memory that decoders allocate: at most 64 MB, and four times the input.
struct CountProof {
  private let settings: Settings
  private let material = SeedMaterial()
  private var tally: MemoryTally

  init(_ settings: Settings) {
    self.settings = settings
    tally = MemoryTally(allowance: settings.memory)
  }

  /// Tries all lies.
  consuming func run() throws(HuskError) -> Report {
    let samples = try Samples.all()
    lieInBlocks(samples)
    lieInColumns()
    lieInFiles(samples)
    lieInIndices()
    lieInMessages()
    lieInTexts(samples)
    lieInSealedFields()
    var report = Report()
    report.tables = [tally.table]
    for excess in tally.excesses { report.fail(excess) }
    return report
  }

  /// As many of some inputs as the share allows: where it is small, files are left out, too.
  private func some<Input>(_ inputs: [Input]) -> [Input] {
    let step = max(settings.share / 50, 1)
    return stride(from: 0, to: inputs.count, by: step).map { inputs[$0] }
  }

  /// What stands in blocks: counts of columns, heads of sections, templates, and what is before a block.
  ///
  /// The checks of sections and frames are mended.
  private mutating func lieInBlocks(_ samples: [Sample]) {
    let files = samples.filter { $0.borders.isEmpty }.map(\.bytes)
    for (name, area, form) in [
      ("columns", "column", BlockContentHeader.Form.columns),
      ("modelled blocks", "modelled", .modelled),
      ("copies", "column", .copies),
    ] {
      let given = material.sections("file", of: area)
      for block in some(LyingBlock.blocks(of: files + given, form)) {
        block.forEachColumn(step: settings.share) { tally.measureFile(name, $0) }
        Progress.tick()
        // What a constant makes true takes its time in a debug build, where few cases are tried.
        guard settings.share < 100 else { continue }
        let most = Limits.unratedByteCount
        block.forEachColumn(step: settings.share, announcing: most) {
          // Then a count may be true, and so much text is written.
          tally.measureFile("\(name), and 64 MB announced", $0, allowing: most)
        }
        Progress.tick()
      }
      for block in some(LyingBlock.blocks(of: files, form)) {
        block.forEachHeader(step: settings.share) {
          tally.measureFile("numbers before \(name)", $0)
        }
        block.forEachTemplate(step: settings.share) {
          tally.measureFile("templates of \(name)", $0)
        }
        Progress.tick()
      }
    }
  }

  /// Columns of as many entries as 64 MB of text may have, which is what any file may announce.
  private mutating func lieInColumns() {
    for (name, file) in some(LyingColumns.made()) {
      tally.measureFile("64 MB of integers: \(name)", file)
    }
    Progress.tick()
    for file in some(LyingColumns.dictionaries()) {
      // The entries are there, and have as many bytes as the text may have.
      tally.measureFile("dictionaries", file, allowing: LyingColumns.announced)
    }
    for count in [100, 1000, 5000] {
      for file in some(LyingColumns.many(count)) { tally.measureFile("many columns", file) }
    }
    Progress.tick()
  }

  /// Every byte of whole files as they stand, which is all that a reader sees before the first check.
  private mutating func lieInFiles(_ samples: [Sample]) {
    for sample in some(samples) {
      guard case .bytes(let options) = sample.reader else { continue }
      let isSealed = sample.layout.hasPrefix("sealed")
      let name = isSealed ? "sealed files, and envelopes" : "files as they stand"
      // Each byte of every layout would take as long as all the rest.
      Lies.forEach(in: sample.bytes, step: settings.share * 4) {
        tally.measureFile(name, $0, options)
      }
      Progress.tick()
    }
  }

  /// Indices of files, for readers that go by them.
  private mutating func lieInIndices() {
    // The template frame is at 4, the blocks at 7, 16 and so on.
    let numbers = [17, 7, 16 * 9, 16, 32, 9, 1, 2]
    for place in numbers.indices {
      for lie in Lies.numbers {
        var lying = numbers
        lying[place] = lie
        var file = FileBuilder()
        file.template([])
        for _ in 0..<17 { file.block(rows: 1, decoded: 2, [2]) }
        file.index(lying)
        file.end()
        let bytes = file.bytes
        tally.measureFile("indices", bytes)
        tally.measure("indices", bytes.count) { () throws(HuskError) in
          let index = try ContainerIndex(reading: bytes, limits: Limits())
          _ = try index.blocks(holding: 1..<3, in: bytes)
          _ = try index.blocks(in: bytes)
        }
      }
    }
  }

  /// Messages, whose counts are coded in their bits; their templates; sequences; template files.
  private mutating func lieInMessages() {
    for area in ["row", "primed"] {
      for vector in some(material.vectors(area)) where vector.expect == "success" {
        guard let content = vector["template"], let message = vector["message"] else { continue }
        lie(inMessage: message, of: content, area == "row" ? "messages" : "messages, primed")
        lie(inTemplate: content, area == "row" ? 1 : 8)
        Progress.tick()
      }
    }
    for sequence in material.sections("sequence", of: "sequence") {
      Lies.forEach(in: sequence, step: settings.share) { changed in
        let unknown = MessageDecoder { (id) throws(HuskError) in
          throw HuskError(unknownTemplate: id)
        }
        var stream = MessageStreamDecoder(unknown)
        tally.measure("sequences of messages", changed.count) { () throws(HuskError) in
          stream.append(changed)
          stream.finish()
          while try stream.next() != nil {}
        }
      }
    }
    for file in material.sections("file", of: "template-file") {
      Lies.forEach(in: Array(file.dropLast(4)), step: settings.share) { changed in
        let mended = changed + FileBuilder.integer(Checksum.crc32(changed.span))
        tally.measure("template files", mended.count) { () throws(HuskError) in
          _ = try TemplateFile(mended).template()
        }
      }
    }
  }

  private mutating func lie(inMessage message: [UInt8], of content: [UInt8], _ name: String) {
    guard let template = try? MessageTemplate(content: content) else { return }
    var coder = MessageCoder(template)
    // What was learnt from the template is there before, as it is for whoever keeps it.
    _ = try? coder.decode(message)
    Lies.forEach(in: message, step: settings.share) { changed in
      tally.measure(name, changed.count) { () throws(HuskError) in _ = try coder.decode(changed) }
    }
  }

  private mutating func lie(inTemplate content: [UInt8], _ step: Int) {
    Lies.forEach(in: content, step: settings.share * step) { changed in
      tally.measure("templates of messages", changed.count) { () throws(HuskError) in
        let template = try MessageTemplate(content: changed)
        var coder = MessageCoder(template)
        _ = try coder.decode([0, 0, 0, 1])
      }
    }
  }

  /// Numbers of files in the text layout.
  ///
  /// Most of them are true: so many values are written, which is what the limit of decoded bytes is for;
  /// here it is 8 MB.
  private mutating func lieInTexts(_ samples: [Sample]) {
    let options = DecodeOptions(limits: Limits(decodedByteCount: 8 << 20))
    let texts =
      samples.filter { $0.layout == "text" }.map(\.bytes) + material.sections("text", of: "text")
    for text in some(texts) {
      let string = String(decoding: text, as: UTF8.self)
      for (place, number) in string.matches(of: /\d+/).enumerated()
      where place.isMultiple(of: settings.share) {
        for lie in Lies.numbers {
          let changed =
            string[..<number.range.lowerBound] + "\(lie)" + string[number.range.upperBound...]
          tally.measureFile("text layout", Array(changed.utf8), options)
        }
      }
    }
  }

  /// What is sealed, for whoever has the key to seal lies.
  private mutating func lieInSealedFields() {
    var options = DecodeOptions()
    options.fieldKeys = Keyring(SampleKeys.first)
    let plaintext = FieldFileBuilder.plaintext(
      of: #"{"a":1,"b":{"c":"x"}}"#, values: #"{"a":[1],"b.c":["x"]}"#)
    Lies.forEach(in: plaintext, step: settings.share) { changed in
      var file = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
      file.fieldsFrame()
      file.block(shows: #"{"a":null,"b":{"c":null}}"#, changed)
      tally.measureFile("sealed fields, with the key", file.ended(), options)
    }
    Lies.forEach(in: FieldFileBuilder.twoPaths, step: settings.share) { changed in
      var file = FieldFileBuilder(paths: changed)
      file.fieldsFrame()
      file.block(shows: #"{"a":null}"#, plaintext)
      tally.measureFile("paths of sealed fields", file.ended(), options)
    }
  }
}
