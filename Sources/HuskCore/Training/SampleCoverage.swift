// SPDX-License-Identifier: Apache-2.0

/// Chooses texts that tell much of what recurs, and do not tell it again.
///
/// What a text adds is told by its windows. Each is worth the number of messages it stands in, a quarter of
/// that where one chosen text has it already, a ninth where two have. That for each byte of the text is its
/// score.
struct SampleCoverage {
  /// A text that may be chosen.
  struct Candidate {
    var slot: Int
    var text: [UInt8]
    /// The numbers of its windows.
    var windows: [Int32]
  }

  /// What a window is worth that is new and stands in one message.
  private static let scale = 4096

  private let candidates: [Candidate]
  private let supports: [Int32]
  /// How many of the chosen texts have each window.
  private var coverage: [Int]

  /// Prepares to choose among texts, of whose windows it is known in how many messages they stand.
  init(_ candidates: [Candidate], supports: [Int32]) {
    self.candidates = candidates
    self.supports = supports
    coverage = Array(repeating: 0, count: supports.count)
  }

  /// The numbers of the texts that are chosen, in order: of so many bytes in all, or as many as there are; the
  /// last to be chosen may be too much.
  ///
  /// Those with the best score come first, where the best is not told from what has three quarters of it.
  ///
  /// - Complexity: O(*n* *m*) for *n* windows of the texts and *m* rounds, of which there are few.
  mutating func choose(byteBudget: Int) -> [Int] {
    var chosen: [Int] = []
    var byteCount = 0
    var left = candidates.indices.map { (number: $0, score: score($0)) }
    var bar = left.map(\.score).max() ?? 0
    while byteCount < byteBudget, !left.isEmpty {
      var others: [(number: Int, score: Int)] = []
      for var text in left where byteCount < byteBudget {
        // A score only becomes less while others are chosen.
        if text.score >= bar { text.score = score(text.number) }
        guard text.score >= bar else {
          others.append(text)
          continue
        }
        chosen.append(text.number)
        byteCount += candidates[text.number].text.count
        for window in candidates[text.number].windows { coverage[Int(window)] += 1 }
      }
      left = others
      bar = bar * 3 / 4
    }
    return chosen.sorted()
  }

  private func score(_ number: Int) -> Int {
    let candidate = candidates[number]
    let sum = candidate.windows.reduce(0) { sum, window in
      let place = coverage[Int(window)] + 1
      return sum + Int(supports[Int(window)]) * Self.scale / (place * place)
    }
    return sum / candidate.text.count
  }
}
