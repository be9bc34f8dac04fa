// SPDX-License-Identifier: Apache-2.0

/// What a token scan found wrong, and where.
package struct TokenFault {
  package var code: HuskError.Code
  /// In bytes from the start of the source.
  package var offset: Int
  /// The limit that was exceeded, where that is the fault.
  package var limit: String?
  /// Whether a text ends where the fault is.
  package var isBehindText = false
}

/// Splits JSON text into tokens and checks all of RFC 8259 on the way.
///
///     value:  scalar, or an opening bracket: push it and go on inside
///     after:  a comma: the next key and value; a closing bracket: pop it and stay here
///
/// One flat loop with an explicit stack, so that depth costs sixteen bytes and no recursion.
@safe package struct TokenScan: ~Copyable {
  private let source: ByteSource
  private let depthLimit: Int
  /// Open containers, two words for each: token index (32 bits), elements so far (31 bits), whether an
  /// object (1) of what it is in; and the whitespace and punctuation before it (32 bits each).
  private var stack: UnsafeMutablePointer<UInt64>
  /// How many open containers there is room for.
  private var stackCapacity = 32
  /// The offset of the next byte to scan.
  package var offset: Int
  /// The bytes of whitespace, and the commas and colons that were passed (32 bits each).
  private var counts: UInt64 = 0
  /// The bytes of whitespace that were passed.
  package var gapByteCount: Int { Int(truncatingIfNeeded: counts &>> 32) }
  /// The commas and colons that were passed.
  package var punctuationCount: Int { Int(truncatingIfNeeded: counts & 0xFFFF_FFFF) }

  /// Prepares a scan that starts at `start`.
  package init(_ source: ByteSource, from start: Int, depthLimit: Int) {
    self.source = source
    self.depthLimit = depthLimit
    unsafe stack = .allocateWhole(capacity: 2 * stackCapacity)
    offset = start
  }

  deinit { unsafe stack.deallocateWhole() }

  /// Takes note of the container that a value is opened in.
  @inline(__always) private mutating func push(
    _ open: Int, _ elements: Int, _ inObject: Bool, at depth: Int
  ) {
    if _slowPath(depth == stackCapacity) { growStack() }
    unsafe stack[2 &* depth] =
      UInt64(truncatingIfNeeded: open) &<< 32
      | UInt64(truncatingIfNeeded: elements) &<< 1 | (inObject ? 1 : 0)
    unsafe stack[2 &* depth &+ 1] = counts
  }

  @inline(never) private mutating func growStack() {
    stackCapacity *= 2
    unsafe stack = stack.reallocatedWhole(capacity: 2 * stackCapacity)
  }

  /// Scans the whole source onto `tape`, one text after the other.
  ///
  /// - Returns: `nil`, or the first fault.
  /// - Complexity: O(*n*) for *n* bytes; allocates only when the tape must grow.
  package mutating func scanTexts(onto tape: inout TokenTape) -> TokenFault? {
    guard source.count <= Token.maxOffset else {
      return TokenFault(code: .limitExceeded, offset: Token.maxOffset, limit: "4 GiB of text")
    }
    counts = UInt64(truncatingIfNeeded: offset) &<< 32
    offset = skipGap(offset)
    while offset < source.count {
      if let fault = scanValue(onto: &tape) { return fault }
      tape.textCount += 1
      let next = skipGap(offset)
      // `1 2` are two texts; `12` must not come from `1` and `2`.
      if next == offset, next < source.count {
        return TokenFault(code: .unexpectedCharacter, offset: next, isBehindText: true)
      }
      if next == offset + 1, next < source.count, source[offset] == ASCII.lineFeed {
        tape.lineCount += 1
      }
      offset = next
    }
    tape.gapByteCount = gapByteCount
    tape.punctuationCount = punctuationCount
    return nil
  }

  /// Scans the value that starts at ``offset``.
  ///
  /// - Returns: `nil`, with ``offset`` just past the value, or the fault.
  /// - Complexity: O(*n*) for *n* bytes; allocates only when the tape must grow.
  package mutating func scanValue(onto tape: inout TokenTape) -> TokenFault? {
    var offset = self.offset
    var depth = 0
    var inObject = false
    var (open, elements) = (0, 0)
    values: while true {
      tape.reserve(2)
      elements &+= 1
      if inObject {
        offset = scanKey(offset, onto: &tape)
        if _slowPath(offset < 0) { return unpack(offset) }
      }
      let start = offset
      let first = source[start]
      if first == ASCII.quote {
        offset = append(.string, from: start, to: source.scanString(start), onto: &tape)
      } else if ASCII.isDigit(first) || first == ASCII.minus {
        offset = append(.number, from: start, to: source.scanNumber(start), onto: &tape)
      } else if first == ASCII.openBrace || first == ASCII.openBracket {
        if _slowPath(depth >= depthLimit) { return exceeding("depth \(depthLimit)", start) }
        if let end = appendRepeat(start, depth, onto: &tape) {
          offset = end
        } else {
          push(open, elements, inObject, at: depth)
          depth &+= 1
          inObject = first == ASCII.openBrace
          open = tape.count
          elements = 0
          tape.append(Token(inObject ? .openObject : .openArray, offset: start, extent: 0))
          offset = skipGap(start &+ 1)
          // The closing brackets are the opening ones plus two.
          if source[offset] != first &+ 2 { continue values }
        }
      } else {
        offset = append(.literal, from: start, to: source.scanLiteral(start), onto: &tape)
      }
      if _slowPath(offset < 0) { return unpack(offset) }
      while depth > 0 {
        offset = skipGap(offset)
        let byte = source[offset]
        if byte == ASCII.comma {
          offset = skipGap(offset &+ 1)
          continue values
        }
        guard byte == (inObject ? ASCII.closeBrace : ASCII.closeBracket) else {
          return unexpected(offset)
        }
        depth &-= 1
        guard let parent = close(open, at: offset, inObject, elements, depth, on: &tape) else {
          return exceedingTokens(offset)
        }
        offset &+= 1
        open = Int(truncatingIfNeeded: parent &>> 32)
        elements = Int(truncatingIfNeeded: (parent & 0xFFFF_FFFF) &>> 1)
        inObject = parent & 1 == 1
      }
      self.offset = offset
      return nil
    }
  }

  @inline(never) private func exceeding(_ limit: String, _ offset: Int) -> TokenFault {
    TokenFault(code: .limitExceeded, offset: offset, limit: limit)
  }

  /// The fault of a container that ends at an offset, where ``close(_:at:_:_:_:on:)`` takes none.
  @inline(never) private func exceedingTokens(_ offset: Int) -> TokenFault {
    offset > Token.maxOffset
      ? exceeding("4 GiB of text in one row", offset)
      : exceeding("\(Token.maxExtent) tokens in one array or object", offset)
  }

  /// Appends a key or a scalar; returns the offset after it, or the packed fault that `end` is.
  @inline(__always) private func append(
    _ kind: Token.Kind, from start: Int, to end: Int, onto tape: inout TokenTape
  ) -> Int {
    if _slowPath(end < 0) { return end }
    if _slowPath(end &- start > Token.maxExtent) { return ScanFault.tooLong.at(start) }
    tape.append(Token(kind, offset: start, extent: end &- start))
    return end
  }

  /// Appends the array or object at `start`, where the same one stood before; returns the offset after it.
  @inline(__always) private mutating func appendRepeat(
    _ start: Int, _ depth: Int, onto tape: inout TokenTape
  ) -> Int? {
    guard tape.mayRepeat,
      let value = tape.appendRepeat(source, at: start, mostDepth: depthLimit &- depth)
    else { return nil }
    counts &+= value.counts
    return value.end
  }

  /// The offset of the first byte at or after `start` that is not whitespace.
  @inline(__always) private mutating func skipGap(_ start: Int) -> Int {
    if _fastPath(source[start] > ASCII.space) { return start }
    let end = source.skipWhitespace(start)
    counts &+= UInt64(truncatingIfNeeded: end &- start) &<< 32
    return end
  }

  /// Scans a key and its colon; returns the offset of the value, or a packed fault.
  @inline(__always) private mutating func scanKey(_ start: Int, onto tape: inout TokenTape) -> Int {
    guard source[start] == ASCII.quote else { return ScanFault.unexpected.at(start) }
    let end = append(.key, from: start, to: source.scanString(start), onto: &tape)
    if _slowPath(end < 0) { return end }
    let colon = skipGap(end)
    guard source[colon] == ASCII.colon else { return ScanFault.unexpected.at(colon) }
    return skipGap(colon &+ 1)
  }

  /// Appends the closing token and tells the opening one how far away it is; returns what was noted of the
  /// container that it stands in, or `nil` where it has too many tokens or ends too far away.
  ///
  /// It is called, so that the loop has its registers for values.
  @inline(never) private mutating func close(
    _ open: Int, at offset: Int, _ isObject: Bool, _ elements: Int, _ depth: Int,
    on tape: inout TokenTape
  ) -> UInt64? {
    tape.reserve(1)
    let opening = tape[open]
    let distance = tape.count &- open
    // Tokens behind that offset say less, so nothing may be made of them.
    if _slowPath(distance > Token.maxExtent || offset > Token.maxOffset) { return nil }
    // Each value but the first has a comma before it, and a colon where it has a key.
    counts &+= UInt64(
      truncatingIfNeeded: (isObject ? 2 &* elements : elements) &- (elements > 0 ? 1 : 0))
    let kind: Token.Kind = isObject ? .openObject : .openArray
    tape.replace(open, with: Token(kind, offset: opening.offset, extent: distance))
    tape.append(Token(isObject ? .closeObject : .closeArray, offset: offset, extent: elements))
    tape.note(open, end: offset &+ 1, source) { unsafe counts &- stack[2 &* depth &+ 1] }
    return unsafe stack[2 &* depth]
  }

  private func unpack(_ packed: Int) -> TokenFault {
    let (fault, offset) = ScanFault.unpack(packed)
    switch fault {
    case .unexpected: return unexpected(offset)
    case .tooLong: return tooLong(offset)
    default: break
    }
    let code = offset < source.count ? fault.code : .unexpectedEnd
    return TokenFault(code: code, offset: min(offset, source.count))
  }

  package func unexpected(_ offset: Int) -> TokenFault {
    offset < source.count
      ? TokenFault(code: .unexpectedCharacter, offset: offset)
      : TokenFault(code: .unexpectedEnd, offset: source.count)
  }

  private func tooLong(_ offset: Int) -> TokenFault {
    TokenFault(
      code: .limitExceeded, offset: offset,
      limit: "\(Token.maxExtent) bytes in one string or number")
  }
}
