// SPDX-License-Identifier: Apache-2.0

/// Where the bytes of files go: each is in one column or one part.
package struct FileSizes: Sendable, Equatable {
  /// What the columns at one path take, in all blocks.
  package struct Column: Sendable, Equatable {
    /// Where the values stand, as ``SlotPaths`` says it.
    package var path: String
    /// What the values are for.
    package var kind: ColumnSize.Kind
    /// Whether values at other places are among them.
    package var isReused: Bool
    /// The encodings in the order in which they were found, each with the number of its columns.
    package var encodings: [(name: String, columnCount: Int)] {
      encodingNames.map { ($0, encodingCounts[$0] ?? 0) }
    }
    /// The number of values.
    package var valueCount = 0
    /// The number of bytes.
    package var byteCount = 0

    private var encodingNames: [String] = []
    private var encodingCounts: [String: Int] = [:]

    init(_ path: String, _ kind: ColumnSize.Kind) {
      self.path = path
      self.kind = kind
      isReused = false
    }

    mutating func add(_ column: ColumnSize, isReused: Bool) {
      self.isReused = self.isReused || isReused
      valueCount += column.valueCount
      byteCount += column.byteCount
      // Where there are no values there is no encoding.
      guard column.valueCount > 0 else { return }
      if encodingCounts[column.encoding] == nil { encodingNames.append(column.encoding) }
      encodingCounts[column.encoding, default: 0] += 1
    }
  }

  /// What is in no column.
  package enum Part: Int, Sendable, CaseIterable {
    /// Templates, of files and of blocks.
    case templates
    /// Blocks that are compressed text.
    case stored
    /// Where rows that recur are copied to.
    case copies
    /// What is sealed of fields.
    case fields
    /// The whitespace of blocks in columns, where it is not as predicted.
    case gaps
    /// The heads of blocks and of their sections.
    case heads
    /// The checks of blocks and files.
    case checks
    /// The index.
    case index
    /// What opens sealed frames and fields.
    case encryption
    /// Frames that are skipped: padding, and what nobody knows.
    case skipped
    /// The start and the end of files.
    case frame
  }

  private struct Key: Hashable {
    var path: String
    var kind: ColumnSize.Kind
  }

  private var numbers: [Key: Int] = [:]
  private var found: [Column] = []
  private var partByteCounts = Array(repeating: 0, count: Part.allCases.count)

  /// What compressed the text of stored blocks, in the order in which it was found.
  package private(set) var storedCodecs: [Codec] = []
  /// Whether there are columns that a model predicts.
  package private(set) var hasModelledBlocks = false

  /// Creates the sizes of nothing.
  package init() {}

  /// The columns that have values or bytes, the largest first.
  package var columns: [Column] {
    found.enumerated().filter { $0.element.byteCount > 0 || $0.element.valueCount > 0 }
      .sorted { ($1.element.byteCount, $0.offset) < ($0.element.byteCount, $1.offset) }
      .map(\.element)
  }

  /// The parts that have bytes, the largest first.
  package var parts: [(part: Part, byteCount: Int)] {
    Part.allCases.map { ($0, partByteCounts[$0.rawValue]) }.filter { $0.1 > 0 }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }

  /// The sum of all columns and parts.
  package var byteCount: Int {
    found.reduce(partByteCounts.reduce(0, +)) { $0 + $1.byteCount }
  }

  mutating func add(_ block: BlockSizes) {
    add(block.template, to: .templates)
    add(block.stored, to: .stored)
    if let codec = block.storedCodec, !storedCodecs.contains(codec) { storedCodecs.append(codec) }
    add(block.copies, to: .copies)
    hasModelledBlocks = hasModelledBlocks || block.isModelled
    add(block.fields, to: .fields)
    add(block.check, to: .checks)
    add(block.head, to: .heads)
    guard let columns = block.columns, let paths = block.paths else { return }
    add(columns.gapByteCount, to: .gaps)
    add(columns.headByteCount, to: .heads)
    for column in columns.columns {
      let key = Key(path: paths.texts[column.slot], kind: column.kind)
      if numbers[key] == nil {
        numbers[key] = found.count
        found.append(Column(key.path, key.kind))
      }
      guard let number = numbers[key] else { continue }
      found[number].add(column, isReused: paths.isReused[column.slot])
    }
  }

  mutating func add(_ container: ContainerSizes) {
    add(container.templates, to: .templates)
    add(container.indexes, to: .index)
    add(container.encryption, to: .encryption)
    add(container.skipped, to: .skipped)
    add(container.checks, to: .checks)
    add(container.frame, to: .frame)
  }

  private mutating func add(_ byteCount: Int, to part: Part) {
    partByteCounts[part.rawValue] += byteCount
  }
}
