// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The sizes that methods give of inputs.
struct SizeSurvey {
  /// What each method gave of each input, in the order of the inputs.
  let results: [[SizeMethod: SizeMethod.Result]]

  /// Applies every method that is wanted to every input, several at a time.
  init(_ inputs: [CodecInput], _ scope: CodecScope, _ progress: Progress) async throws {
    var jobs: [(index: Int, method: SizeMethod)] = []
    for method in SizeMethod.allCases {
      for (index, input) in inputs.enumerated() where scope.includes(method, of: input) {
        jobs.append((index, method))
      }
    }
    // The largest first, for the same reason for which slow methods come first.
    jobs.sort { inputs[$0.index].text.count > inputs[$1.index].text.count }
    results = try await withThrowingTaskGroup { group in
      for job in jobs {
        let input = inputs[job.index]
        group.addTask {
          do {
            return (job.index, job.method, try job.method.measure(input.text))
          } catch {
            throw CodecInput.Failure(description: "\(input.name): \(error)")
          }
        }
      }
      var results = inputs.map { _ in [SizeMethod: SizeMethod.Result]() }
      var doneCount = 0
      for try await (index, method, result) in group {
        results[index][method] = result
        doneCount += 1
        progress.show("codec: \(doneCount) of \(jobs.count) sizes")
      }
      return results
    }
  }
}
