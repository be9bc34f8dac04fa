// SPDX-License-Identifier: Apache-2.0

/// A bit of coded rows, and how likely it is that it is 1, in 65,536 (SPEC §16.2 Probabilities).
package struct ModelledBit: Sendable {
  /// 1 or 0.
  package let bit: Int
  /// The probability.
  package let probability: Int
}

/// Symbols that a model is told instead of reading them, and the bits that they come to.
final class ToldSymbols {
  /// The symbols that are left, the next one first.
  private var symbols: ArraySlice<Int>
  /// The bits of those that were told.
  var bits: [ModelledBit] = []

  init(_ symbols: [Int]) { self.symbols = symbols[...] }

  /// How many symbols are left.
  var count: Int { symbols.count }

  /// The next symbol.
  func next() throws -> Int {
    guard let symbol = symbols.popFirst() else {
      throw ReferenceFault(.truncated, "there are too few symbols")
    }
    return symbol
  }
}

extension Reference {
  /// The bits of coded rows that a list of symbols comes to, for whoever writes a block (SPEC §16.6 Rows).
  ///
  /// A symbol is a byte of a text, the one that ends it included, or what `code` gives back of an integer
  /// or a control. Rows that are refused end with the bits before that.
  ///
  /// - Parameters:
  ///   - symbols: The symbols, in order.
  ///   - content: What stands behind the template in the content of the block, without coded rows.
  ///   - template: The canonical bytes of the template.
  ///   - rows: The rows of the block.
  ///   - decoded: The bytes that the block announces.
  /// - Returns: The bits, in order.
  /// - Throws: ``ReferenceFault`` where the descriptors break a rule, or symbols are missing or left.
  package func bits(
    of symbols: [Int], content: [UInt8], template: [UInt8], rows: Int, decoded: Int
  ) throws -> [ModelledBit] {
    let told = ToldSymbols(symbols)
    let header = BlockHeader(rows: rows, decoded: decoded)
    var block = try ModelledBlock(content, header, BlockTemplate(template, limits), limits)
    block.tell(told)
    do {
      for _ in 0..<rows { try block.visit(0) }
    } catch let fault as ReferenceFault where fault.code != .truncated {}
    try demand(told.count == 0, .extraValue, "\(told.count) symbols are left")
    return told.bits
  }
}
