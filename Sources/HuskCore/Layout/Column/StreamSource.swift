// SPDX-License-Identifier: Apache-2.0

/// The sections of a block, read stream by stream in the order in which they were written.
///
/// A section is decompressed when the first of its streams is taken that is not skipped, and never where all are.
/// What is decompressed is verified where the caller does not verify the text that comes of it. The source is kept
/// from block to block, and with it the memory that blocks are decoded in.
package struct StreamSource: ~Copyable {
  /// A section of the block that is read.
  package struct Section {
    package var codec: Codec
    /// The number of bytes that it is decompressed to.
    package var count: Int
    /// Where it stands in the payload.
    package var range: ByteRange
    /// The check of those bytes, or `nil` where the section shares one with others.
    package var check: UInt32?
    package var content: ByteView?
  }

  /// What columns are decoded in; it is taken back when the next block is opened.
  package var pool = ScratchPool()
  /// Whether streams are passed over: they are accounted for, and hold nothing.
  package private(set) var isSkipping = false
  /// What describes the columns.
  package var descriptors = DescriptorReader()
  /// The integer columns that were read.
  var integers = IntegerHistory()

  private var decompressor = Decompressor()
  /// Whether sections are verified before they are decompressed.
  private var isVerifying = false
  private var payload: ByteView?
  /// The sections: descriptors, numbers, text, and those of large streams.
  package private(set) var sections: [Section] = []
  /// How many bytes were taken of the numbers that share a section, and of the text.
  private var offsets = (numbers: 0, text: 0)
  private var nextLarge = Self.firstLarge
  private var budget = DecodingBudget()
  /// How many columns were taken note of, those of what is passed over, too.
  private(set) var columnCount = 0
  /// How many groups of integers were taken note of.
  private(set) var groupCount = 0

  private static let firstShared = 1
  private static let firstLarge = SectionReader.smallCount

  /// Creates a source without streams.
  package init() {}

  /// Opens the block that `payload` holds, which must outlive what is read from it.
  ///
  /// The block decodes to `byteLimit` bytes. With the check of the canonical bytes of its template,
  /// whatever is read of the block is verified; without, the text has to be.
  ///
  /// - Throws: ``HuskError``.
  package mutating func open(
    _ payload: ByteView, byteLimit: Int, verifiedBy templateCheck: UInt32? = nil, limits: Limits
  ) throws(HuskError) {
    pool.removeAll()
    integers.removeAll()
    isSkipping = false
    self.payload = payload
    let reader = try SectionReader(payload, byteLimit: byteLimit, limits: limits)
    sections = reader.sections
    isVerifying = templateCheck != nil
    if let templateCheck {
      let checked = payload[ByteRange(offset: 0, count: reader.checkedByteCount)]
      guard Checksum.crc32(checked.span, seed: templateCheck) == reader.check else {
        throw Self.damaged()
      }
    }
    offsets = (0, 0)
    nextLarge = Self.firstLarge
    budget = DecodingBudget(byteLimit: byteLimit)
    descriptors = DescriptorReader(try content(of: 0))
  }

  /// The number of bytes of all sections as they are before they are compressed.
  package var byteCount: Int { sections.reduce(0) { $0 + $1.count } }

  /// Lets go of the block.
  package mutating func close() {
    payload = nil
    descriptors = DescriptorReader()
    sections.removeAll(keepingCapacity: true)
  }

  private mutating func content(of section: Int) throws(HuskError) -> ByteView {
    if let content = sections[section].content { return content }
    guard let payload else { preconditionFailure("no block is open") }
    try verify(sections[section], of: payload)
    let content = try pool.decompress(
      payload[sections[section].range], sections[section].codec, count: sections[section].count,
      with: &decompressor)
    sections[section].content = content
    return content
  }

  private func verify(_ section: Section, of payload: ByteView) throws(HuskError) {
    guard isVerifying, let check = section.check else { return }
    guard Checksum.crc32(payload[section.range].span) == check else { throw Self.damaged() }
  }

  private static func damaged() -> HuskError {
    HuskError(.checkMismatch, "a section of a block is not what was encoded")
  }

  /// Takes note of `count` integers that are made from fewer.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block makes too many of them.
  mutating func charge(_ count: Int) throws(HuskError) { try budget.take(integers: count) }

  /// Takes note of integer columns, or parts of strings, for each of which memory is needed: those that stand in
  /// others, and those that are copied.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block has too many of them.
  mutating func chargeColumns(_ count: Int = 1) throws(HuskError) {
    columnCount += count
    if !isSkipping { try budget.take(columns: count) }
  }

  /// Takes note of the entries of a dictionary.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block has too many of them.
  mutating func charge(entries count: Int) throws(HuskError) {
    if !isSkipping { try budget.take(entries: count) }
  }

  /// How many entries dictionaries may still have.
  var entriesLeft: Int { budget.entriesLeft }

  /// Takes note of the groups of an integer column, or of those that are copied.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block has too many of them.
  mutating func charge(groups count: Int) throws(HuskError) {
    groupCount += count
    try charge(entries: count)
  }

  /// Takes note of the bytes that integers become which have bits beyond whole planes.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block has too many of them.
  mutating func charge(whole byteCount: Int) throws(HuskError) {
    try budget.take(wholeBytes: byteCount)
  }

  /// Takes a stream of `count` bytes, or `nil` where streams are skipped.
  ///
  /// - Throws: ``HuskError/Code/truncated`` where there are fewer, or what decompressing throws.
  package mutating func take(
    _ count: Int, _ content: StreamSet.Class
  ) throws(HuskError) -> ByteView? {
    if content == .numbers, count >= StreamSet.largeByteCount {
      guard nextLarge < sections.count, sections[nextLarge].count == count else {
        throw HuskError(.truncated, "a stream of \(count) bytes is missing")
      }
      defer { nextLarge += 1 }
      return isSkipping ? nil : try self.content(of: nextLarge)
    }
    return try takeShared(count, content)
  }

  /// Takes byte planes, `width` streams of `count` bytes each, as one run of bytes, or `nil` where
  /// streams are skipped.
  ///
  /// - Throws: as ``take(_:_:)``.
  package mutating func takePlanes(
    _ count: Int, width: Int
  ) throws(HuskError) -> ByteView? {
    guard count >= StreamSet.largeByteCount else { return try takeShared(count * width, .numbers) }
    let planes = nextLarge..<nextLarge + width
    guard planes.upperBound <= sections.count,
      sections[planes].allSatisfy({ $0.count == count }), let payload
    else { throw HuskError(.truncated, "a stream of \(count) bytes is missing") }
    nextLarge += width
    if isSkipping { return nil }
    for section in sections[planes] { try verify(section, of: payload) }
    return try pool.decompress(sections[planes], of: payload, count: count, with: &decompressor)
  }

  private mutating func takeShared(
    _ count: Int, _ content: StreamSet.Class
  ) throws(HuskError) -> ByteView? {
    let section = Self.firstShared + content.rawValue
    let offset = content == .numbers ? offsets.numbers : offsets.text
    guard count <= sections[section].count - offset else {
      throw HuskError(.truncated, "a stream of \(count) bytes is missing")
    }
    switch content {
    case .numbers: offsets.numbers += count
    case .text: offsets.text += count
    }
    if isSkipping { return nil }
    // A section of which nothing is needed is left alone.
    if isVerifying, count == 0 { return pool.copy(ByteView.none) }
    return try self.content(of: section)[ByteRange(offset: offset, count: count)]
  }

  /// Reads with streams passed over or not, and goes on as before, whether that fails or not.
  ///
  /// - Throws: as `body`.
  package mutating func skipping<Result>(
    _ isSkipping: Bool = true, _ body: (inout StreamSource) throws(HuskError) -> Result
  ) throws(HuskError) -> Result {
    let before = self.isSkipping
    self.isSkipping = isSkipping
    defer { self.isSkipping = before }
    return try body(&self)
  }

  /// Checks that every stream was taken.
  ///
  /// - Throws: ``HuskError/Code/extraValue`` where something is left of a section.
  package func finish() throws(HuskError) {
    let isUsedUp =
      nextLarge == sections.count && descriptors.isFinished
      && offsets.numbers == sections[Self.firstShared + StreamSet.Class.numbers.rawValue].count
      && offsets.text == sections[Self.firstShared + StreamSet.Class.text.rawValue].count
    guard isUsedUp else {
      throw HuskError(.extraValue, "a block has more in its sections than its columns take")
    }
  }

  /// Takes a stream whose byte count stands in the descriptors.
  ///
  /// - Throws: as ``DescriptorReader/readCount(upTo:)`` and ``take(_:_:)``.
  package mutating func takeSized(_ content: StreamSet.Class) throws(HuskError) -> ByteView? {
    try take(try descriptors.readCount(upTo: Int(UInt32.max)), content)
  }
}

// MARK: - Places

extension StreamSource {
  /// How much was taken of each section.
  package struct Mark: Equatable {
    /// The bytes of descriptors.
    package var descriptors = 0
    /// The bytes of numbers that share a section.
    package var numbers = 0
    /// The bytes of text.
    package var text = 0
    /// The number of sections of large streams.
    package var large = 0
    /// The number of integer columns that stand in no other.
    package var integers = 0
    /// The number of columns that were taken note of.
    package var columns = 0
    /// The number of groups that were taken note of.
    package var groups = 0
  }

  /// How much was taken so far.
  package var mark: Mark {
    Mark(
      descriptors: descriptors.position, numbers: offsets.numbers, text: offsets.text,
      large: nextLarge - Self.firstLarge, integers: integers.count, columns: columnCount,
      groups: groupCount)
  }

  /// Goes on reading at a place where it was before.
  package mutating func seek(_ mark: Mark) {
    descriptors.seek(to: mark.descriptors)
    offsets = (mark.numbers, mark.text)
    nextLarge = Self.firstLarge + mark.large
    integers.move(to: mark.integers)
    columnCount = mark.columns
    groupCount = mark.groups
  }
}
