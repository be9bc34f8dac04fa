// SPDX-License-Identifier: Apache-2.0

/// Writes the selected rows of the blocks of a document as minified JSON of the same outer form
/// (SPEC §9.9 Selected reading).
package struct SelectionWriter {
  private let selection: Selection
  private let limits: Limits
  /// The number of the next row.
  private var row = 0
  /// Whether an array is open, and whether it has elements.
  private var isArray = false
  private var hasElements = false
  /// The nodes of fields that were there, with the root, which always is, and whether any row was looked at.
  private var reachedNodes: Set<Int> = [0]
  private var hasLooked = false

  /// Creates a writer that has seen no rows.
  package init(_ selection: Selection, limits: Limits) {
    self.selection = selection
    self.limits = limits
  }

  /// The number of rows that were passed, wanted or not.
  package var rowCount: Int { row }

  /// The paths that no row so far has of those that were wanted; none where there was no row.
  package var absentPaths: [String] {
    hasLooked ? selection.fields.paths(notTo: reachedNodes) : []
  }

  /// Whether any of the next `count` rows is wanted.
  package func wants(_ count: Int) -> Bool {
    selection.array != nil || selection.rows.overlaps(row..<row + count)
  }

  /// Writes what is wanted of the next block.
  ///
  /// - Parameters:
  ///   - text: The text of the block, or `nil` where ``wants(_:)`` says that nothing is.
  ///   - nodes: Where the text shows the wanted fields of its rows and nothing else, without whitespace, the nodes
  ///     of those that it may have; else `nil`.
  ///   - rowCount: The number of its rows.
  ///   - frame: How it stands in its document.
  /// - Returns: Bytes of JSON, which may be none.
  /// - Throws: ``HuskError/Code/invalidSelection`` where a text has no array at the path.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func write(
    _ text: [UInt8]?, projected nodes: Set<Int>? = nil, rowCount: Int, _ frame: BlockFrame
  ) throws(HuskError) -> [UInt8] {
    var output: [UInt8] = []
    let isElements = frame.hasElements && selection.array == nil
    if isElements, !frame.continues {
      isArray = true
      hasElements = false
      output.append(ASCII.openBracket)
    }
    if let text {
      let rows = row..<row + rowCount
      if let nodes, selection.rows.clamped(to: rows) == rows {
        reachedNodes.formUnion(nodes)
        hasLooked = hasLooked || rowCount > 0
        append(projected: text, rowCount: rowCount, frame, to: &output)
      } else {
        try append(PaddedBytes(text), frame, to: &output)
      }
    }
    row += rowCount
    if isElements, frame.closes {
      isArray = false
      output += [ASCII.closeBracket, ASCII.lineFeed]
    }
    return output
  }

  /// Appends the rows of a text, but not what stands around them.
  private mutating func append(
    projected text: [UInt8], rowCount: Int, _ frame: BlockFrame, to output: inout [UInt8]
  ) {
    guard rowCount > 0 else { return }
    let lead = frame.hasElements || frame.continues ? 1 : 0
    if frame.hasElements, hasElements { output.append(ASCII.comma) }
    output += text.dropFirst(lead).dropLast(frame.closes ? 1 : 0)
    if frame.hasElements { hasElements = true } else { output.append(ASCII.lineFeed) }
  }

  private mutating func append(
    _ text: borrowing PaddedBytes, _ frame: BlockFrame, to output: inout [UInt8]
  ) throws(HuskError) {
    let source = text.source
    let tape = try BlockRows.scan(source, frame, limits: limits)
    if frame.hasElements, selection.array != nil { throw Self.noArray() }
    var projection = Projection(selection.fields, source)
    var index = 0
    var number = row
    while index < tape.count {
      if let path = selection.array {
        try appendArray(at: path, of: index, tape, source, to: &projection)
      } else if selection.rows.contains(number) {
        if isArray {
          if projection.append(index, after: hasElements ? ASCII.comma : nil, tape) {
            hasElements = true
          }
        } else if projection.append(index, after: nil, tape) {
          projection.append(ASCII.lineFeed)
        }
      }
      hasLooked = hasLooked || selection.array != nil || selection.rows.contains(number)
      number += 1
      index = Tokenizer.end(of: index, on: tape)
    }
    reachedNodes.formUnion(projection.reachedNodes)
    output += projection.bytes
  }

  /// Appends the wanted elements of the array that a path leads to in one text.
  private func appendArray(
    at path: [[UInt8]], of text: Int, _ tape: borrowing TokenTape, _ source: ByteSource,
    to projection: inout Projection
  ) throws(HuskError) {
    var index = text
    for step in path {
      guard let next = Self.member(step, of: index, tape, source) else { throw Self.noArray() }
      index = next
    }
    guard tape[index].kind == .openArray else { throw Self.noArray() }
    projection.append(ASCII.openBracket)
    let close = index + tape[index].extent
    var element = index + 1
    var number = 0
    var isFirst = true
    while element < close {
      if selection.rows.contains(number),
        projection.append(element, after: isFirst ? nil : ASCII.comma, tape)
      {
        isFirst = false
      }
      number += 1
      element = Tokenizer.end(of: element, on: tape)
    }
    projection.append(ASCII.closeBracket)
    projection.append(ASCII.lineFeed)
  }

  /// The value of the last member of that name; `nil` where there is none.
  private static func member(
    _ name: [UInt8], of index: Int, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> Int? {
    guard tape[index].kind == .openObject else { return nil }
    let close = index + tape[index].extent
    var found: Int?
    var key = index + 1
    while key < close {
      if StringLexeme.unescape(source.bytes(tape[key].range)) == name { found = key + 1 }
      key = Tokenizer.end(of: key + 1, on: tape)
    }
    return found
  }

  private static func noArray() -> HuskError {
    HuskError(
      .invalidSelection,
      "a text has no array at the path of the rows, which goes through objects alone")
  }
}
