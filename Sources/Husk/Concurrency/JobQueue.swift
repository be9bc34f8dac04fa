// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A piece of work that one thread hands to another, and gets back as a result.
final class Job<Input: ~Copyable & Sendable, Output: Sendable>: Sendable {
  private let input: Mutex<Input?>
  private let output = Mutex<Output?>(nil)
  private let completion = DispatchSemaphore(value: 0)

  /// Creates a job.
  init(_ input: consuming Input) {
    self.input = Mutex(input)
  }

  /// Takes the input, which can be done once.
  func takeInput() -> Input? {
    input.withLock { $0.take() }
  }

  /// Hands over the result.
  func complete(_ result: Output) {
    output.withLock { $0 = result }
    completion.signal()
  }

  /// Whether the result is there.
  var isComplete: Bool { output.withLock { $0 != nil } }

  /// Waits for the result.
  func result() -> Output {
    completion.wait()
    guard let result = output.withLock({ $0.take() }) else {
      preconditionFailure("a job has one result")
    }
    return result
  }
}

/// Jobs that wait for a thread, first come, first served.
final class JobQueue<Input: ~Copyable & Sendable, Output: Sendable>: Sendable {
  private struct State {
    var jobs: [Job<Input, Output>] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Counts the jobs; once the queue is closed, it lets every thread pass.
  private let available = DispatchSemaphore(value: 0)

  /// Appends a job.
  func append(_ job: Job<Input, Output>) {
    state.withLock { $0.jobs.append(job) }
    available.signal()
  }

  /// Waits for a job, and takes it; `nil` where none will come.
  func next() -> Job<Input, Output>? {
    available.wait()
    return state.withLock { state in
      if state.isClosed {
        available.signal()
        return nil
      }
      return state.jobs.removeFirst()
    }
  }

  /// Drops the jobs that nobody has taken, and lets threads that wait go.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.jobs = []
    }
    available.signal()
  }
}
