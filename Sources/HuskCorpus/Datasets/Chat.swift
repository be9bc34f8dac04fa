// SPDX-License-Identifier: Apache-2.0

/// A line per message of a team's chat, as an export or a stream of events has it.
///
/// People write in bursts and in their own language, answer one another, and react.
package struct Chat: LineDataset {
  package static let name = "chat"
  package static let summary =
    "a chat message per line: texts in four languages, replies, reactions, attachments"

  private static let channels = ["general", "orders", "warehouse", "random"]
  private static let reactions = ["👍", "🎉", "❤️", "👀"]

  private let seed: UInt64
  private var random: Random
  private var seconds = Timestamp(year: 2026, month: 4, day: 13).seconds + 8 * 3_600
  private var number = 88_410

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    self.seed = seed
    random = Random(seed: seed, topic: .chat, index: 0)
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    seconds += random.chance(perMille: 150) ? random.below(3_600) : random.skewed(90)
    number += 1
    let author = Person(seed: seed, index: random.skewed(18))
    let isReply = index > 4 && random.chance(perMille: 300)
    writer.object { writer in
      writer.member("id", "m-\(number)")
      writer.member("channel", random.pickSkewed(Self.channels))
      writer.object("author") { writer in
        writer.member("id", author.id)
        writer.member("name", author.name)
      }
      writer.member("sentAt", Timestamp(seconds: seconds).dateTime)
      writer.member("text", Remarks.remark(language: author.region.language, &random))
      writer.member("lang", author.region.language)
      writer.member("replyTo", nullable: isReply ? "m-\(number - 1 - random.skewed(4))" : nil)
      writer.array("reactions") { writer in
        guard random.chance(perMille: 250) else { return }
        let count = 1 + random.skewed(4)
        writer.object { writer in
          writer.member("emoji", random.pickSkewed(Self.reactions))
          writer.member("count", count)
        }
      }
      if random.chance(perMille: 60) {
        let size = 20_000 + random.skewed(4_000_000)
        writer.object("attachment") { writer in
          writer.member("url", "https://files.example/chat/\(number)/photo.jpg")
          writer.member("type", "image/jpeg")
          writer.member("bytes", size)
        }
      }
      writer.member("edited", random.chance(perMille: 40))
    }
    writer.newline()
  }
}
