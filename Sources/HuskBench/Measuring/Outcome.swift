// SPDX-License-Identifier: Apache-2.0

/// What came of a method on a workload.
package struct Outcome: Sendable, Equatable {
  /// What was found out.
  package enum Result: Sendable, Equatable {
    /// The answer was right.
    case measured(Figures)
    /// The method is not there, or not for such texts.
    case skipped(String)
    /// The answer was wrong, or there was none.
    case failed(String)
  }

  /// Sizes and times of a method that gave the texts back.
  package struct Figures: Sendable, Equatable {
    /// The bytes of all texts, encoded.
    package var byteCount: Int
    /// What both sides must have beside them, in bytes.
    package var sharedByteCount: Int
    /// The time of the fastest round, in nanoseconds, each way.
    package var encode: Int
    package var decode: Int

    /// Creates figures.
    package init(byteCount: Int, sharedByteCount: Int, encode: Int, decode: Int) {
      self.byteCount = byteCount
      self.sharedByteCount = sharedByteCount
      self.encode = encode
      self.decode = decode
    }
  }

  /// The method.
  package var method: Method
  /// What was found out.
  package var result: Result

  /// Creates an outcome.
  package init(method: Method, result: Result) {
    self.method = method
    self.result = result
  }

  /// The figures, where there are some.
  ///
  /// Inlined into closures, it makes the optimizer of Swift 6.3 fail.
  @inline(never) package var figures: Figures? {
    if case .measured(let figures) = result { return figures }
    return nil
  }

  package static func == (left: Outcome, right: Outcome) -> Bool {
    left.method.id == right.method.id && left.result == right.result
  }
}

/// What came of all methods on a workload.
package struct Comparison: Sendable, Equatable {
  /// What reports call the workload.
  package var name: String
  /// The bytes of all texts.
  package var byteCount: Int
  /// The number of texts.
  package var textCount: Int
  /// Whether the texts are messages, each encoded by itself.
  package var isMessages: Bool
  /// The outcomes, in the order of the methods.
  package var outcomes: [Outcome]

  /// Creates a comparison.
  package init(
    name: String, byteCount: Int, textCount: Int, isMessages: Bool, outcomes: [Outcome]
  ) {
    self.name = name
    self.byteCount = byteCount
    self.textCount = textCount
    self.isMessages = isMessages
    self.outcomes = outcomes
  }

  /// The figures of the method that speeds are compared with.
  package var reference: Outcome.Figures? {
    outcomes.first { $0.method.id == Method.referenceID }?.figures
  }

  /// The share of the text that a method leaves.
  package func ratio(_ figures: Outcome.Figures) -> Double {
    byteCount == 0 ? 1 : Double(figures.byteCount) / Double(byteCount)
  }

  /// A speed, in millions of bytes of text per second.
  package func speed(_ nanoseconds: Int) -> Double {
    Double(byteCount) * 1000 / Double(max(nanoseconds, 1))
  }

  /// How many times as fast as the reference a method is, one of both ways.
  package func speedRatio(
    _ figures: Outcome.Figures, _ way: KeyPath<Outcome.Figures, Int>
  ) -> Double? {
    reference.map { Double(max($0[keyPath: way], 1)) / Double(max(figures[keyPath: way], 1)) }
  }
}
