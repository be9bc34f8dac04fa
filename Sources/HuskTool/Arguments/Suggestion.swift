// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody may have meant to type.
package enum Suggestion {
  /// The candidate that is nearest to a word, or `nil` where none is near.
  ///
  /// Near means that at most a third of the word, and one character in any case, was mistyped, or
  /// that the word begins the candidate and nothing else.
  ///
  /// - Parameters:
  ///   - word: What was typed.
  ///   - candidates: What could have been typed; the first of the nearest wins.
  /// - Returns: The nearest candidate.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let extensions = candidates.filter { $0.hasPrefix(word) }
    if extensions.count == 1 && !word.isEmpty { return extensions[0] }
    let bound = max(1, word.count / 3)
    let rated = candidates.map { (name: $0, distance: distance(word, $0)) }
    guard let best = rated.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= bound ? best.name : nil
  }

  /// How many characters to insert, delete, replace, or swap with their neighbour turn one word
  /// into another.
  ///
  /// - Complexity: O(*n* · *m*) for words of *n* and *m* characters.
  package static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    // Rows of the usual table: the one before the last, the last, the current.
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var best = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
