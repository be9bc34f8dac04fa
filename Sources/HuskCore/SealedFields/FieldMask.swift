// SPDX-License-Identifier: Apache-2.0

/// Takes the values of sealed fields out of the text of a block, and puts them back
/// (SPEC §14.9 Sealed values).
struct FieldMask {
  /// What stands where a value was.
  private static let placeholder = Array("null".utf8)

  private let paths: FieldPaths
  private let limits: Limits

  init(_ paths: FieldPaths, limits: Limits) {
    self.paths = paths
    self.limits = limits
  }

  /// The limits for the values, which stand in two brackets where at least one brace was around them.
  static func valueLimits(_ limits: Limits) -> Limits {
    var limits = limits
    limits.depth += 1
    return limits
  }

  /// A block without its values.
  struct Masked: ~Copyable {
    /// The block, with `null` in place of each value.
    var block: RowBlock
    /// The values as one JSON text, or `nil` where there are none.
    var values: [UInt8]?
    /// The numbers of the paths that the values stood at.
    var paths: Set<Int>
  }

  /// Takes the values out of a block.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func mask(_ block: borrowing RowBlock) -> Masked {
    let source = block.bytes.source
    let places = paths.places(in: block.tape, source)
    var text: [UInt8] = []
    text.reserveCapacity(source.count)
    var values: [[ByteRange]] = Array(repeating: [], count: paths.paths.count)
    var end = 0
    for place in places {
      let range = Self.range(of: place.token, block.tape)
      source.append(ByteRange(offset: end, count: range.offset - end), to: &text)
      text += Self.placeholder
      values[place.path].append(range)
      end = range.end
    }
    source.append(ByteRange(offset: end, count: source.count - end), to: &text)
    let bytes = PaddedBytes(text)
    let tape = moved(block.tape, places)
    let growth = bytes.count - source.count
    let masked = RowBlock(
      bytes: bytes, tape: tape, rowCount: block.rowCount, frame: block.frame,
      openOffset: block.openOffset,
      closeOffset: block.closeOffset.map { $0 + growth }, isRepetitive: block.isRepetitive)
    return Masked(
      block: masked, values: places.isEmpty ? nil : Self.text(of: values, source),
      paths: Set(values.indices.filter { !values[$0].isEmpty }))
  }

  /// The tape after the values at some places became `null`.
  private func moved(
    _ tape: borrowing TokenTape, _ places: [FieldPaths.Place]
  ) -> TokenTape {
    var result = TokenTape()
    result.reserve(tape.count)
    result.textCount = tape.textCount
    result.lineCount = tape.lineCount
    result.gapByteCount = tape.gapByteCount
    result.punctuationCount = tape.punctuationCount
    var shift = 0
    var next = 0
    var taken = places[...]
    // Where something was taken out, what is around it has fewer tokens.
    var open: [Int] = []
    while next < tape.count {
      if next == taken.first?.token {
        taken.removeFirst()
        let range = Self.range(of: next, tape)
        result.append(
          Token(.literal, offset: range.offset + shift, extent: Self.placeholder.count))
        shift += Self.placeholder.count - range.count
        let end = Tokenizer.end(of: next, on: tape)
        let inside = Self.inside(next..<end, range.count, tape)
        result.gapByteCount -= inside.gapByteCount
        result.punctuationCount -= inside.punctuationCount
        next = end
        continue
      }
      let token = tape[next]
      switch token.kind {
      case .openObject, .openArray: open.append(result.count)
      case .closeObject, .closeArray:
        guard let start = open.popLast() else { break }
        let opening = result[start]
        result.replace(
          start, with: Token(opening.kind, offset: opening.offset, extent: result.count - start))
      default: break
      }
      result.append(Token(token.kind, offset: token.offset + shift, extent: token.extent))
      next += 1
    }
    return result
  }

  /// The whitespace, and the commas and colons, in a value of so many bytes.
  private static func inside(
    _ tokens: Range<Int>, _ byteCount: Int, _ tape: borrowing TokenTape
  ) -> (gapByteCount: Int, punctuationCount: Int) {
    var tokenByteCount = 0
    var punctuationCount = 0
    for index in tokens {
      let token = tape[index]
      tokenByteCount += token.kind.isWhole ? token.extent : 1
      switch token.kind {
      case .key: punctuationCount += 1
      // What was closed counts its elements.
      case .closeObject, .closeArray: punctuationCount += max(token.extent - 1, 0)
      default: break
      }
    }
    return (byteCount - tokenByteCount - punctuationCount, punctuationCount)
  }

  /// `{"0":[…],"1":[…]}`, with the values of each path in document order.
  private static func text(of values: [[ByteRange]], _ source: ByteSource) -> [UInt8] {
    var text: [UInt8] = []
    for (path, ranges) in values.enumerated() {
      text.append(path == 0 ? ASCII.openBrace : ASCII.comma)
      text += "\"\(path)\":[".utf8
      for (index, range) in ranges.enumerated() {
        if index > 0 { text.append(ASCII.comma) }
        source.append(range, to: &text)
      }
      text.append(ASCII.closeBracket)
    }
    text.append(ASCII.closeBrace)
    return text
  }

  /// Puts values back into the text of a block, and appends it to `target`; the tape is there for its
  /// memory.
  ///
  /// - Throws: ``HuskError``; what was appended is of no use then.
  /// - Complexity: O(*n*) for *n* bytes.
  func restore(
    _ text: [UInt8], _ frame: BlockFrame, values: [UInt8]?, _ tape: inout TokenTape,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    let bytes = PaddedBytes(text)
    try BlockRows.scan(bytes.source, frame, limits: limits, onto: &tape)
    let store = PaddedBytes(values ?? [])
    var ranges =
      values == nil
      ? Array(repeating: [], count: paths.paths.count) : try self.ranges(of: store.source)
    var end = 0
    for place in paths.places(in: tape, bytes.source) {
      let token = tape[place.token]
      guard bytes.source.areEqual(token.range, Self.placeholder), token.isScalar else {
        throw HuskError(.invalidValue, "a sealed field shows something other than null")
      }
      guard let range = ranges[place.path].popFirst() else {
        throw HuskError(.missingValue, "there are fewer sealed values than fields")
      }
      bytes.source.append(ByteRange(offset: end, count: token.offset - end), to: &target)
      store.source.append(range, to: &target)
      end = token.range.end
    }
    guard ranges.allSatisfy(\.isEmpty) else {
      throw HuskError(.extraValue, "there are more sealed values than fields")
    }
    bytes.source.append(ByteRange(offset: end, count: text.count - end), to: &target)
  }

  /// Where the values of each path stand.
  private func ranges(of source: ByteSource) throws(HuskError) -> [ArraySlice<ByteRange>] {
    let limits = Self.valueLimits(limits)
    let tape = try BlockRows.scan(source, BlockFrame(), limits: limits)
    let malformed = HuskError(
      .invalidValue, "sealed values are not an object of one array for each path")
    guard tape.textCount == 1, tape[0].kind == .openObject else { throw malformed }
    var ranges: [ArraySlice<ByteRange>] = []
    var index = 1
    for path in paths.paths.indices {
      let key = Array("\"\(path)\"".utf8)
      guard tape[index].kind == .key, source.areEqual(tape[index].range, key),
        tape[index + 1].kind == .openArray
      else { throw malformed }
      let close = index + 1 + tape[index + 1].extent
      var element = index + 2
      var found: [ByteRange] = []
      while element < close {
        found.append(Self.range(of: element, tape))
        element = Tokenizer.end(of: element, on: tape)
      }
      ranges.append(found[...])
      index = close + 1
    }
    guard index == tape[0].extent else { throw malformed }
    return ranges
  }

  /// The bytes of the value at a tape index.
  private static func range(of index: Int, _ tape: borrowing TokenTape) -> ByteRange {
    let token = tape[index]
    guard !token.isScalar else { return token.range }
    let end = tape[index + token.extent].offset + 1
    return ByteRange(offset: token.offset, count: end - token.offset)
  }
}
