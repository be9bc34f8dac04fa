// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Foundation
import Husk

/// Messages of one kind, coded each by itself with what was learnt from others before.
struct MessageContest {
  /// What is measured of one file.
  struct Result {
    /// The file.
    var name: String
    /// How many messages were coded.
    var messageCount: Int
    /// Mean sizes, in bytes: of the text, of a bare message, of one that names its template.
    var textByteCount: Double
    var bareByteCount: Double
    var referencedByteCount: Double
    /// Mean sizes with a dictionary of zstd, in bytes.
    var quickByteCount: Double
    var denseByteCount: Double
    /// Sizes of what was learnt, in bytes.
    var templateByteCount: Int
    var dictionaryByteCount: Int
    /// The time that learning and loading take, in nanoseconds.
    var training: Double
    var loading: Double
    /// Rounds over all messages, in nanoseconds: Husk, zstd -3, Foundation.
    var encode: [BenchmarkKit.Measurement]
    var decode: [BenchmarkKit.Measurement]

    /// A time per 1,000 bytes of text, in microseconds.
    func perKilobyte(_ measurement: BenchmarkKit.Measurement) -> Double {
      measurement.minimum / (textByteCount * Double(messageCount))
    }
  }

  /// How coding is measured.
  let sampler: Sampler

  /// Measures a file of messages, of which the first half is learnt from.
  ///
  /// - Parameters:
  ///   - name: What the file is called in reports.
  ///   - lines: The messages, without whitespace.
  /// - Returns: The result; every message was compared with what came back.
  /// - Throws: ``WrongAnswer``, or what the coders throw.
  func run(_ name: String, _ lines: [[UInt8]]) throws -> Result {
    let samples = Array(lines[..<(lines.count / 2)])
    let messages = Array(lines[(lines.count / 2)...])
    let start = ThreadClock.now
    var trainer = TemplateTrainer()
    for sample in samples { try trainer.add(sample) }
    let template = try trainer.train()
    let trained = ThreadClock.now
    let coder = Coder(template)
    let loaded = ThreadClock.now

    let bare = try messages.map { try coder.encode($0, .bare) }
    let dictionary = ZstdDictionary.train(samples, capacity: 110_000)
    let quick = ZstdDictionary(dictionary, level: 3)
    let dense = ZstdDictionary(dictionary, level: 19)
    let quickMessages = messages.map(quick.compressed)
    let byteCount = messages.reduce(0) { $0 + $1.count }
    for (message, encoded) in zip(messages, bare) {
      guard try coder.decode(encoded) == message else {
        throw WrongAnswer(name: "Husk", answer: 0, expected: message.count)
      }
    }
    let objects = try messages.map { try JSONSerialization.jsonObject(with: Data($0)) }
    let sizes = try messages.map {
      try JSONSerialization.data(withJSONObject: $0.json(), options: .withoutEscapingSlashes).count
    }.reduce(0, +)
    let encode = try sampler.measure([
      Contender("Husk", expected: bare.reduce(0) { $0 + $1.count }) {
        try messages.reduce(0) { try $0 + coder.encode($1, .bare).count }
      },
      Contender("zstd", expected: quickMessages.reduce(0) { $0 + $1.count }) {
        messages.reduce(0) { $0 + quick.compress($1) }
      },
      Contender("Foundation", expected: sizes) {
        try objects.reduce(0) {
          try $0
            + JSONSerialization.data(withJSONObject: $1, options: .withoutEscapingSlashes).count
        }
      },
    ])
    let decode = try sampler.measure([
      Contender("Husk", expected: byteCount) {
        try bare.reduce(0) { try $0 + coder.decode($1).count }
      },
      Contender("zstd", expected: byteCount) {
        zip(quickMessages, messages).reduce(0) { $0 + quick.decompress($1.0, $1.1.count) }
      },
      Contender("Foundation", expected: messages.count) {
        try messages.reduce(0) { count, message in
          _ = try JSONSerialization.jsonObject(with: Data(message))
          return count + 1
        }
      },
    ])
    let count = Double(messages.count)
    func mean(_ sizes: [Int]) -> Double { Double(sizes.reduce(0, +)) / count }
    return Result(
      name: name, messageCount: messages.count, textByteCount: Double(byteCount) / count,
      bareByteCount: mean(bare.map(\.count)),
      referencedByteCount: mean(try messages.map { try coder.encode($0, .referenced).count }),
      quickByteCount: mean(quickMessages.map(\.count)),
      denseByteCount: mean(messages.map { dense.compress($0) }),
      templateByteCount: template.content.count, dictionaryByteCount: dictionary.count,
      training: Double(trained - start), loading: Double(loaded - trained), encode: encode,
      decode: decode)
  }

  /// A coder that closures can share.
  private final class Coder {
    private var coder: MessageCoder

    init(_ template: MessageTemplate) { coder = MessageCoder(template) }

    func encode(_ json: [UInt8], _ form: MessageForm) throws -> [UInt8] {
      try coder.encode(json, as: form)
    }

    func decode(_ message: [UInt8]) throws -> [UInt8] { try coder.decode(message) }
  }
}

extension [UInt8] {
  fileprivate func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(self)) }
}
