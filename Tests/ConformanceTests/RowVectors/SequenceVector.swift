// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// A vector about a sequence of messages, or about a template file, as it is thought of: the files in
/// `Corpus/vectors/sequence` and `Corpus/vectors/template-file` are made from them.
struct SequenceVector: Sendable, CustomStringConvertible {
  /// The name of the file, with its folder.
  let name: String
  /// The vector as it stands in the file.
  let text: String

  var description: String { name }

  private static let template = RowTemplates.numbers

  private static func header(
    _ spec: String, _ error: HuskError.Code?, _ comment: String
  ) -> String {
    "expect: \(error?.rawValue ?? "success")\nspec: \(spec)\ncomment: \(comment)\n\n"
  }

  private static func section(_ name: String, _ listing: HexListing) -> String {
    "-- \(name) hex --\n" + listing.lines.joined(separator: "\n") + "\n"
  }

  private static func message(_ number: Int, _ form: MessageBuilder.Form = .bare) -> [UInt8] {
    var builder = MessageBuilder(template)
    builder.form = form
    builder.noGaps()
    builder.form(0, at: 0)
    builder.difference(Int64(number), .init(0))
    return builder.listing(Array("\(number)".utf8)).bytes
  }

  /// A sequence of parts, each with what it is.
  private static func sequence(
    _ name: String, refused error: HuskError.Code? = nil, _ comment: String,
    _ document: String, _ parts: (bytes: [UInt8], note: String)...
  ) -> SequenceVector {
    var listing = HexListing()
    for part in parts { listing.show(part.bytes, part.note) }
    var text = header("§13.10", error, comment)
    text += section("template", template.listing) + section("sequence", listing)
    if error == nil { text += VectorBuilder.section("document", document) }
    return SequenceVector(name: "sequence/\(name).txt", text: text)
  }

  private static func counted(_ number: Int, _ form: MessageBuilder.Form = .bare) -> (
    bytes: [UInt8], note: String
  ) {
    let bytes = message(number, form)
    return (RowSlot.varints([bytes.count]) + bytes, "\(number)")
  }

  private static let end: (bytes: [UInt8], note: String) = ([0], "no line end")

  private static func file(
    _ name: String, refused error: HuskError.Code? = nil, _ comment: String,
    _ change: (inout [(bytes: [UInt8], note: String)]) -> Void = { _ in }
  ) -> SequenceVector {
    let payload = [0] + template.bytes
    var parts: [(bytes: [UInt8], note: String)] = [
      ([0xFD, 0x50], "template file"), (RowSlot.varints([4]) + Array("team".utf8), "name"),
      ([3], "version"),
      (RowSlot.varints([payload.count]) + payload, "template, not compressed"),
    ]
    parts.append(
      (FileBuilder.integer(Checksum.crc32(PaddedBytes(parts.flatMap(\.bytes)))), "check"))
    change(&parts)
    var listing = HexListing()
    for part in parts { listing.show(part.bytes, part.note) }
    var text = header("§13.12", error, comment) + section("file", listing)
    if error == nil { text += section("template", template.listing) }
    return SequenceVector(name: "template-file/\(name).txt", text: text)
  }

  /// The check of all parts but the last, anew.
  private static func checkAnew(_ parts: inout [(bytes: [UInt8], note: String)]) {
    let bytes = parts.dropLast().flatMap(\.bytes)
    parts[parts.count - 1].bytes = FileBuilder.integer(Checksum.crc32(PaddedBytes(bytes)))
  }

  /// All vectors.
  static let all = [
    sequence("empty", "No messages.", ""),
    sequence(
      "messages", "Three messages, and a line end behind each.", "1\n2\n30\n", counted(1),
      counted(2), counted(30)),
    sequence("no_line_end", "No line end behind the last.", "1\n2", counted(1), counted(2), end),
    sequence(
      "embedded_first", "The first message brings the template that the others name.", "1\n2\n",
      counted(1, .embedded()), counted(2, .referenced())),
    sequence(
      "unknown_template", refused: .unknownTemplate, "A message names another template.", "",
      counted(1), counted(2, .referenced([1, 2, 3, 4, 5, 6, 7, 8]))),
    sequence(
      "behind_the_end", refused: .extraValue, "A message behind the last.", "", counted(1), end,
      counted(2)),
    sequence("nothing_ends", refused: .truncated, "No line end, but no line either.", "", end),
    sequence(
      "cut_off", refused: .truncated, "The last message is cut off.", "", counted(1),
      ([9] + message(2), "9 bytes of 2, with fewer")),
    sequence(
      "count_too_long", refused: .invalidVarint, "A number of bytes that is too long.", "",
      ([0x81, 0x00], "1 byte, in two")),
    sequence(
      "count_too_high", refused: .limitExceeded, "A number of bytes that no message has.", "",
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "4 TB")),
    file("file", "A template file."),
    file("nameless", "A template without a name.") { parts in
      parts[1].bytes = [0]
      parts[2].bytes = [0]
      checkAnew(&parts)
    },
    file("other_start", refused: .notHusk, "Another start.") { parts in
      parts[0].bytes = [0xFD, 0x51]
      checkAnew(&parts)
    },
    file("other_check", refused: .checkMismatch, "Another check.") { parts in
      parts[4].bytes[0] ^= 1
    },
    file("behind", refused: .extraValue, "A byte behind the check.") { parts in
      parts.append(([0], "a byte"))
    },
    file("cut", refused: .truncated, "The check is cut off.") { parts in
      parts[4].bytes.removeLast()
    },
    file("bad_name", refused: .invalidFrame, "A name with a space.") { parts in
      parts[1].bytes = RowSlot.varints([3]) + Array("a b".utf8)
      checkAnew(&parts)
    },
    file("bad_template", refused: .invalidTemplate, "A template of another version.") { parts in
      parts[3].bytes[2] = 3
      checkAnew(&parts)
    },
  ]
}
