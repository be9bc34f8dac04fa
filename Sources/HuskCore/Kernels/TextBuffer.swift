// SPDX-License-Identifier: Apache-2.0

/// A growing JSON text that values are appended to, in a buffer that is kept from text to text.
///
/// What is appended is not checked to make sense; whoever appends puts commas, colons and brackets.
@safe package struct TextBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes.
  package private(set) var count = 0

  /// Creates an empty text.
  package init() {
    capacity = 4096
    unsafe base = .allocate(capacity: capacity)
  }

  deinit { unsafe base.deallocate() }

  /// Forgets the bytes from `count` on.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
  }

  /// Copies the bytes from `start` on.
  package func bytes(from start: Int = 0) -> [UInt8] {
    precondition(start >= 0 && start <= count)
    return unsafe Array(UnsafeBufferPointer(start: base + start, count: count - start))
  }

  /// Appends a byte.
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  /// Appends bytes as they are.
  package mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  /// Appends ASCII text as it is.
  package mutating func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a string with quotes around it; what JSON asks for is escaped and nothing else.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func append(quoted text: String) {
    var text = text
    text.withUTF8 { source in
      reserve(source.count + 2)
      put(ASCII.quote)
      unsafe append(escaping: source)
      append(ASCII.quote)
    }
  }

  /// Appends a comma where one is needed, a key and a colon.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func append(key: String, isFirst: Bool) {
    if !isFirst { append(ASCII.comma) }
    append(quoted: key)
    append(ASCII.colon)
  }

  /// Appends an integer of which the magnitude is given.
  package mutating func append(_ magnitude: UInt64, isNegative: Bool) {
    reserve(64)
    if isNegative { put(ASCII.minus) }
    let start = unsafe UnsafeMutableRawPointer(base + count)
    count &+= unsafe DigitWriting.write(magnitude, start) - start
  }

  /// Appends a finite number in the fewest digits that tell it from all others.
  package mutating func append(_ value: Double) {
    reserve(64)
    let start = unsafe UnsafeMutableRawPointer(base + count)
    if let end = unsafe DoubleWriting.writeShortest(value, PowerTable.common, start) {
      count &+= unsafe end - start
    } else {
      append(number: value.description)
    }
  }

  /// Appends a finite number as Swift describes it, without a fraction of zero.
  package mutating func append(number description: String) {
    var text = description
    text.withUTF8 { source in
      let isWhole =
        unsafe source.count > 2 && source[source.count - 1] == ASCII.zero
        && source[source.count - 2] == ASCII.period
      unsafe append(UnsafeBufferPointer(rebasing: source.dropLast(isWhole ? 2 : 0)))
    }
  }

  private mutating func append(escaping source: UnsafeBufferPointer<UInt8>) {
    guard let start = source.baseAddress else { return }
    var run = 0
    var index = 0
    while index < source.count {
      if index &+ 8 <= source.count,
        unsafe !Self.needsEscape(
          UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
      {
        index &+= 8
        continue
      }
      let byte = unsafe start[index]
      if byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash {
        unsafe append(UnsafeBufferPointer(start: start + run, count: index - run))
        append(escapeOf: byte)
        run = index + 1
      }
      index &+= 1
    }
    unsafe append(UnsafeBufferPointer(start: start + run, count: index - run))
  }

  /// Whether one of eight bytes is a control character, a quote or a backslash.
  @inline(__always) private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ ones &* 0x22
    let backslashes = word ^ ones &* 0x5C
    let found =
      (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
      | (backslashes &- ones) & ~backslashes
    return found & (ones &* 0x80) != 0
  }

  private mutating func append(escapeOf byte: UInt8) {
    switch byte {
    case ASCII.quote: append("\\\"" as StaticString)
    case ASCII.backslash: append("\\\\" as StaticString)
    case 0x08: append("\\b" as StaticString)
    case ASCII.tab: append("\\t" as StaticString)
    case ASCII.lineFeed: append("\\n" as StaticString)
    case 0x0C: append("\\f" as StaticString)
    case ASCII.carriageReturn: append("\\r" as StaticString)
    default:
      append("\\u00" as StaticString)
      for digit in [byte >> 4, byte & 0xF] {
        append(digit < 10 ? ASCII.zero + digit : 0x61 + digit - 10)
      }
    }
  }

  private mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
    guard let start = source.baseAddress, !source.isEmpty else { return }
    reserve(source.count)
    unsafe (base + count).update(from: start, count: source.count)
    count &+= source.count
  }

  @inline(__always) private mutating func put(_ byte: UInt8) {
    unsafe base[count] = byte
    count &+= 1
  }

  @inline(__always) private mutating func reserve(_ extra: Int) {
    if _slowPath(count &+ extra > capacity) { grow(extra) }
  }

  @inline(never) private mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, count + extra)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }
}
