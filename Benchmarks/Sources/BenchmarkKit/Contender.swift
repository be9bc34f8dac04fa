// SPDX-License-Identifier: Apache-2.0

/// One of the programs that do the same job and are measured side by side.
package struct Contender {
  /// What it is called in reports.
  package let name: String
  /// The answer that each run must give.
  package let expected: Int
  /// Does the job once.
  package let run: () throws -> Int

  /// Creates a contender from its parts.
  package init(_ name: String, expected: Int, run: @escaping () throws -> Int) {
    self.name = name
    self.expected = expected
    self.run = run
  }

  /// Does the job a number of times and checks every answer.
  ///
  /// - Parameter times: How often to do it.
  /// - Throws: ``WrongAnswer``, or what the job throws.
  package func run(times: Int) throws {
    for _ in 0..<times {
      let answer = try run()
      guard answer == expected else {
        throw WrongAnswer(name: name, answer: answer, expected: expected)
      }
    }
  }
}

/// The error of a contender that did something else than its job.
package struct WrongAnswer: Error, Equatable, CustomStringConvertible {
  /// The name of the contender.
  package let name: String
  /// What it answered.
  package let answer: Int
  /// What it should have answered.
  package let expected: Int

  /// Creates an error from its parts.
  package init(name: String, answer: Int, expected: Int) {
    self.name = name
    self.answer = answer
    self.expected = expected
  }

  /// The message for people.
  package var description: String { "\(name) answers \(answer), and \(expected) is right" }
}
