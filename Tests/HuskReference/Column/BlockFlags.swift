// SPDX-License-Identifier: Apache-2.0

/// The first byte of the content of a block (SPEC §8.1 Blocks and rows).
struct BlockFlags {
  /// 0: stored, 1: columns, 2: modelled columns, 3: copies.
  let form: UInt8
  /// Rows are elements of an array.
  let areElements: Bool
  /// Blocks of the same document come before.
  let continues: Bool
  /// The array ends in this block.
  let closes: Bool
  /// The block has a template of its own.
  let hasTemplate: Bool
  /// Fields are sealed.
  let hasFields: Bool
  /// No block follows.
  let isLast: Bool

  /// Reads the flags of a block, which stands in a file or holds the values of sealed fields.
  init(_ content: [UInt8], inFile: Bool) throws {
    guard let byte = content.first else { throw ReferenceFault(.truncated, "a block of no bytes") }
    form = byte & 3
    areElements = byte & 4 != 0
    continues = byte & 8 != 0
    closes = byte & 16 != 0
    hasTemplate = byte & 32 != 0
    hasFields = byte & 64 != 0
    isLast = byte & 128 != 0
    try demand(areElements || !closes, .invalidColumn, "no array that could end")
    try demand(form != 0 || !hasTemplate, .invalidColumn, "a stored block with a template")
    try demand(hasFields || !isLast, .invalidColumn, "the last block without fields")
    let isAlone = !areElements && !continues && !hasFields
    try demand(inFile || isAlone, .invalidFrame, "flags of a block of values")
  }
}

/// The order in which the blocks of a file must stand (SPEC §8.1 Blocks and rows).
struct BlockOrder {
  private var last: BlockFlags?

  /// Adds a block, and refuses one that may not stand here.
  mutating func add(_ flags: BlockFlags) throws {
    try demand(flags.continues == (last != nil), .invalidFrame, "continues is wrong")
    try demand(last?.isLast != true, .invalidFrame, "a block behind the last")
    let isOpen = last.map { $0.areElements && !$0.closes } ?? false
    let staysInArray = flags.areElements && flags.continues
    try demand(staysInArray == isOpen, .invalidFrame, "the array goes on, or does not")
    last = flags
  }

  /// Refuses an end of the file behind what has not ended.
  func demandEnd(hasFields: Bool) throws {
    guard let last else { return }
    try demand(!last.areElements || last.closes, .invalidEnd, "an array is open")
    try demand(!hasFields || last.isLast, .invalidEnd, "the last block is missing")
  }
}
