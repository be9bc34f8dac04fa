// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Measures methods in turns, so that what disturbs the machine disturbs them all alike.
package struct Race {
  /// A method that gave the texts back.
  private struct Runner {
    var index: Int
    var clock: BenchClock
    var pipeline: Pipeline
    var encoded: [Encoded]
    /// How often the texts are encoded in a round, so that it lasts long enough to be timed.
    var encodings = 1
    /// The same of decoding.
    var decodings = 1
    var encode = Int.max
    var decode = Int.max
    var spent = 0
  }

  /// How many rounds there are, at most.
  package var roundCount: Int
  /// How long a method is measured, in nanoseconds; there is one round in any case.
  package var budget: Int
  /// Hears what is done and how much of it has been done, from 0 to 1.
  package var report: (_ what: String, _ share: Double) -> Void

  /// How long a method encodes in a round, and decodes, at least, in nanoseconds: what it does first has to
  /// bring everything back from memory that encoding has moved there.
  private static let leastDuration = 4_000_000

  /// Creates a race.
  package init(
    roundCount: Int = 5, budget: Int = 500_000_000,
    report: @escaping (_ what: String, _ share: Double) -> Void = { _, _ in }
  ) {
    self.roundCount = roundCount
    self.budget = budget
    self.report = report
  }

  /// Applies every method to a workload, checks what comes back, and then measures.
  ///
  /// - Returns: An outcome for each method, also for those that failed.
  package func run(_ methods: [Method], on workload: Workload) -> Comparison {
    var outcomes: [Outcome] = []
    var runners: [Runner] = []
    // Values are compared with those of the texts, which are read once.
    var values: [[JSONValue]]?
    for (index, method) in methods.enumerated() {
      report(method.id, Double(index) / Double(methods.count) * 0.6)
      var outcome = Outcome(method: method, result: .skipped("not for such texts"))
      do throws(BenchError) {
        if var runner = try start(method, index, workload) {
          try verify(&runner, method, workload, &values)
          runners.append(runner)
        }
      } catch {
        outcome.result = method.isExternal ? .skipped("\(error)") : .failed("\(error)")
      }
      outcomes.append(outcome)
    }
    for round in 0..<roundCount {
      for turn in runners.indices {
        let place = (round + turn) % runners.count
        let done = Double(round * runners.count + turn) / Double(roundCount * runners.count)
        report(methods[runners[place].index].id, 0.6 + done * 0.4)
        if round == 0 || runners[place].spent < budget { time(&runners[place], workload) }
      }
    }
    for runner in runners {
      outcomes[runner.index].result = .measured(
        Outcome.Figures(
          byteCount: runner.encoded.reduce(0) { $0 + $1.bytes.count },
          sharedByteCount: runner.pipeline.sharedByteCount,
          encode: runner.encode / runner.encodings, decode: runner.decode / runner.decodings))
    }
    return Comparison(
      name: workload.name, byteCount: workload.byteCount, textCount: workload.texts.count,
      isMessages: workload.isMessages, outcomes: outcomes)
  }

  /// Encodes the texts, where the method is for them.
  private func start(
    _ method: Method, _ index: Int, _ workload: Workload
  ) throws(BenchError) -> Runner? {
    do {
      guard let pipeline = try method.pipeline(workload) else { return nil }
      let clock: BenchClock = method.isExternal ? .wall : .thread
      let start = clock.now
      let encoded = try workload.texts.map(pipeline.encode)
      var runner = Runner(index: index, clock: clock, pipeline: pipeline, encoded: encoded)
      runner.encodings = Self.repetitions(clock.now - start)
      return runner
    } catch let error as BenchError {
      throw error
    } catch { throw BenchError("\(error)") }
  }

  /// How often that is done in a round what takes so long; what is so slow that one run says enough is not run
  /// again for nothing.
  private static func repetitions(_ duration: Int) -> Int {
    min(max(leastDuration / max(duration, 1), 1), 10_000)
  }

  /// Checks that the texts come back, or that their values do, and sees how long that takes.
  private func verify(
    _ runner: inout Runner, _ method: Method, _ workload: Workload, _ values: inout [[JSONValue]]?
  ) throws(BenchError) {
    do {
      var duration = 0
      defer { runner.decodings = Self.repetitions(duration) }
      for (index, encoded) in runner.encoded.enumerated() {
        let start = runner.clock.now
        let decoded = try runner.pipeline.decode(encoded)
        duration += runner.clock.now - start
        if method.keeps == .bytes {
          guard decoded == workload.texts[index] else { throw BenchError("the text differs") }
          continue
        }
        let expected = try values ?? workload.texts.map { try JSONValue.texts(of: $0) }
        values = expected
        let found = try JSONValue.texts(of: decoded)
        guard found.count == expected[index].count,
          zip(found, expected[index]).allSatisfy({ $0.means($1) })
        else { throw BenchError("a value differs") }
      }
    } catch let error as BenchError {
      throw error
    } catch { throw BenchError("\(error)") }
  }

  /// Measures a method once, each way.
  private func time(_ runner: inout Runner, _ workload: Workload) {
    let start = runner.clock.now
    for _ in 0..<runner.encodings {
      // It did the same without an error before.
      for text in workload.texts { _ = try? runner.pipeline.encode(text) }
    }
    let middle = runner.clock.now
    for _ in 0..<runner.decodings {
      for encoded in runner.encoded { _ = try? runner.pipeline.decode(encoded) }
    }
    let end = runner.clock.now
    runner.encode = min(runner.encode, middle - start)
    runner.decode = min(runner.decode, end - middle)
    runner.spent += end - start
  }
}
