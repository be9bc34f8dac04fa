// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

@Suite("Sealed fields (SPEC §14.8 Sealed fields)", .seeded)
struct SealedFieldTests {
  /// Encodes with sealed fields, in blocks that are cut early.
  private func sealed(
    _ text: String, _ paths: [String], blockByteCount: Int = 1 << 20, threadCount: Int = 1,
    _ change: (inout EncodeOptions) -> Void = { _ in }
  ) throws -> [UInt8] {
    var options = SampleKeys.fieldOptions(try #require(FieldPaths(paths)))
    change(&options)
    var encoder = StreamEncoder(
      options: options, threadCount: threadCount, blockByteCount: blockByteCount)
    encoder.append(Array(text.utf8))
    encoder.finish()
    var file: [UInt8] = []
    while let bytes = try encoder.next() { file += bytes }
    return file
  }

  /// Decodes the whole and as a stream, with the key or without.
  private func decoded(
    _ file: [UInt8], _ options: DecodeOptions
  ) throws -> String {
    let text = try Husk.decode(file, options: options)
    var decoder = StreamDecoder(options: options, threadCount: 2)
    var output: [UInt8] = []
    for byte in file {
      decoder.append([byte])
      while let text = try decoder.next() { output += text }
    }
    decoder.finish()
    while let text = try decoder.next() { output += text }
    #expect(output == text)
    return String(decoding: text, as: UTF8.self)
  }

  @Test(
    arguments: [
      (#"{"ssn":"1"}"#, ["ssn"], #"{"ssn":null}"#),
      (#"{"a":{"b":1,"c":[1, 2]},"b":3}"#, ["a.b"], #"{"a":{"b":null,"c":[1, 2]},"b":3}"#),
      // Arrays are passed through, however deep; what stands at a path is sealed whole.
      (#"[[{"a":[{"b":1},{"b":[2,{}]}]}]]"#, ["a.b"], #"[[{"a":[{"b":null},{"b":null}]}]]"#),
      (#"[{"a": { "x" : 1 }, "b":2 }, {"a":[ ]}]"#, ["a"], #"[{"a": null, "b":2 }, {"a":null}]"#),
      // Recurring keys, keys with escapes, keys with dots, and a value that is null.
      (#"{"a":1,"a":{"a":2}}"#, ["a"], #"{"a":null,"a":null}"#),
      (
        #"{"c\u0061rd":1,"card":2,"cord":3}"#, ["card"], #"{"c\u0061rd":null,"card":null,"cord":3}"#
      ),
      (#"{"a.b":1,"a":{"b":2}}"#, [#"a\.b"#], #"{"a.b":null,"a":{"b":2}}"#),
      (#"{"a":null}"#, ["a"], #"{"a":null}"#),
      // Paths that nothing is at, that end too early, that go on, and one within another.
      (#"{"a":1}"#, ["b.c", "a.b"], #"{"a":1}"#),
      (#"{"a":{"b":1,"c":2}}"#, ["a.b", "a", "a.b"], #"{"a":null}"#),
      (#"{"x":{"a":1},"y":{"a":"z"}}"#, ["y.a", "x.a"], #"{"x":{"a":null},"y":{"a":null}}"#),
      (
        "{\"a\":1}\n{\"a\":2}\n\n[{\"a\" : -0.0}]\r\n", ["a"],
        "{\"a\":null}\n{\"a\":null}\n\n[{\"a\" : null}]\r\n"
      ),
      ("\u{FEFF} [ {\"a\":[1 ,2]} , 7 ] \n", ["a"], "\u{FEFF} [ {\"a\":null} , 7 ] \n"),
      ("17", ["a"], "17"),
    ] as [(String, [String], String)])
  func comeBackOrAreNull(text: String, paths: [String], redacted: String) throws {
    for compresses in [true, false] {
      for key in [nil, SampleKeys.second] {
        let file = try sealed(text, paths) {
          $0.compresses = compresses
          $0.key = key
        }
        let keys = Keyring(SampleKeys.second)
        #expect(
          try decoded(
            file, DecodeOptions(keys: keys, fieldKeys: Keyring(SampleKeys.first))) == text)
        #expect(try decoded(file, DecodeOptions(keys: keys, redactsFields: true)) == redacted)
        let offset = try blockOffset(file)
        #expect(throws: HuskError(.missingFieldKey, at: offset, "")) {
          try Husk.decode(file, options: DecodeOptions(keys: keys, fieldKeys: keys))
        }
      }
    }
  }

  /// Where the first block is.
  private func blockOffset(_ file: [UInt8]) throws -> Int {
    var reader = ByteReader(file.span)
    _ = try reader.readBytes(4)
    while true {
      let start = reader.offset
      let header = try FrameHeader(from: &reader)
      if header.type == FrameType.block.rawValue { return start }
      _ = try reader.readBytes(header.payloadByteCount)
    }
  }

  private static func people(_ count: Int, secret: (Int) -> String) -> String {
    (0..<count).map {
      #"{"id":\#($0),"name":"n\#($0 % 9)","card":\#(secret($0)),"tags":["a"]}"# + "\n"
    }.joined()
  }

  @Test(arguments: [1, 2], [false, true])
  func comeBackFromManyBlocks(threadCount: Int, isArray: Bool) throws {
    var text = Self.people(400) { $0 % 3 == 0 ? #"{"n":"\#($0)", "m":[\#($0)]}"# : "\"c\($0)\"" }
    if isArray {
      text = "[" + text.split(separator: "\n").joined(separator: ",\n ") + "]\n"
    }
    let file = try sealed(
      text, ["card", "tags"], blockByteCount: 500, threadCount: threadCount)
    #expect(
      try decoded(file, DecodeOptions(fieldKeys: Keyring(SampleKeys.first))) == text)
    let redacted = try decoded(file, DecodeOptions(redactsFields: true))
    #expect(redacted == Self.masked(text))
    var inspector = FileInspector(limits: Limits())
    try inspector.append(file)
    try inspector.finish()
    #expect(inspector.inspection.sizes.byteCount == file.count)
    #expect(inspector.inspection.blocks.count > 10)
    #expect(inspector.inspection.decodedByteCount == redacted.utf8.count)
    #expect(inspector.inspection.files[0].fields?.paths.description == "card, tags")
  }

  private static func masked(_ text: String) -> String {
    text.replacing(/"card":(\{[^}]*\}|"[^"]*")/, with: #""card":null"#)
      .replacing(#""tags":["a"]"#, with: #""tags":null"#)
  }

  @Test func minifiedTextComesBack() throws {
    let text = "[ {\"a\" : [1, 2], \"b\" : 0 } ,\n {\"a\":{ }} ]\n"
    let file = try sealed(text, ["a"]) { $0.whitespace = .minified }
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    #expect(try decoded(file, options) == "[{\"a\":[1,2],\"b\":0},{\"a\":{}}]\n")
    #expect(
      try decoded(file, DecodeOptions(redactsFields: true))
        == "[{\"a\":null,\"b\":0},{\"a\":null}]\n")
  }

  @Test func theDeepestValuesComeBack() throws {
    for depth in [510, 511] {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let file = try sealed(#"{"a":\#(value)}"#, ["a"])
      let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
      #expect(try decoded(file, options) == #"{"a":\#(value)}"#)
    }
    let value = String(repeating: "[", count: 2047) + String(repeating: "]", count: 2047)
    let error = #expect(throws: HuskError.self) {
      try sealed(#"{"a":\#(value)}"#, ["a"]) { $0.limits.depth = 2048 }
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func nothingOfTheValuesShows() throws {
    // The values have the same sizes, so whatever depends on them must depend on the key alone.
    let first = Self.people(200) { "\"c\(1_000_000 + $0 * 7919 % 1000)\"" }
    let second = Self.people(200) { "\"d\(2_000_000 + $0 * 7919 % 1000)\"" }
    let files = try [first, second].map { try sealed($0, ["card"], blockByteCount: 3000) }
    #expect(files[0].count == files[1].count)
    let shown = try files.map { file in
      var reader = BlockReader(whole: file, limits: Limits())
      var shown: [[UInt8]] = []
      while let block = try reader.next() {
        shown.append(block.header.bytes + block.content)
        #expect(block.fields?.segment.isEmpty == false)
      }
      return shown
    }
    #expect(shown[0] == shown[1] && shown[0].count > 3)
    // What differs is sealed: the same text under the same salt is the same, byte for byte.
    #expect(try sealed(first, ["card"], blockByteCount: 3000) == files[0])
    #expect(try segments(files[0]) != segments(files[1]))
  }

  private func segments(_ file: [UInt8]) throws -> [[UInt8]] {
    var reader = BlockReader(whole: file, limits: Limits())
    var segments: [[UInt8]] = []
    while let block = try reader.next() { segments.append(block.fields?.segment ?? []) }
    return segments
  }

  @Test func smallValuesHaveOneSize() throws {
    let sizes = try ["null", "true", "17", #""4111 1111 1111 1111""#, "[]"].map {
      try sealed(#"{"id":1,"card":\#($0)}"#, ["card"]).count
    }
    #expect(Set(sizes).count == 1)
  }

  @Test func sizesShowInSteps() {
    for count in [1, 64, 65, 1000, 1024, 2047, 2048, 5000, 1 << 20] {
      let padded = FieldValues.paddedCount(count)
      #expect(padded >= count && padded % 64 == 0)
      #expect(padded - count < max(64, count / 16 + 1))
      #expect(FieldValues.paddedCount(padded) == padded)
    }
  }

  @Test func whatIsChangedIsRefused() throws {
    let text = Self.people(12) { "\($0)" }
    let file = try sealed(text, ["card"], blockByteCount: 200)
    let redacted = try Husk.decode(file, options: DecodeOptions(redactsFields: true))
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    for bit in 0..<file.count * 8 {
      var damaged = file
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: HuskError.self) { try Husk.decode(damaged, options: options) }
      // Without the key what is sealed does not matter; the rest is as it was, or refused.
      if let output = try? Husk.decode(damaged, options: DecodeOptions(redactsFields: true)) {
        #expect(output == redacted)
      }
    }
    for count in 0..<file.count {
      #expect(throws: HuskError.self) { try Husk.decode(Array(file[..<count]), options: options) }
    }
  }

  /// The blocks of a file, to be put together anew by somebody who knows no key.
  private func forged(
    _ file: [UInt8], _ change: (inout [(BlockHeader, [UInt8])]) -> Void
  ) throws -> [UInt8] {
    var reader = ContainerReader(whole: file, limits: Limits())
    var writer = ContainerWriter([UInt8]())
    var blocks: [(BlockHeader, [UInt8])] = []
    while let frame = try reader.next() {
      switch frame {
      case .fields(let fields): writer.writeFields(fields)
      case .template(let template): writer.write(template)
      case .block(let header, let content): blocks.append((header, content))
      case .reference, .end: break
      }
    }
    change(&blocks)
    for (header, content) in blocks { writer.write(header, content: content) }
    return writer.finish()
  }

  /// Whoever can write to the storage can compute all checks that are not sealed.
  @Test func noBlockCanBeMovedLeftOutRepeatedOrChanged() throws {
    let text = Self.people(40) { "\($0 % 4)" }
    let file = try sealed(text, ["card"], blockByteCount: 200) { $0.compresses = false }
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    #expect(try forged(file) { _ in } == file)
    let changes: [(inout [(BlockHeader, [UInt8])]) -> Void] = [
      { $0.swapAt(2, 3) }, { $0.remove(at: 2) }, { $0.insert($0[2], at: 2) },
      // The end is cut off, and the last block made one that is the last.
      { $0.removeLast() },
      {
        $0.removeLast()
        $0[$0.count - 1].1[0] |= 128
      },
      // The name of a person whom the card does not belong to.
      { blocks in
        let (header, content) = blocks[1]
        let name = content.lastIndex(of: UInt8(ascii: "n"))
        var changed = content
        if let name { changed[name + 1] ^= 1 }
        let text = changed.suffix(header.decodedByteCount)
        blocks[1] = (
          BlockHeader(
            rowCount: header.rowCount, decodedByteCount: header.decodedByteCount,
            check: Checksum.xxh32(Array(text).span)), changed
        )
      },
      // What is sealed of one block stands in another one.
      { blocks in
        guard let count = try? self.segments(file)[0].count else { return }
        let segment = blocks[1].1[2..<2 + count]
        blocks[2].1.replaceSubrange(2..<2 + count, with: segment)
      },
    ]
    for (number, change) in changes.enumerated() {
      let other = try forged(file, change)
      let error = #expect(throws: HuskError.self, "\(number)") {
        try Husk.decode(other, options: options)
      }
      #expect(error?.code == (number == 3 ? .invalidEnd : .authenticationFailed), "\(number)")
    }
  }

  @Test func noBlockCanComeFromAnotherFile() throws {
    let text = Self.people(20) { "\($0)" }
    let file = try sealed(text, ["card"], blockByteCount: 300)
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    for other in [
      try sealed(text, ["card"], blockByteCount: 300) { $0.salts = SampleKeys.salts(1) },
      try sealed(text, ["card", "id"], blockByteCount: 300),
    ] {
      var blocks: [(BlockHeader, [UInt8])] = []
      _ = try forged(other) { blocks = $0 }
      let spliced = try forged(file) { $0 = blocks }
      let error = #expect(throws: HuskError.self) { try Husk.decode(spliced, options: options) }
      #expect(error?.code == .authenticationFailed)
    }
  }

  @Test func filesStandBehindOneAnother() throws {
    let texts = [Self.people(9) { "\($0)" }, Self.people(3) { "\"\($0)\"" }]
    let files = [
      try sealed(texts[0], ["card"], blockByteCount: 200),
      try Husk.encode(json: Array(texts[1].utf8)),
      try sealed(texts[1], ["name"]) {
        $0.salts = SampleKeys.salts(7)
        $0.fieldEncryption?.key = SampleKeys.second
      },
    ]
    var keys = Keyring(SampleKeys.first)
    keys.add(SampleKeys.second)
    #expect(
      try decoded(Array(files.joined()), DecodeOptions(fieldKeys: keys))
        == texts[0] + texts[1] + texts[1])
  }

  @Test(arguments: [
    ("id", true), ("id,tags", true), ("card", false), ("card.x", false), ("id,card", false),
  ])
  func selectionsNeedTheKeyOnlyForWhatTheyShow(list: String, isOpen: Bool) throws {
    let text = Self.people(60) { #"{"x":\#($0)}"# }
    let file = try sealed(text, ["card"], blockByteCount: 400)
    let plain = try Husk.encode(json: Array(text.utf8))
    let selection = Selection(
      fields: try #require(FieldSelection(list: list)), rows: 20..<30)
    func selected(_ file: [UInt8], _ options: DecodeOptions) throws -> [UInt8] {
      var decoder = SelectiveDecoder(selection, options: options)
      decoder.append(file)
      decoder.finish()
      var output: [UInt8] = []
      while let text = try decoder.next() { output += text }
      return output
    }
    let expected = try selected(plain, DecodeOptions())
    let keys = Keyring(SampleKeys.first)
    #expect(try selected(file, DecodeOptions(fieldKeys: keys)) == expected)
    if isOpen {
      #expect(try selected(file, DecodeOptions()) == expected)
    } else {
      let error = #expect(throws: HuskError.self) { try selected(file, DecodeOptions()) }
      #expect(error?.code == .missingFieldKey)
    }
    let redacted = try selected(file, DecodeOptions(redactsFields: true))
    #expect(isOpen == (redacted == expected))
  }

  @Test func selectionsOfElementsNeedTheKeyOnlyForWhatTheyShow() throws {
    let text = #"{"data":{"items":[{"a":1,"b":2},{"a":3,"b":4}],"c":5}}"#
    for (path, isOpen) in [("data.items.a", false), ("data.c", true), ("data", false)] {
      let file = try sealed(text, [path])
      var selection = Selection(fields: try #require(FieldSelection(list: "a")))
      _ = selection.setArray("data.items")
      var decoder = SelectiveDecoder(selection)
      decoder.append(file)
      decoder.finish()
      if isOpen {
        #expect(try decoder.next() == Array("[{\"a\":1},{\"a\":3}]\n".utf8))
      } else {
        do {
          _ = try decoder.next()
          Issue.record("\(path) shows")
        } catch { #expect(error.code == .missingFieldKey) }
      }
    }
  }

  @Test func staySealedWhenTheFileIsSealedAgain() throws {
    let text = Self.people(30) { "\($0)" }
    let file = try sealed(text, ["card"], blockByteCount: 300) { $0.key = SampleKeys.second }
    var keys = Keyring(SampleKeys.second)
    keys.add(EncryptionKey())
    guard var resealer = StreamResealer(keys) else { preconditionFailure("a key is active") }
    resealer.append(file)
    resealer.finish()
    var again: [UInt8] = []
    while let bytes = try resealer.next() { again += bytes }
    #expect(again != file && again.count == file.count)
    let active = Keyring(try #require(keys.active))
    #expect(
      try decoded(
        again, DecodeOptions(keys: active, fieldKeys: Keyring(SampleKeys.first))) == text)
  }

  @Test func limitsHoldForWhatIsSealed() throws {
    let text = Self.people(100) { _ in "\"" + String(repeating: "x", count: 100) + "\"" }
    let file = try sealed(text, ["card"])
    let keys = Keyring(SampleKeys.first)
    for limits in [
      Limits(blockByteCount: text.utf8.count - 1), Limits(decodedByteCount: text.utf8.count - 1),
    ] {
      let error = #expect(throws: HuskError.self) {
        try Husk.decode(file, options: DecodeOptions(limits: limits, fieldKeys: keys))
      }
      #expect(error?.code == .limitExceeded)
      #expect(
        try !Husk.decode(file, options: DecodeOptions(limits: limits, redactsFields: true)).isEmpty)
    }
  }

  @Test(arguments: [Layout.text, .row])
  func areForBlockFilesOnly(layout: Layout) throws {
    var options = SampleKeys.fieldOptions(try #require(FieldPaths(["a"])))
    options.layout = layout
    #expect(throws: HuskError(.unsupportedEncryption, "")) {
      try Husk.encode(json: Array("{\"a\":1}".utf8), options: options)
    }
  }

  @Test func pathsAreWrittenAsThoseOfSelections() throws {
    #expect(FieldPaths([]) == nil && FieldPaths([""]) == nil && FieldPaths(["a."]) == nil)
    #expect(try #require(FieldPaths([#"a\.b.c\\"#])).description == #"a\.b.c\\"#)
    #expect(try #require(FieldPaths(["b", "a.c", "a", "b"])).description == "b, a")
  }
}
