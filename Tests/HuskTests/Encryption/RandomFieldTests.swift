// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

@Suite("Whatever fields are sealed, they come back", .seeded, .timeLimit(.minutes(60)))
struct RandomFieldTests {
  /// What is shown of a value without the key, worked out on the tree.
  private func redacted(_ node: JSONNode, _ paths: [ArraySlice<[UInt8]>]) -> JSONNode {
    guard !paths.contains([]) else { return .scalar(Array("null".utf8)) }
    switch node {
    case .scalar: return node
    case .array(let elements): return .array(elements.map { redacted($0, paths) })
    case .object(let members):
      return .object(
        members.map { member in
          let rest = paths.filter { $0.first == StringLexeme.unescape(member.key) }
          guard !rest.isEmpty else { return member }
          return JSONNode.Member(
            key: member.key, value: redacted(member.value, rest.map { $0.dropFirst() }))
        })
    }
  }

  private func check(
    _ document: [UInt8], blockByteCount: Int, threadCount: Int, _ random: SeededGenerator
  ) throws {
    var generator = try PathGenerator(document, random)
    let keys = Keyring(SampleKeys.first)
    // It is kept from file to file, which all have other fields, and so other keys.
    var decoder = DocumentDecoder(options: DecodeOptions(fieldKeys: keys))
    for round in 0..<8 {
      guard let paths = generator.fieldPaths() else { continue }
      var options = SampleKeys.fieldOptions(paths)
      options.layout = round % 2 == 0 ? .auto : .column
      options.input = .ndjson
      var encoder = StreamEncoder(
        options: options, threadCount: threadCount, blockByteCount: blockByteCount)
      let file = encoder.run(document).bytes
      let decoded = try decoder.decode(file)
      #expect(decoded == document)
      let shown = try Husk.decode(file, options: DecodeOptions(redactsFields: true))
      let expected = try ReferenceParser.parseSequence(document)
        .map { redacted($0, paths.paths.map { $0[...] }) }
      #expect(try ReferenceParser.parseSequence(shown) == expected, "\(paths)")
      #expect(shown.count(where: ASCII.isWhitespace) <= document.count(where: ASCII.isWhitespace))
    }
  }

  @Test("in sequences", arguments: [1, 200, 1 << 20])
  func sequencesComeBack(blockByteCount: Int) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 3))
    for round in 0..<30 {
      let text = generator.sequence(count: 40)
      guard text.contains(where: { !ASCII.isWhitespace($0) && $0 < 0x80 }) else { continue }
      try check(
        text, blockByteCount: blockByteCount, threadCount: 1 + round % 2,
        SeededGenerator(stream: 300 + round))
    }
  }

  @Test("in documents", arguments: Corpus.files(in: Corpus.documents))
  func documentsComeBack(file: CorpusFile) throws {
    try check(
      file.bytes(), blockByteCount: 20_000, threadCount: 2, SeededGenerator(stream: 5))
  }
}
