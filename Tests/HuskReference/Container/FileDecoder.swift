// SPDX-License-Identifier: Apache-2.0

/// Decodes the blocks of files (SPEC §8.1 Blocks and rows).
struct FileDecoder {
  private let file: ContainerFile
  private let settings: Reference
  private var template: BlockTemplate?
  private var fields: SealedFields?
  private var order = BlockOrder()

  /// The document of an input of one or more files.
  static func decode(_ input: [UInt8], _ settings: Reference) throws -> [UInt8] {
    try documents(of: input, settings).reduce(into: []) { $0 += $1.text }
  }

  /// The document of each file of an input.
  static func documents(of input: [UInt8], _ settings: Reference) throws -> [ReferenceDocument] {
    var documents: [ReferenceDocument] = []
    var count = 0
    for file in try ContainerFile.readAll(input, settings) {
      var decoder = try FileDecoder(file, settings)
      let text = try decoder.decode(behind: count)
      let first = try file.blocks.first.map { try BlockFlags($0.content, inFile: true) }
      documents.append(
        ReferenceDocument(text: text, isTakenApart: first?.areElements ?? false))
      count += text.count
    }
    try settings.limits.demandRatio(of: count, from: input.count)
    return documents
  }

  private init(_ file: ContainerFile, _ settings: Reference) throws {
    self.file = file
    self.settings = settings
    fields = try file.fields.map { try SealedFields($0, file.template?.payload, settings) }
    guard let frame = file.template else { return }
    let limits = settings.limits
    if frame.kind == .template {
      template = try BlockTemplate(frame: frame.payload, limits)
    } else {
      let id = try TemplateFrame.Name(frame.payload).id
      let bytes = settings.templates.first { Identity.of($0).starts(with: id) }
      template = try bytes.map { try BlockTemplate($0, limits) }
    }
  }

  /// The document, where those of other files with so many bytes stand before it.
  private mutating func decode(behind before: Int) throws -> [UInt8] {
    var text: [UInt8] = []
    for (number, block) in file.blocks.enumerated() {
      let count = before + text.count + block.header.decoded
      try demand(count <= settings.limits.decodedByteCount, .limitExceeded, "\(count) bytes")
      text += try decode(block, number)
    }
    try order.demandEnd(hasFields: fields != nil)
    return text
  }

  private mutating func decode(_ block: ContainerFile.Block, _ number: Int) throws -> [UInt8] {
    let flags = try BlockFlags(block.content, inFile: true)
    try order.add(flags)
    try demand(flags.hasFields == (fields != nil), .invalidFrame, "fields are sealed, or are not")
    let isMissing = template == nil && file.template != nil
    let needsTemplate = flags.form != 0 && !flags.hasTemplate
    try demand(!needsTemplate || !isMissing, .unknownTemplate, "the template is not at hand")
    guard let fields else {
      return try BlockDecoder.decode(block.content, block.header, template: template, settings)
    }
    let sealed = try SealedBlock(block, number: number, isLast: flags.isLast)
    let shown = try BlockDecoder.decode(
      sealed.content, block.header, template: template, settings)
    return try fields.reveal(sealed, in: shown, settings)
  }
}
