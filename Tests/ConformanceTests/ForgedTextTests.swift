// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

/// Files whose check was made right after they were changed, as someone could who forges one.
///
/// They may decode to anything that is a document, and to nothing else.
@Suite("Forged text files", .seeded, .timeLimit(.minutes(60)))
struct ForgedTextTests {
  #if DEBUG
    private static let rounds = 100
  #else
    private static let rounds = 2_000
  #endif

  private static let vectors = Vector.all(in: "text", "gaps", succeed: true)
  private static let options = DecodeOptions(limits: Limits(decodedByteCount: 1 << 16))

  /// Parts of files, put where they may not belong.
  private static let parts = [
    "null", "0", "1", "2", "3", "-1", "7", "268435455", "[]", "[0]", "[null]", "[1]", "{}", "true",
    #""""#, #""a""#, #""\n""#, #"" ""#, #""\r\n""#, "\"\u{FEFF}\"", #""\u0061""#, #"{"const":1}"#,
    #"{"enum":["a",1]}"#, #"{"tuple":[null,0]}"#, #"{"map":null}"#, #"{"map":0,"keys":["k"]}"#,
    #"{"oneOf":[null,[null]]}"#, #"{"optional":null}"#, #"["x","y"]"#, #"{"at":[0,1,1,2]}"#,
    #"{"indent":" ","list":[1,"\t"],"at":[1,2,2,3]}"#,
  ]

  /// The ranges of the values of a text, found with the tokenizer.
  private static func values(of text: [UInt8]) -> [Range<Int>] {
    let padded = PaddedBytes(text)
    var tokenizer = Tokenizer(limits: Limits())
    guard (try? tokenizer.tokenize(padded, as: .json)) != nil else { return [] }
    var ranges: [Range<Int>] = []
    for index in 0..<tokenizer.tape.count {
      let token = tokenizer.tape[index]
      switch token.kind {
      case .key, .closeArray, .closeObject: break
      case .openArray, .openObject:
        let end = tokenizer.tape[index + token.extent].offset + 1
        ranges.append(token.offset..<end)
      default: ranges.append(token.offset..<token.range.end)
      }
    }
    return ranges
  }

  /// Decodes a file after its check was made right; gives nothing where it is refused.
  private static func decode(_ text: [UInt8]) -> [UInt8]? {
    do throws(HuskError) {
      return try Husk.decode(text, options: options)
    } catch {
      guard error.code == .checkMismatch,
        let found = error.context.firstMatch(of: /check is ([0-9a-f]{8}), not ([0-9a-f]{8})/)
      else { return nil }
      let string = String(decoding: text, as: UTF8.self)
      let forged = string.replacing(found.2, with: found.1, maxReplacements: 1)
      return try? Husk.decode(Array(forged.utf8), options: options)
    }
  }

  @Test(arguments: vectors)
  func decodeToDocumentsOnly(vector: Vector) throws {
    var random = SeededGenerator(stream: Int(Digest.fnv1a(Array(vector.description.utf8)) % 1_000))
    let original = try #require(vector.content["text"])
    for _ in 0..<Self.rounds {
      var text = original
      for _ in 0...random.below(3) {
        let ranges = Self.values(of: text)
        guard !ranges.isEmpty else { break }
        let range = random.pick(ranges)
        let part =
          random.chance(1, in: 2)
          ? Array(random.pick(Self.parts).utf8) : Array(text[random.pick(ranges)])
        text.replaceSubrange(range, with: part)
      }
      guard let document = Self.decode(text) else { continue }
      let options = EncodeOptions(layout: .text, input: .ndjson)
      let encoded = try? Husk.encode(json: document, options: options)
      #expect(encoded != nil, "\(String(decoding: text, as: UTF8.self))")
      if let encoded { #expect(try Husk.decode(encoded) == document) }
    }
  }

  @Test func someDecode() throws {
    let text = #"{"husk":1,"template":{"root":[null]},"check":"00000000","values":[2,1,"a"]}"#
    #expect(Self.decode(Array(text.utf8)) == Array(#"[1,"a"]"#.utf8))
  }
}
