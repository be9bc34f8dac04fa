// SPDX-License-Identifier: Apache-2.0

extension EncodeOptions {
  /// Whether rows that stand in a block before are looked for.
  var findsCopies: Bool { layout == .auto && compresses && fieldEncryption == nil }
}

extension BlockEncoder {
  /// A block of which rows that recur were kept once.
  struct Copied {
    /// The block.
    var block: EncodedBlock
    /// Whether it is smaller than the same without copies, without a doubt.
    var isClear: Bool
  }

  /// How much of a block must have stood in it before.
  private static let leastShare = 0.05
  /// Copies that take less than this share of what the rows would take otherwise, which are as long as
  /// others, make a block smaller without a doubt.
  private static let clearShare = 0.25
  /// Rows that are kept and come to fewer bytes do not tell what others would take.
  private static let tellingByteCount = 1 << 12

  /// Whether it is worth looking for rows that stand in a block before.
  func mayHaveCopies(_ block: borrowing ScannedBlock) -> Bool {
    options.findsCopies && block.recurrence.share(within: 0) >= Self.leastShare
  }

  /// Encodes a block without the rows that stand in it before, and says where those stand.
  ///
  /// - Parameters:
  ///   - rows: The block.
  ///   - mostKept: How many bytes may be kept.
  /// - Returns: `nil` where there are none, there are too many rows, more is to be kept, or what is cannot be
  ///   split.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func encodeCopies(
    of rows: borrowing RowBlock, keeping mostKept: Int = .max
  ) throws(HuskError) -> Copied? {
    guard let separator = RowSeparator.find(rows, options.limits),
      let found = RecurringPieces.find(rows.bytes.source, separator: separator),
      !found.copies.copies.isEmpty,
      found.kept.count <= mostKept
    else { return nil }
    var memory = SpareMemory()
    swap(&memory, &keptMemory)
    guard
      var kept = try? RowScanner.block(
        found.kept, rows.frame, samples: options.samples, limits: options.limits, reusing: memory)
    else { return nil }
    let encoded = try encodeRows(of: &kept)
    // That of several blocks would be kept to the end.
    if rows.bytes.count <= 2 * options.blockByteCount { keptMemory = SpareMemory(kept) }
    // Whitespace that was dropped would stand where it is cut.
    guard encoded.header.decodedByteCount == found.kept.count else { return nil }
    var body = [encoded.contentHeader.form.rawValue]
    Varint.append(encoded.header.rowCount, to: &body)
    Varint.append(encoded.header.decodedByteCount, to: &body)
    found.copies.append(to: &body, workspace)
    let copiesByteCount = body.count
    body += encoded.body
    let block = EncodedBlock(
      header: header(of: rows), contentHeader: BlockContentHeader(.copies, rows.frame), body: body,
      template: encoded.template)
    let copied = Double(rows.bytes.count - found.kept.count)
    let expected = copied / Double(found.kept.count) * Double(encoded.body.count)
    // Of few rows, heads take the most. Where rows are only nearly the same, all of the text may be smaller.
    let isClear =
      encoded.body.count >= Self.tellingByteCount
      && Double(copiesByteCount) <= Self.clearShare * expected
      && !(options.effort.usesTrials && stored.repeatsFar(found.kept))
    return Copied(block: block, isClear: isClear)
  }
}
