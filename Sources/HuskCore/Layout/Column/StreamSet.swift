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
  /// The shared sections, by class.
  package private(set) var shared: [[UInt8]] = [[], []]
  /// The sections of large streams, with their class.
  package private(set) var large: [(content: Class, bytes: [UInt8])] = []
  /// The integer columns that were written.
  var integers = IntegerRegister()
  /// The number of integer columns that were written, those that stand in others included.
  private(set) var integerColumnCount = 0

  /// Creates a set without streams.
  package init() {}

  /// The number of bytes of all sections before they are compressed.
  package var byteCount: Int {
    descriptors.count + shared.reduce(0) { $0 + $1.count } + large.reduce(0) { $0 + $1.bytes.count }
  }

  /// Gives away what was written, without the columns that later ones could have been derived from.
  mutating func take() -> StreamSet {
    integers.removeAll()
    var taken = StreamSet()
    swap(&taken, &self)
    return taken
  }

  /// Makes room for the text of columns.
  mutating func reserveText(_ byteCount: Int) {
    shared[Class.text.rawValue].reserveCapacity(byteCount)
  }

  /// Appends the tag of an integer column to the descriptors.
  mutating func describeIntegers(_ encoding: IntegerEncoding, width: Int = 0) {
    integerColumnCount += 1
    // The width rides in the upper bits of the tag.
    descriptors.append(encoding.rawValue | UInt8(width) << 4)
  }

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
    // Text has one window whatever its size: what one column holds helps to compress the next.
    if content == .numbers, stream.count >= Self.largeByteCount {
      large.append((content, stream))
    } else if shared[content.rawValue].capacity == 0 {
      // It is not copied where it stays the only one.
      shared[content.rawValue] = stream
    } else {
      shared[content.rawValue] += stream
    }
  }

  /// Adds a byte plane of the differences of `values` and `base` as a stream.
  package mutating func add(_ plane: Int, of values: [Int64], base: Int64) {
    if values.count >= Self.largeByteCount {
      var bytes: [UInt8] = []
      BytePlanes.append(plane, of: values, base: base, to: &bytes)
      large.append((.numbers, bytes))
    } else {
      BytePlanes.append(plane, of: values, base: base, to: &shared[Class.numbers.rawValue])
    }
  }

  /// Adds a stream and tells its byte count.
  package mutating func addSized(_ stream: [UInt8], _ content: Class) {
    describe(stream.count)
    add(stream, content)
  }
}
