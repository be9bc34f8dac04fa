// SPDX-License-Identifier: Apache-2.0

/// The sections of a block, and the streams in them (SPEC §8.2 Sections).
struct Sections {
  /// The descriptors.
  var descriptors: ByteReader
  private var numbers: ByteReader
  private var texts: ByteReader
  private var large: [[UInt8]]

  /// The columns of integers so far that stand in no other (SPEC §8.4 Integer columns).
  var integerColumns: [IntegerColumn] = []
  /// What there is to know of each of them.
  var integerTraits: [IntegerColumn.Traits] = []
  /// The columns of values so far.
  var valueColumns: [ValueColumn] = []
  /// What is counted against the size of the text.
  var budget: ColumnBudget
  /// The bytes of the text of the block.
  let decoded: Int
  let limits: ReferenceLimits

  private struct Head {
    var codec: UInt8
    var count: Int
    var compressed: Int
    var check: UInt32?
  }

  /// Decompresses all sections.
  init(_ bytes: [UInt8], decoded: Int, templateCheck: UInt32, _ settings: Reference) throws {
    var reader = ByteReader(bytes)
    // A head of a large section has six bytes at least.
    let largeCount = try reader.count(ofBytes: 6)
    var heads: [Head] = []
    for number in 0..<largeCount + 3 {
      let codec = try reader.byte()
      try Compression.demandKnown(codec)
      let count = try reader.count()
      let compressed = codec == 0 ? count : try reader.count()
      let check = number < 3 ? nil : try reader.check()
      heads.append(Head(codec: codec, count: count, compressed: compressed, check: check))
    }
    let total = heads.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
    let isAllowed = heads.allSatisfy { $0.count <= settings.limits.decodedByteCount }
    let most = min(settings.limits.decodedByteCount, max(67_108_864, 2 * min(decoded, 1 << 40)))
    try demand(isAllowed && total <= most, .limitExceeded, "large sections")
    let modelled = heads.filter { $0.codec == 5 || $0.codec == 7 }.reduce(0) { $0 + $1.count }
    let mostModelled = 65_536 + 2 * min(decoded, 1 << 40)
    try demand(modelled <= mostModelled, .limitExceeded, "large modelled sections")
    var sections: [[UInt8]] = []
    for (number, head) in heads.enumerated() {
      let body = try reader.take(head.compressed)
      if settings.verifiesSections, let check = head.check {
        try demand(Check.crc32(body) == check, .checkMismatch, "section \(number)")
      }
      sections.append(
        try Compression.decompress(body, codec: head.codec, count: head.count))
      guard number == 2 else { continue }
      let computed = Check.crc32(Array(bytes[..<reader.place]), seed: templateCheck)
      let check = try reader.check()
      let isRight = !settings.verifiesSections || check == computed
      try demand(isRight, .checkMismatch, "the first sections")
    }
    try demand(reader.isAtEnd, .invalidColumn, "bytes behind the sections")
    descriptors = ByteReader(sections[0])
    numbers = ByteReader(sections[1])
    texts = ByteReader(sections[2])
    large = Array(sections[3...].reversed())
    budget = ColumnBudget(decoded: decoded)
    self.decoded = decoded
    limits = settings.limits
  }

  /// The next stream of numbers.
  mutating func numberStream(_ count: Int) throws -> [UInt8] {
    guard count >= 2048 else { return try numbers.take(count) }
    guard let section = large.popLast(), section.count == count else {
      throw ReferenceFault(.truncated, "no section for a stream of \(count) bytes")
    }
    return section
  }

  /// The next stream of text.
  mutating func textStream(_ count: Int) throws -> [UInt8] { try texts.take(count) }

  /// Refuses sections that are not used up.
  func demandEnd() throws {
    let isUsed = descriptors.isAtEnd && numbers.isAtEnd && texts.isAtEnd && large.isEmpty
    try demand(isUsed, .extraValue, "sections are left")
  }
}

/// What columns may make much of, counted for a block (SPEC §8.4 Integer columns).
struct ColumnBudget {
  private let decoded: Int
  private var entryCount = 0
  private var dictionaryEntryCount = 0
  private var wholeByteCount = 0
  private var dictionaryByteCount = 0
  private var stringByteCount = 0
  private var derivedCount = 0
  private var passedByteCount = 0
  /// How many integer columns there are, those that are copied included.
  private(set) var integerColumnCount = 0
  /// How many groups there are, those that are copied included.
  private(set) var groupCount = 0

  init(decoded: Int) {
    self.decoded = decoded
  }

  private static func add(_ count: Int, to sum: inout Int, atMost most: Int) throws {
    let (total, hasOverflown) = sum.addingReportingOverflow(count)
    try demand(!hasOverflown && total <= most, .invalidColumn, "columns make too much")
    sum = total
  }

  /// Counts entries of delta, dictionary, runs and grouped columns.
  mutating func addEntries(_ count: Int) throws {
    try Self.add(count, to: &entryCount, atMost: 65_536 + 8 * min(decoded, 1 << 40))
  }

  /// Counts integer columns, those that stand in others and parts of strings included.
  mutating func addIntegerColumns(_ count: Int = 1) throws {
    try Self.add(count, to: &integerColumnCount, atMost: 65_536)
  }

  /// Counts groups of integer columns.
  mutating func addGroups(_ count: Int) throws {
    try addDictionaryEntries(count)
    groupCount += count
  }

  /// Counts entries of dictionaries, and groups.
  mutating func addDictionaryEntries(_ count: Int) throws {
    try Self.add(count, to: &dictionaryEntryCount, atMost: 2_097_152)
  }

  /// Counts the bytes that entries become which have bits beyond whole planes.
  mutating func addWholeBytes(_ count: Int) throws {
    try Self.add(count, to: &wholeByteCount, atMost: 8_388_608)
  }

  /// Counts bytes of entries of dictionaries (SPEC §8.6 Scalar columns).
  mutating func addDictionaryBytes(_ count: Int) throws {
    try Self.add(count, to: &dictionaryByteCount, atMost: decoded)
  }

  /// Counts bytes of entries in front coding and in Base64 (SPEC §8.6.7 Front coding).
  mutating func addStringBytes(_ count: Int) throws {
    try Self.add(count, to: &stringByteCount, atMost: decoded)
  }

  /// Counts bytes of entries that are passed or taken where others are picked (SPEC §8.6.6 Derived values).
  mutating func addPassedBytes(_ count: Int) throws {
    try Self.add(count, to: &passedByteCount, atMost: decoded)
  }

  /// Counts columns for a derived one (SPEC §8.6.6 Derived values).
  mutating func addDerived(_ count: Int) throws {
    try Self.add(count, to: &derivedCount, atMost: 65_536)
  }
}
