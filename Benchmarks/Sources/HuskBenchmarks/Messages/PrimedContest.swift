// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Husk

/// Messages of one kind, with a template that brings messages to teach a model.
struct PrimedContest {
  /// What is measured of one file.
  struct Result {
    /// The mean size of a bare message, in bytes.
    var bareByteCount: Double
    /// The size of the template, and of the lesson in it, in bytes.
    var templateByteCount: Int
    var lessonByteCount: Int
    /// The time that learning and loading take, in nanoseconds.
    var training: Double
    var loading: Double
    /// The times of a message, in nanoseconds: the best of some rounds over all.
    var encoding: Double
    var decoding: Double
  }

  /// A message takes long enough for few rounds to do.
  private static let roundCount = 3

  /// Measures a file of messages, of which the first half is learnt from.
  ///
  /// - Throws: ``WrongAnswer`` where a message does not come back, or what the coders throw.
  func run(_ lines: [[UInt8]]) throws -> Result {
    let messages = Array(lines[(lines.count / 2)...])
    let start = ThreadClock.now
    var trainer = TemplateTrainer(options: TrainingOptions(includesMessages: true))
    for sample in lines[..<(lines.count / 2)] { try trainer.add(sample) }
    let template = try trainer.train()
    let trained = ThreadClock.now
    var coder = MessageCoder(template)
    let loaded = ThreadClock.now
    var bare: [[UInt8]] = []
    var encoding = Double.infinity
    var decoding = Double.infinity
    for _ in 0..<Self.roundCount {
      let start = ThreadClock.now
      bare = try messages.map { try coder.encode($0, as: .bare) }
      let encoded = ThreadClock.now
      let decoded = try bare.map { try coder.decode($0) }
      decoding = min(decoding, Double(ThreadClock.now - encoded))
      encoding = min(encoding, Double(encoded - start))
      guard decoded == messages else {
        throw WrongAnswer(name: "Husk", answer: 0, expected: messages.count)
      }
    }
    let count = Double(messages.count)
    return Result(
      bareByteCount: Double(bare.reduce(0) { $0 + $1.count }) / count,
      templateByteCount: template.content.count,
      lessonByteCount: template.lessonByteCount, training: Double(trained - start),
      loading: Double(loaded - trained), encoding: encoding / count, decoding: decoding / count)
  }
}
