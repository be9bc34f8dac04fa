// SPDX-License-Identifier: Apache-2.0

/// Does pieces of work on several threads and gives the results in the order of the pieces.
///
/// Each thread has a worker of its own, which can keep what it needs from one piece to the next.
/// With one thread the work is done where it is handed in, and no thread is started; nor is one for a
/// single piece of which it is known that none follows. Pieces that nobody has begun when the pipeline
/// goes away are dropped; a thread ends with the piece it is at.
package struct OrderedPipeline<
  Worker: ~Copyable, Input: ~Copyable & Sendable, Output: Sendable
>: ~Copyable {
  /// How a worker is made, on the thread that it is for.
  package typealias MakeWorker = @Sendable () -> Worker
  /// What a worker does.
  package typealias Work = @Sendable (inout Worker, consuming Input) -> Output

  private let queue = JobQueue<Input, Output>()
  private let makeWorker: MakeWorker
  private let work: Work
  /// How many threads are to be started with the first piece that others follow.
  private var wantedCount: Int
  /// How many threads there are.
  private var threadCount = 0
  /// The worker that does what is handed in where there are no threads, once there was something.
  private var ownWorker: Worker?
  /// The pieces whose results nobody has taken, the oldest first.
  private var jobs: [Job<Input, Output>] = []

  /// Creates a pipeline.
  ///
  /// - Parameters:
  ///   - threadCount: The number of threads; fewer are used where the system has fewer to give.
  ///   - makeWorker: How a worker is made.
  ///   - work: What a worker does.
  package init(
    threadCount: Int, makeWorker: @escaping MakeWorker, work: @escaping Work
  ) {
    self.makeWorker = makeWorker
    self.work = work
    wantedCount = threadCount > 1 ? threadCount : 0
  }

  deinit { queue.close() }

  /// Drops all work and all results; nothing may be handed in afterwards.
  package mutating func cancel() {
    queue.close()
    jobs = []
  }

  /// The number of pieces whose results nobody has taken.
  package var count: Int { jobs.count }

  /// Whether the oldest result must be taken before more work is handed in.
  ///
  /// With the piece that is being made ready elsewhere, one more is in memory than there are
  /// threads.
  package var isFull: Bool { jobs.count >= max(wantedCount, threadCount, 1) }

  /// Whether the oldest result is there.
  package var isResultReady: Bool { jobs.first?.isComplete ?? false }

  /// Hands in work; the pipeline must not be full.
  ///
  /// - Parameters:
  ///   - input: What is to be worked on.
  ///   - isLast: Whether nothing follows, as far as is known: a thread is not started for it then.
  package mutating func append(_ input: consuming Input, isLast: Bool = false) {
    precondition(!isFull)
    if !isLast { startThreads() }
    let job = Job<Input, Output>(input)
    jobs.append(job)
    guard threadCount == 0 else { return queue.append(job) }
    completeHere(job)
  }

  private mutating func startThreads() {
    for _ in 0..<wantedCount {
      let isStarted = SystemThread.start { [queue, makeWorker, work] in
        var worker = makeWorker()
        while let job = queue.next() {
          guard let input = job.takeInput() else { continue }
          job.complete(work(&worker, input))
        }
      }
      if isStarted { threadCount += 1 }
    }
    wantedCount = 0
  }

  private mutating func completeHere(_ job: Job<Input, Output>) {
    guard let input = job.takeInput() else { return }
    var worker = ownWorker.take() ?? makeWorker()
    job.complete(work(&worker, input))
    ownWorker = consume worker
  }

  /// Waits for the oldest result, and takes it; `nil` where there is none to wait for.
  package mutating func next() -> Output? {
    jobs.isEmpty ? nil : jobs.removeFirst().result()
  }
}
