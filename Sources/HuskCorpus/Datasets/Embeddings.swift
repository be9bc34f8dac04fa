// SPDX-License-Identifier: Apache-2.0

/// A line per answer of a service that turns texts into vectors.
///
/// The numbers have 32 bits and are printed as if they had 64, as programs do that read them from a
/// library and know one kind of number. Texts of one topic have vectors that are somewhat alike.
package struct Embeddings: LineDataset {
  package static let name = "embeddings"
  package static let summary =
    "an answer with vectors per line: arrays of floating-point numbers with all their digits"

  private static let dimensions = 48
  private static let topicCount = 6

  private var random: Random
  /// What the vectors of a topic have in common, in thousandths.
  private let topics: [[Int]]

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    var random = Random(seed: seed, topic: .embedding, index: 0)
    topics = (0..<Self.topicCount).map { _ in
      (0..<Self.dimensions).map { _ in random.central(-300...300) }
    }
    self.random = random
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    let inputCount = 1 + random.skewed(4)
    var tokenCount = 0
    writer.object { writer in
      writer.member("object", "list")
      writer.array("data") { writer in
        for number in 0..<inputCount {
          tokenCount += 3 + random.skewed(60)
          writeEmbedding(number, to: &writer)
        }
      }
      writer.member("model", "text-embedding-example-2")
      writer.object("usage") { writer in
        writer.member("prompt_tokens", tokenCount)
        writer.member("total_tokens", tokenCount)
      }
    }
    writer.newline()
  }

  private mutating func writeEmbedding(_ number: Int, to writer: inout JSONWriter) {
    let topic = random.pickSkewed(topics)
    writer.object { writer in
      writer.member("object", "embedding")
      writer.member("index", number)
      writer.array("embedding") { writer in
        for shared in topic {
          let thousandths = shared + random.central(-400...400)
          // Below the thousandths are as many random bits as the number has.
          writer.single(thousandths << 20 + random.below(1 << 20), over: 30)
        }
      }
    }
  }
}
