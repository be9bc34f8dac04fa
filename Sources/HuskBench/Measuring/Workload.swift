// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Texts that methods are measured on, each text by itself.
package struct Workload: Sendable {
  /// What reports call it.
  package var name: String
  /// The texts.
  package var texts: [[UInt8]]
  /// What dictionaries and templates are learnt from, which is no part of the texts.
  package var samples: [[UInt8]]
  /// Whether each text is a sequence of JSON texts rather than one.
  package var isSequence: Bool

  /// At most so many messages of a file are measured.
  private static let mostMessages = 1000
  /// A file of fewer texts is not taken for one of messages.
  private static let leastMessages = 20

  /// Creates a workload of a whole file.
  ///
  /// - Throws: ``HuskError`` where the file is not JSON.
  package init(name: String, whole json: [UInt8]) throws(HuskError) {
    self.name = name
    texts = [json]
    samples = []
    isSequence = try Self.textCount(of: json) != 1
  }

  private init(name: String, texts: [[UInt8]], samples: [[UInt8]]) {
    self.name = name
    self.texts = texts
    self.samples = samples
    isSequence = false
  }

  /// Creates a workload of the messages that the second half of a sequence consists of; the first half
  /// is there to learn from.
  ///
  /// Messages have no whitespace. There are none where there are few.
  ///
  /// - Throws: ``HuskError`` where the file is not JSON.
  package static func messages(name: String, in json: [UInt8]) throws(HuskError) -> Workload? {
    guard try textCount(of: json) >= leastMessages else { return nil }
    let texts = try JSONValue.texts(of: json).map(\.bytes)
    let half = texts.count / 2
    return Workload(
      name: name, texts: Array(texts[half...].prefix(mostMessages)),
      samples: Array(texts[..<half]))
  }

  /// Creates a workload of messages, with others to learn from.
  package static func messages(
    name: String, _ texts: [[UInt8]], samples: [[UInt8]]
  ) -> Workload {
    Workload(name: name, texts: texts, samples: samples)
  }

  /// Whether the texts are messages.
  package var isMessages: Bool { !samples.isEmpty }

  /// The number of bytes of all texts.
  package var byteCount: Int { texts.reduce(0) { $0 + $1.count } }

  private static func textCount(of json: [UInt8]) throws(HuskError) -> Int {
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(PaddedBytes(json), as: .auto)
    return tokenizer.tape.textCount
  }
}
