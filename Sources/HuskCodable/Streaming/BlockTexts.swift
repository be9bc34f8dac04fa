// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

/// The texts of the blocks of a stream, as they are or with what is selected of them.
struct BlockTexts: ~Copyable {
  /// A text, and how it stands in its document; without that it is the document.
  struct Block {
    var text: [UInt8]
    var frame: BlockFrame?
  }

  private var all: StreamDecoder?
  private var selected: SelectiveDecoder?
  private var indexed: IndexedDecoder<SystemFile>?

  /// Whether it reads by itself, and takes no bytes.
  var isIndexed: Bool { indexed != nil }

  /// Creates a decoder of the bytes that it is given, or of some rows of a file that it reads by itself.
  init(
    rows: Range<Int>, fields: FieldSelection?, options: DecodeOptions, threadCount: Int,
    of file: SystemFile?
  ) {
    if rows == 0..<Int.max, fields == nil {
      all = StreamDecoder(options: options, threadCount: threadCount)
      return
    }
    let selection = Selection(fields: fields ?? .everything, rows: rows)
    // Whoever wants the first rows is done before the others are read.
    if rows.lowerBound > 0, let file {
      indexed = IndexedDecoder(selection, reading: file, options: options)
    }
    if indexed == nil { selected = SelectiveDecoder(selection, options: options) }
  }

  mutating func append(_ bytes: [UInt8]) {
    all?.append(bytes)
    selected?.append(bytes)
  }

  mutating func finish() {
    all?.finish()
    selected?.finish()
  }

  /// The next block, or `nil` where more bytes are needed, or after the last.
  mutating func next() throws(HuskError) -> Block? {
    if let text = try all?.next() { return Block(text: text, frame: all?.frame) }
    if let text = try indexed?.next() { return Block(text: text, frame: indexed?.frame) }
    if let text = try selected?.next() { return Block(text: text, frame: selected?.frame) }
    return nil
  }
}
