// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskTestKit
import Synchronization
import Testing

/// A piece of work that is counted as long as it exists.
private struct Piece: ~Copyable, Sendable {
  static let living = Atomic<Int>(0)

  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.living.add(1, ordering: .relaxed)
  }

  deinit { Self.living.subtract(1, ordering: .relaxed) }
}

@Suite("The pipeline", .serialized, .seeded, .timeLimit(.minutes(60)))
struct OrderedPipelineTests {
  /// A pipeline whose workers take a while, each time another, and count their pieces.
  private func pipeline(
    _ threadCount: Int
  ) -> OrderedPipeline<Int, Piece, (number: Int, ofWorker: Int)> {
    OrderedPipeline(threadCount: threadCount, makeWorker: { 0 }) { count, piece in
      count += 1
      var product = 1
      for factor in 1...(piece.number % 5 * 5_000 + 1) { product = product &* factor | 1 }
      return (piece.number + (product == 0 ? 1 : 0), count)
    }
  }

  @Test("Results come in the order of the work, and few pieces are in memory", arguments: 1...6)
  func resultsComeInOrder(threadCount: Int) {
    var pipeline = pipeline(threadCount)
    var next = 0
    var mostLiving = 0
    for number in 0..<300 {
      if pipeline.isFull {
        let result = pipeline.next()
        #expect(result?.number == next)
        next += 1
      }
      let piece = Piece(number)
      mostLiving = max(mostLiving, Piece.living.load(ordering: .relaxed))
      pipeline.append(piece)
    }
    while let result = pipeline.next() {
      #expect(result.number == next)
      next += 1
    }
    #expect(next == 300)
    // One for each thread, and the one that is made ready.
    #expect(mostLiving <= threadCount + 1)
    #expect(Piece.living.load(ordering: .relaxed) == 0)
  }

  @Test("With one thread the work is done at once, by one worker")
  func workIsDoneAtOnce() {
    var pipeline = pipeline(1)
    for number in 0..<10 {
      pipeline.append(Piece(number))
      let isReady = pipeline.isResultReady
      #expect(isReady)
      let result = pipeline.next()
      #expect(result?.number == number)
      #expect(result?.ofWorker == number + 1)
    }
  }

  @Test("A single piece is worked on here, and what follows it after all by threads")
  func theLastPieceIsWorkedOnHere() {
    var pipeline = OrderedPipeline<Int, Piece, (number: Int, isHere: Bool)>(
      threadCount: 4, makeWorker: { 0 }
    ) { [here = pthread_self()] _, piece in (piece.number, pthread_equal(pthread_self(), here) != 0)
    }
    for number in 0..<3 {
      pipeline.append(Piece(number), isLast: true)
      let isReady = pipeline.isResultReady
      #expect(isReady)
      let result = pipeline.next()
      #expect(result?.number == number && result?.isHere == true)
    }
    for number in 0..<12 {
      while pipeline.isFull { _ = pipeline.next() }
      pipeline.append(Piece(number), isLast: number == 11)
    }
    var numbers: [Int] = []
    while let result = pipeline.next() {
      numbers.append(result.number)
      #expect(!result.isHere)
    }
    #expect(numbers == [8, 9, 10, 11])
  }

  @Test("A pipeline that goes away lets go of its pieces", arguments: [1, 2, 6])
  func piecesAreLetGo(threadCount: Int) async throws {
    for _ in 0..<50 {
      var pipeline = pipeline(threadCount)
      while !pipeline.isFull { pipeline.append(Piece(4)) }
    }
    for _ in 0..<50 {
      var pipeline = pipeline(threadCount)
      while !pipeline.isFull { pipeline.append(Piece(4)) }
      pipeline.cancel()
      let result = pipeline.next()
      #expect(result == nil)
    }
    // Threads end with the piece they are at.
    while Piece.living.load(ordering: .relaxed) > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("Work that is handed in while the pipeline is full ends the process")
  func fullPipelineRefusesWork() async throws {
    #expect(Child.isTrap(try await Child.ending(ofMistake: "work-for-a-full-pipeline")))
  }
}
