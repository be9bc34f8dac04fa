// SPDX-License-Identifier: Apache-2.0

extension RowScanner {
  /// Scans the text of a block again.
  ///
  /// - Parameters:
  ///   - text: All of it.
  ///   - frame: How the block stands in its document.
  ///   - samples: As for a document.
  ///   - limits: The limits in force.
  ///   - memory: What is used again.
  /// - Returns: The block, or `nil` where the text is empty, or does not end behind a row.
  /// - Throws: ``HuskError`` where the text is not that of a block.
  /// - Complexity: O(*n*) for *n* bytes.
  static func block(
    _ text: [UInt8], _ frame: BlockFrame, samples: [Int] = [], limits: Limits,
    reusing memory: consuming SpareMemory = SpareMemory()
  ) throws(HuskError) -> ScannedBlock? {
    guard !text.isEmpty else { return nil }
    let isOpen = frame.hasElements && !frame.closes
    var scanner = RowScanner(
      as: frame.hasElements ? .json : .ndjson, blockByteCount: text.count + (isOpen ? 0 : 1),
      expecting: text.count, samples: samples, limits: limits, reusing: memory)
    scanner.continues = frame.continues
    if frame.continues {
      // Whitespace, or a comma, has to stand before the first row then.
      scanner.textCount = 1
      if frame.hasElements { scanner.state = .array(isEmpty: false) }
      (scanner.startTextCount, scanner.startState) = (scanner.textCount, scanner.state)
    }
    scanner.append(text)
    if isOpen {
      // The array goes on, so the block is cut before another element.
      scanner.append(Array(",null,null,null,null".utf8))
    } else {
      scanner.finish()
    }
    guard let block = try scanner.next(), block.rows.frame == frame,
      block.rows.bytes.count == text.count
    else { return nil }
    return block
  }
}
