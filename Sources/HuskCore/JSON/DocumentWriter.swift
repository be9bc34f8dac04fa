// SPDX-License-Identifier: Apache-2.0

/// Writes a document token by token, with the punctuation and the gaps between.
package struct DocumentWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []
  private var gaps: GapPlayer?
  /// The open containers: whether each is an object.
  private var containers: [Bool] = []
  private var last: GapNeighbor = .boundary
  private let byteLimit: Int
  private let depthLimit: Int

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - gaps: The gaps of the document; none are looked up where all are as predicted.
  ///   - frame: How the block to be written stands in its document.
  ///   - byteLimit: The most bytes to write.
  ///   - depthLimit: The deepest nesting to write.
  package init(
    gaps: GapList, _ frame: BlockFrame = BlockFrame(), byteLimit: Int, depthLimit: Int
  ) {
    self.gaps = gaps.isPlain ? nil : GapPlayer(gaps, frame)
    if frame.continues {
      last = .closeObject
      if frame.hasElements { containers = [false] }
    }
    self.byteLimit = byteLimit
    self.depthLimit = depthLimit
  }

  /// Opens an object or array.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``, or an error of ``GapPlayer``.
  package mutating func open(isObject: Bool) throws(HuskError) {
    guard containers.count < depthLimit else {
      throw HuskError(.limitExceeded, "more than the limit of depth \(depthLimit)")
    }
    try separate(from: isObject ? .openObject : .openArray)
    bytes.append(isObject ? ASCII.openBrace : ASCII.openBracket)
    containers.append(isObject)
  }

  /// Closes the object or array that was opened last.
  ///
  /// - Throws: an error of ``GapPlayer``.
  package mutating func close() throws(HuskError) {
    guard let isObject = containers.last else { preconditionFailure("nothing is open") }
    let neighbor: GapNeighbor = isObject ? .closeObject : .closeArray
    try gaps?.play(before: neighbor, to: &bytes)
    containers.removeLast()
    bytes.append(isObject ? ASCII.closeBrace : ASCII.closeBracket)
    last = neighbor
  }

  /// Writes a key or a scalar that stands in `range` of `source`.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``, or an error of ``GapPlayer``.
  package mutating func write(
    _ neighbor: GapNeighbor, _ range: ByteRange, of source: ByteSource
  ) throws(HuskError) {
    try separate(from: neighbor)
    source.append(range, to: &bytes)
  }

  /// Writes a key or a scalar.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``, or an error of ``GapPlayer``.
  package mutating func write(_ neighbor: GapNeighbor, _ lexeme: [UInt8]) throws(HuskError) {
    try separate(from: neighbor)
    bytes += lexeme
  }

  /// Writes an integer divided by ten to the power of `scale`, 0 to 18.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``, or an error of ``GapPlayer``.
  package mutating func write(_ mantissa: Int64, scale: Int) throws(HuskError) {
    try separate(from: .scalar)
    bytes.append(mantissa, scale: scale)
  }

  /// Writes a key of which the content is given, without its quotes.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``, or an error of ``GapPlayer``.
  package mutating func write(key content: ArraySlice<UInt8>) throws(HuskError) {
    try separate(from: .key)
    bytes.append(ASCII.quote)
    bytes += content
    bytes.append(ASCII.quote)
  }

  /// Ends the document.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``, or an error of ``GapPlayer``.
  package mutating func finish() throws(HuskError) {
    try gaps?.play(before: .boundary, to: &bytes)
    try gaps?.finish()
    try checkCount()
  }

  /// Writes what stands between the last token and the next one.
  @inline(__always) private mutating func separate(from next: GapNeighbor) throws(HuskError) {
    try checkCount()
    if last == .key {
      try punctuate(ASCII.colon, .colon)
    } else if last != .boundary, last != .openObject, last != .openArray {
      if !containers.isEmpty {
        try punctuate(ASCII.comma, .comma)
      } else if gaps == nil {
        bytes.append(ASCII.lineFeed)
      }
    }
    try gaps?.play(before: next, to: &bytes)
    last = next
  }

  @inline(__always) private mutating func punctuate(
    _ byte: UInt8, _ neighbor: GapNeighbor
  ) throws(HuskError) {
    try gaps?.play(before: neighbor, to: &bytes)
    bytes.append(byte)
  }

  @inline(__always) private func checkCount() throws(HuskError) {
    guard bytes.count <= byteLimit else {
      throw HuskError(.limitExceeded, "more than the limit of \(byteLimit) decoded bytes")
    }
  }
}
