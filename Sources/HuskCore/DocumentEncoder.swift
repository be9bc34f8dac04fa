// SPDX-License-Identifier: Apache-2.0

/// Encodes documents one after the other.
///
///     var encoder = DocumentEncoder()
///     for document in documents { send(try encoder.encode(json: document)) }
///
/// What ``Husk/encode(json:options:)`` makes anew for each document is kept here: contexts of
/// compressors, tables and buffers. What comes out is the same, and documents of a few bytes take
/// about half the time, those of some kilobytes four fifths. An encoder serves one thread, and holds
/// a few times the memory of its largest document or block.
public struct DocumentEncoder: ~Copyable {
  private let options: EncodeOptions
  private var blocks: BlockEncoder
  private let templates: TemplateCompressor
  private var memory = SpareMemory()

  /// Creates an encoder.
  ///
  /// - Parameter options: How to encode.
  public init(options: EncodeOptions = EncodeOptions()) {
    self.options = options
    let templates = TemplateCompressor(options.effort, options.compression)
    self.templates = templates
    blocks = BlockEncoder(options, templates)
  }

  /// Encodes JSON text, or a sequence of JSON texts.
  ///
  /// - Parameter json: The text, in UTF-8.
  /// - Returns: The encoded bytes.
  /// - Throws: ``HuskError``, as ``Husk/encode(json:options:)`` does; the encoder can be used again.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public mutating func encode(json: [UInt8]) throws(HuskError) -> [UInt8] {
    switch options.layout {
    case .text, .row: return try Husk.encode(json: json, options: options)
    case .auto, .column:
      let file = try encodeFile(json)
      return options.isEnveloped ? Envelope.wrap(file) : file
    }
  }

  /// Of the paths of ``EncodeOptions/fieldEncryption`` those at which nothing stood in the document that
  /// was encoded last, and nothing was sealed: perhaps they are misspelt.
  ///
  /// They are written as ``FieldPaths`` takes them. Before the first document these are all.
  public var unsealedPaths: [String] {
    options.fieldEncryption?.paths.texts(without: sealedPaths) ?? []
  }

  /// The number of blocks of the document that was encoded last that are text because they did not decode to it,
  /// which is a mistake of the encoder to be reported; see ``EncodeOptions/verifies``.
  public private(set) var replacedBlockCount = 0

  /// The numbers of the paths at which something stood.
  private var sealedPaths: Set<Int> = []

  private mutating func encodeFile(_ json: [UInt8]) throws(HuskError) -> [UInt8] {
    (sealedPaths, replacedBlockCount) = ([], 0)
    // Where whitespace is dropped, blocks tell what is left.
    if options.whitespace == .preserved {
      try options.limits.accept(documentOfByteCount: json.count)
    }
    var decodedByteCount = 0
    let seal = try options.sealing?.begin()
    var spare = SpareMemory()
    swap(&spare, &memory)
    var scanner = BlockScanner(options, expecting: json.count, reusing: spare)
    var file = FileEncoder([UInt8](), options, templates, seal)
    var offset = 0
    while !scanner.isFinished {
      while var block = try scanner.next() {
        if block.role.needsMembers {
          try encodeTogether(recurring: block.recurringPartShare, in: &file)
        } else {
          let encoded = try blocks.encode(&block)
          sealedPaths.formUnion(encoded.sealedPaths)
          if encoded.isReplaced { replacedBlockCount += 1 }
          decodedByteCount += encoded.header.decodedByteCount
          try options.limits.accept(documentOfByteCount: decodedByteCount)
          file.write(encoded)
        }
        scanner.reuse(block)
      }
      // The scanner holds a copy of the block in hand, not of everything.
      let count = min(json.count - offset, scanner.missingByteCount)
      scanner.append(json, offset..<offset + count)
      offset += count
      if offset == json.count { scanner.finish() }
    }
    memory = scanner.takeSpare()
    return file.finish()
  }

  /// Encodes the blocks that wait in a file as one, where that may be smaller.
  ///
  /// The first one is to tell by itself, too, as it does in a stream, so that the same is written.
  private mutating func encodeTogether(
    recurring share: Double, in file: inout FileEncoder<[UInt8]>
  ) throws(HuskError) {
    for count in [1, file.waiting.count] {
      guard file.mayBeSmallerTogether(recurring: share, judgedBy: count) else { return }
    }
    file.write(try blocks.encodeTogether(file.waiting))
  }
}
