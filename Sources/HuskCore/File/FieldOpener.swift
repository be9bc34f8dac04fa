// SPDX-License-Identifier: Apache-2.0

/// Opens what is sealed of the fields of blocks (SPEC §14.9 Sealed values).
struct FieldOpener: ~Copyable {
  private let options: DecodeOptions
  /// The key of the last file, and the number of the file.
  private var key: SegmentKey?
  private var file = 0
  private var decoder: BlockContentDecoder
  /// What the last block shows, and its tokens, which are kept for their memory.
  var shown: [UInt8] = []
  var tape = TokenTape()

  init(_ options: DecodeOptions) {
    self.options = options
    var values = options
    values.limits = FieldMask.valueLimits(options.limits)
    decoder = BlockContentDecoder(values)
  }

  /// Forgets the keys of files, whose numbers may be given to others now.
  mutating func restart() { key = nil }

  /// Opens what is sealed of a block, which authenticates the rest of the block, too.
  mutating func open(
    _ sealed: SealedFields, of block: FoundBlock
  ) throws(HuskError) -> FieldValues {
    let key: SegmentKey
    if let known = self.key, file == block.file {
      key = known
    } else {
      key = try sealed.segmentKey(among: options.fieldKeys)
      self.key = key
      file = block.file
    }
    let plaintext = try key.open(
      sealed.segment.span, ordinal: sealed.ordinal, isLast: sealed.isLast,
      frame: block.header.bytes + block.content)
    return try FieldValues(plaintext, limits: options.limits)
  }

  /// Decodes values to a JSON text, or to nothing where there are none.
  mutating func decode(
    _ values: FieldValues, for paths: FieldPaths
  ) throws(HuskError) -> [UInt8]? {
    guard !values.values.isEmpty else { return nil }
    var reader = ByteReader(values.values.span)
    let header = try BlockHeader(from: &reader, limits: options.limits)
    let content = Array(values.values.dropFirst(reader.offset))
    let head = try BlockContentHeader(content)
    guard head.frame == BlockFrame(), !head.hasFields, header.rowCount == 1 else {
      throw HuskError(.invalidFrame, "sealed values are not a block of one text")
    }
    // Each value is in the text of the block, with a key or two before it.
    guard header.decodedByteCount <= values.decodedByteCount + 16 * paths.paths.count else {
      throw HuskError(.limitExceeded, "sealed values are longer than the text they belong to")
    }
    var json: [UInt8] = []
    try decoder.decode(
      FoundBlock(
        header: header, contentHeader: head, content: content, plan: nil, templateByteCount: 0,
        file: 0, offset: 0, endOffset: 0, frameByteCount: 0),
      selecting: nil, appendingTo: &json)
    return json
  }
}
