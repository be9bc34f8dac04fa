// SPDX-License-Identifier: Apache-2.0

/// The streams that the columns of a block are written to, gathered into sections.
///
/// A compressor works better on one large section than on many small streams: so streams below a
/// threshold share a section with their like, and only a large one gets a section of its own.
package struct StreamSet {
  /// What a stream holds; small streams of one class share a section.
  package enum Class: Int {
    /// Bytes of integers.
    case numbers
    /// Characters.
    case text
  }

  /// A stream of that many bytes or more has a section of its own.
  package static let largeByteCount = 2048

  /// What the columns are: encodings, parameters and the sizes of their streams.
  package var descriptors: [UInt8] = []
  /// The section of numbers that streams share.
  package private(set) var numbers: [UInt8] = []
  /// The section of text, as far as it is put together.
  private var text: [UInt8] = []
  /// The rest of it.
  private var waiting: [PlannedText] = []
  /// The number of bytes of the section of text.
  package private(set) var textByteCount = 0
  /// Whether text waits.
  private var keepsTextWaiting = true
  /// The sections of large streams of numbers.
  package private(set) var large: [[UInt8]] = []
  /// The integer columns that were written.
  var integers = IntegerRegister()
  /// What finds groups of integers, where they are looked for.
  var groups: GroupFinder?
  /// What finds columns that others are near to, where they are looked for.
  var relatives: RelativeFinder?
  /// How many groups there may still be.
  private var groupBudget = Self.groupLimit
  /// How many groups were taken.
  var takenGroupCount: Int { Self.groupLimit - groupBudget }
  /// How many integer columns and parts of composed strings were written, those that stand in others or are copied
  /// included.
  private(set) var columnCount = 0

  /// Creates a set without streams.
  package init() {}

  /// The number of bytes of all sections before they are compressed.
  package var byteCount: Int {
    descriptors.count + numbers.count + textByteCount + large.reduce(0) { $0 + $1.count }
  }

  /// Gives away what was written, without the columns that later ones could have been derived from.
  mutating func take() -> StreamSet {
    integers.removeAll()
    (groups, relatives) = (nil, nil)
    var taken = StreamSet()
    swap(&taken, &self)
    return taken
  }

  /// Makes room for the text of columns, which is put together as it comes then, so that it is there once.
  package mutating func reserveText(_ byteCount: Int) {
    keepsTextWaiting = false
    text.reserveCapacity(byteCount)
  }

  /// The section of text, where it need not be put together.
  var wholeText: [UInt8]? {
    if waiting.isEmpty { return text }
    guard waiting.count == 1, text.isEmpty, case .bytes(let bytes) = waiting[0] else { return nil }
    return bytes
  }

  /// Appends the section of text.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and one allocation.
  func appendText(to target: inout [UInt8]) {
    target.reserveCapacity(target.count + textByteCount + ByteSource.textSlack)
    target += text
    for column in waiting { column.append(to: &target) }
  }

  /// Puts the section of text together, for who needs it more than once, and returns it.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult package mutating func joinText() -> [UInt8] {
    if let whole = wholeText { return whole }
    var joined: [UInt8] = []
    appendText(to: &joined)
    text = joined
    waiting.removeAll()
    return joined
  }

  /// Appends the tag of an integer column to the descriptors.
  mutating func describeIntegers(_ encoding: IntegerEncoding, width: Int = 0) {
    columnCount += 1
    // The width rides in the upper bits of the tag.
    descriptors.append(encoding.rawValue | UInt8(width) << 4)
  }

  /// How many of the entries that dictionaries may have are kept for groups.
  static let groupLimit = 1 << 18

  /// Takes so many groups, if there may be as many.
  mutating func takeGroups(_ count: Int) -> Bool {
    guard count <= groupBudget else { return false }
    groupBudget -= count
    return true
  }

  /// Whether planes are all that there is, so that they share with no others what codes them.
  var hasOneColumn = false

  /// To how many bytes planes may still become whole.
  private var wholeBudget = Self.wholeLimit

  /// How many bytes the integers of a block may become that have bits beyond whole planes, as they stand in fewer.
  static let wholeLimit = 1 << 23

  /// Takes so many bytes for planes that become whole, if there may be as many.
  mutating func takeWhole(_ byteCount: Int) -> Bool {
    guard byteCount <= wholeBudget else { return false }
    wholeBudget -= byteCount
    return true
  }

  /// Takes what a column with planes of bits becomes, if there may be as much, and they come to less than bytes.
  ///
  /// - Parameters:
  ///   - bits: The bits of each integer in its highest plane.
  ///   - byteCount: What all planes become in bytes.
  ///   - count: The number of integers.
  ///   - highest: The highest plane, which is asked for where it matters.
  /// - Returns: Whether it is taken; bytes are to be written where not.
  mutating func takeBits(
    _ bits: Int, byteCount: Int, count: Int, _ highest: @autoclosure () -> [UInt8]
  ) -> Bool {
    if hasOneColumn, bits == NibbleTally.bits, count <= NibbleTally.mostCount,
      NibbleTally(highest(), count: count).prefersBytes
    {
      return false
    }
    return takeWhole(byteCount)
  }

  /// Takes note of what there is of the last column, which was written since there were so many.
  mutating func noteExtent(since count: Int, groupCount: Int = 0, sourceCount: Int = 0) {
    integers.note(
      IntegerExtent(
        groupCount: groupCount, columnCount: columnCount - count, sourceCount: sourceCount))
  }

  /// Takes note of parts of composed strings, or of columns that are copied.
  mutating func count(columns: Int) { columnCount += columns }

  /// Appends a byte to the descriptors.
  package mutating func describe(_ byte: UInt8) { descriptors.append(byte) }

  /// Appends a count to the descriptors.
  package mutating func describe(_ count: Int) { Varint.append(count, to: &descriptors) }

  /// Appends a signed integer to the descriptors.
  package mutating func describe(signed value: Int64) {
    Varint.append(ZigZag.encode(value), to: &descriptors)
  }

  /// Appends bytes to the descriptors, their number first.
  package mutating func describe(_ bytes: [UInt8]) {
    describe(bytes.count)
    descriptors += bytes
  }

  /// Adds a stream whose byte count the reader can tell by itself.
  package mutating func add(_ stream: [UInt8], _ content: Class) {
    switch content {
    case .text: add(.bytes(stream))
    case .numbers where stream.count >= Self.largeByteCount: large.append(stream)
    case .numbers: numbers += stream
    }
  }

  /// Adds a text whose byte count the reader can tell by itself.
  ///
  /// Text has one window whatever its size: what one column holds helps to compress the next.
  package mutating func add(_ column: PlannedText) {
    guard column.byteCount > 0 else { return }
    textByteCount += column.byteCount
    if keepsTextWaiting { waiting.append(column) } else { column.append(to: &text) }
  }

  /// Adds a plane of the differences of `values` and `base` as a stream.
  mutating func add(_ plane: Int, _ width: PlaneWidth, of values: [Int64], base: Int64) {
    if width.byteCount(plane, of: values.count) >= Self.largeByteCount {
      var bytes: [UInt8] = []
      width.append(plane, of: values, base: base, to: &bytes)
      large.append(bytes)
    } else {
      width.append(plane, of: values, base: base, to: &numbers)
    }
  }

  /// Adds a stream and tells its byte count.
  package mutating func addSized(_ stream: [UInt8], _ content: Class) {
    describe(stream.count)
    add(stream, content)
  }

  /// Adds a text and tells its byte count.
  mutating func addSized(_ column: PlannedText) {
    describe(column.byteCount)
    add(column)
  }
}
