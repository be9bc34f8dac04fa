// SPDX-License-Identifier: Apache-2.0

extension TextReader {
  /// Reads the gaps of a document (SPEC §6.3 Gaps member).
  ///
  /// - Throws: ``HuskError/Code/invalidGaps`` with the place at fault.
  /// - Complexity: O(*n*) for *n* bytes.
  package func gaps(_ index: Int) throws(HuskError) -> GapList {
    var list = GapList()
    try forEachMember(index, or: .invalidGaps) { (name, key, value) throws(HuskError) in
      switch name {
      case "newline": list.style.newline = try blanks(value)
      case "indent": list.style.indent = try blanks(value)
      case "list":
        for element in try elements(value, or: .invalidGaps) {
          list.style.entries.append(try gapEntry(element))
        }
      case "at": list.surprises = try surprises(value)
      default: throw error(.invalidGaps, at: key, "member \"\(name)\" is not known")
      }
    }
    do {
      try list.validate()
    } catch {
      throw self.error(error.code, at: index, error.context)
    }
    return list
  }

  private func gapEntry(_ index: Int) throws(HuskError) -> GapStyle.Entry {
    if kind(index) == .string { return .literal(Lexeme(try blanks(index))) }
    guard let levels = integer(index), GapStyle.levels ~= levels else {
      throw error(.invalidGaps, at: index, "whitespace or a number of levels is expected")
    }
    return .indent(levels)
  }

  private func surprises(_ index: Int) throws(HuskError) -> [GapList.Surprise] {
    let numbers = try elements(index, or: .invalidGaps)
    guard numbers.count % 2 == 0 else {
      throw error(.invalidGaps, at: index, "an even number of integers is expected")
    }
    var surprises: [GapList.Surprise] = []
    surprises.reserveCapacity(numbers.count / 2)
    for pair in stride(from: 0, to: numbers.count, by: 2) {
      surprises.append(
        GapList.Surprise(
          skipped: try count(numbers[pair], or: .invalidGaps),
          gap: try count(numbers[pair + 1], or: .invalidGaps)))
    }
    return surprises
  }

  /// The bytes of a string of whitespace.
  private func blanks(_ index: Int) throws(HuskError) -> [UInt8] {
    guard kind(index) == .string, let bytes = StringLexeme.unescape(lexeme(index).bytes) else {
      throw error(.invalidGaps, at: index, "a string of whitespace is expected")
    }
    return bytes
  }
}
