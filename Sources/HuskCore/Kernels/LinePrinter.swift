// SPDX-License-Identifier: Apache-2.0

/// Writes values on lines as a regular printer does, from their tokens (SPEC §5.2 Prediction).
struct LinePrinter: ~Copyable {
  private let newline: [UInt8]
  private let indent: [UInt8]
  /// The blanks behind a comma where there is only one line.
  private let space: [UInt8]
  /// A colon and the gaps around it.
  private var colon = GrowingBytes(capacity: 0)
  /// A comma and the longest gap so far that may follow it; a line of less depth is the start of it.
  private var separator = GrowingBytes(capacity: 0)
  private var depth = 0

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - newline: What starts a line; no bytes where there is only one.
  ///   - indent: The indentation of one level.
  ///   - space: The blanks behind a comma where there is only one line.
  ///   - colon: A colon and the gaps around it.
  init(newline: [UInt8], indent: [UInt8], space: [UInt8], colon: [UInt8]) {
    self.newline = newline
    self.indent = indent
    self.space = space
    self.colon.append(colon, 0..<colon.count)
    deepen(to: 0)
  }

  /// Makes the separator long enough for a depth, and for as much again.
  @inline(never) private mutating func deepen(to depth: Int) {
    self.depth = 2 * depth
    var bytes = [ASCII.comma] + space + newline
    for _ in 0..<self.depth { bytes += indent }
    separator = GrowingBytes(capacity: bytes.count)
    separator.append(bytes, 0..<bytes.count)
  }

  /// Writes all tokens of a tape, which are those of one value of a text that stands at a level.
  ///
  /// - Parameters:
  ///   - tape: The tokens.
  ///   - source: The text.
  ///   - level: The depth of the value.
  ///   - place: Where to write; up to 64 bytes more are copied, for which there must be room.
  /// - Returns: The number of bytes, or `nil` where there is no room.
  /// - Complexity: O(*n*) for *n* bytes written.
  mutating func write(
    _ tape: borrowing TokenTape, _ source: ByteSource, level: Int, to place: OutputPlace
  ) -> Int? {
    let (lineByteCount, indentByteCount) = (newline.count, indent.count)
    let (colonByteCount, spaceByteCount) = (colon.count, space.count)
    var count = 0
    var level = level
    var last = Token.Kind.key
    for index in 0..<tape.count {
      let token = tape[index]
      let kind = token.kind
      if index > 0, last == .key {
        guard let end = copy(colon.source, 0, colonByteCount, to: place, at: count) else {
          return nil
        }
        count = end
      } else if index > 0 {
        if kind.closes { level &-= 1 }
        if level > depth { deepen(to: level) }
        let line = lineByteCount &+ level &* indentByteCount
        // Of a comma, which stands in front, what follows is taken.
        let (start, end) =
          last.opens
          ? (1, kind.closes ? 1 : 1 &+ line)
          : kind.closes ? (1, 1 &+ line) : (0, 1 &+ line &+ spaceByteCount)
        guard let end = copy(separator.source, start, end, to: place, at: count) else {
          return nil
        }
        count = end
      }
      let end = token.offset &+ (kind.isWhole ? token.extent : 1)
      guard let end = copy(source, token.offset, end, to: place, at: count) else { return nil }
      count = end
      if kind.opens { level &+= 1 }
      last = kind
    }
    return count
  }

  /// Copies a range of bytes to an offset; returns the offset behind them, or `nil` where there is no room.
  @inline(__always) private func copy(
    _ source: ByteSource, _ start: Int, _ end: Int, to place: OutputPlace, at offset: Int
  ) -> Int? {
    let count = end &- start
    guard count <= place.byteLimit &- offset else { return nil }
    let bytes = source.view(ByteRange(offset: start, count: count))
    unsafe ByteCopying.copyShort(bytes.base, place.start + offset, count)
    return offset &+ count
  }
}
