// SPDX-License-Identifier: Apache-2.0

package import HuskCore

extension Selection {
  /// The rows that `A:B`, `A:`, `:B` or `A` stand for, or `nil` for other words.
  package static func rows(of word: String) -> Range<Int>? {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    func number(_ part: Substring, _ standard: Int) -> Int? {
      if part.isEmpty { return standard }
      return part.utf8.allSatisfy(ASCII.isDigit) ? Int(part) : nil
    }
    guard word != ":", !word.isEmpty, let first = number(parts[0], 0) else { return nil }
    guard parts.count == 2 else {
      return first < Int.max ? first..<first + 1 : nil
    }
    guard let end = number(parts[1], Int.max), first <= end else { return nil }
    return first..<end
  }
}
