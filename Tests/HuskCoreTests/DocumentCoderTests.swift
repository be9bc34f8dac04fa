// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Coders that are kept", .seeded, .timeLimit(.minutes(60)))
struct DocumentCoderTests {
  @Test("give what those give that are made anew", arguments: [Layout.auto, .text])
  func outputIsTheSame(layout: Layout) throws {
    let options = EncodeOptions(layout: layout)
    var generator = JSONGenerator(SeededGenerator(stream: 5))
    var encoder = DocumentEncoder(options: options)
    var decoder = DocumentDecoder()
    var text: [UInt8] = []
    for round in 0..<200 {
      let count = round % 50 == 49 ? 4000 : generator.random.below(60)
      let json = generator.text(valueCount: count)
      let encoded = try encoder.encode(json: json)
      #expect(try encoded == Husk.encode(json: json, options: options))
      #expect(try decoder.decode(encoded) == json)
      text.removeAll(keepingCapacity: true)
      text.append(7)
      try decoder.decode(encoded, appendingTo: &text)
      #expect(text == [7] + json)
    }
  }

  @Test("decode alike whether the template is that of the text before or another one")
  func templatesAreKept() throws {
    func file(_ keys: [String], _ seed: Int) throws -> [UInt8] {
      var random = SeededGenerator(stream: seed)
      let rows = (0..<40).map { row in
        "{" + keys.map { "\"\($0)\":\(random.below(1000))" }.joined(separator: ",") + "}"
      }
      return try Husk.encode(json: Array("[\(rows.joined(separator: ","))]".utf8))
    }
    let files = try [
      file(["a", "b", "c"], 1), file(["a", "b", "c"], 2), file(["a", "b", "d"], 3),
      file(["a", "b"], 4), file(["a", "c"], 5),
    ]
    let texts = try files.map { try Husk.decode($0) }
    var random = SeededGenerator(stream: 6)
    var decoder = DocumentDecoder()
    for _ in 0..<3000 {
      let number = random.below(files.count)
      var file = files[number]
      guard random.below(2) == 0 else {
        #expect(try decoder.decode(file) == texts[number])
        continue
      }
      // Damage is found all the same, and stays where it is.
      file[random.below(file.count)] ^= 1 << UInt8(random.below(8))
      let expected = Result { try Husk.decode(file) }
      let found: Result<[UInt8], any Error>
      do { found = .success(try decoder.decode(file)) } catch { found = .failure(error) }
      switch (found, expected) {
      case (.success(let text), .success(let other)): #expect(text == other)
      case (.failure(let error), .failure(let other)): #expect("\(error)" == "\(other)")
      default: Issue.record("a kept decoder finds something else")
      }
    }
  }

  @Test("can be used again after an error")
  func errorsLeaveNothing() throws {
    var encoder = DocumentEncoder()
    var decoder = DocumentDecoder()
    let json = Array(#"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#.utf8)
    let good = try encoder.encode(json: json)
    for end in 0..<good.count {
      var text: [UInt8] = [1, 2]
      do {
        try decoder.decode(Array(good.prefix(end)), appendingTo: &text)
        Issue.record("a file without its end was decoded")
      } catch { #expect(text == [1, 2]) }
      do {
        _ = try encoder.encode(json: Array(json.prefix(min(end, json.count - 1))))
        Issue.record("a text without its end was encoded")
      } catch {}
      #expect(try decoder.decode(good) == json)
      #expect(try encoder.encode(json: json) == good)
    }
  }
}
