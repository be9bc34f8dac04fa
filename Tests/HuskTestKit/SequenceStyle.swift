// SPDX-License-Identifier: Apache-2.0

/// The ways in which real files put JSON texts one after the other.
package enum SequenceStyle: String, CaseIterable, Sendable {
  /// A minified text per line, each with its newline: NDJSON.
  case lines
  /// NDJSON with Python's `, ` and `: `.
  case pythonLines
  /// NDJSON with spaces inside brackets and around colons, as the MongoDB shell has it.
  case mongoLines
  /// NDJSON whose last line has no newline.
  case missingLastNewline
  /// NDJSON with empty lines here and there, in front and at the end too.
  case blankLines
  /// NDJSON with CR LF line ends.
  case crlf
  /// NDJSON after a byte order mark.
  case byteOrderMark
  /// What jq writes: indented texts, each with its newline.
  case jq
  /// Indented texts with CR LF line ends.
  case indentedCRLF
  /// Texts on one line with a space between.
  case spaces
  /// Every text in another style, with any whitespace between.
  case mixed

  /// Puts texts one after the other.
  ///
  /// - Parameter texts: Valid JSON texts; their own whitespace is lost.
  /// - Returns: The bytes of the whole file.
  package func join(_ texts: [[UInt8]]) -> [UInt8] {
    let newline: [UInt8] = [0x0A]
    let minified = texts.map(JSONStyle.minified.reprint)
    switch self {
    case .lines: return minified.flatMap { $0 + newline }
    case .pythonLines: return texts.flatMap { JSONStyle.pythonDefault.reprint($0) + newline }
    case .mongoLines: return texts.flatMap { JSONStyle.mongoShell.reprint($0) + newline }
    case .missingLastNewline: return Array(minified.joined(separator: newline))
    case .blankLines:
      return newline
        + minified.flatMap { $0 + (Digest.fnv1a($0) % 4 == 0 ? newline + newline : newline) }
        + newline
    case .crlf: return minified.flatMap { $0 + [0x0D, 0x0A] }
    case .byteOrderMark: return [0xEF, 0xBB, 0xBF] + minified.flatMap { $0 + newline }
    case .jq: return texts.flatMap(JSONStyle.jq.reprint)
    case .indentedCRLF: return texts.flatMap(JSONStyle.crlf.reprint)
    case .spaces: return Array(minified.joined(separator: [0x20]))
    case .mixed: return texts.flatMap(mixed)
    }
  }

  private func mixed(_ text: [UInt8]) -> [UInt8] {
    var random = SeededGenerator(seed: Digest.fnv1a(text))
    let separator: [UInt8] = random.pick([
      [0x0A], [0x0D, 0x0A], [0x20], [0x0A, 0x0A], [0x09], [0x0D],
    ])
    return random.pick(JSONStyle.allCases).reprint(text) + separator
  }
}
