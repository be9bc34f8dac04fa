// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

@Suite("Sealed fields (SPEC §14.8 Sealed fields)", .seeded)
struct SealedFieldTests {
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
        let file = try SealedFieldSamples.sealed(text, paths) {
          $0.compresses = compresses
          $0.key = key
        }
        let keys = Keyring(SampleKeys.second)
        #expect(
          try SealedFieldSamples.decoded(
            file, DecodeOptions(keys: keys, fieldKeys: Keyring(SampleKeys.first))) == text)
        #expect(
          try SealedFieldSamples.decoded(file, DecodeOptions(keys: keys, redactsFields: true))
            == redacted)
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

  @Test(arguments: [1, 2], [false, true])
  func comeBackFromManyBlocks(threadCount: Int, isArray: Bool) throws {
    var text = SealedFieldSamples.people(400) {
      $0 % 3 == 0 ? #"{"n":"\#($0)", "m":[\#($0)]}"# : "\"c\($0)\""
    }
    if isArray {
      text = "[" + text.split(separator: "\n").joined(separator: ",\n ") + "]\n"
    }
    let file = try SealedFieldSamples.sealed(
      text, ["card", "tags"], blockByteCount: 500, threadCount: threadCount)
    #expect(
      try SealedFieldSamples.decoded(file, DecodeOptions(fieldKeys: Keyring(SampleKeys.first)))
        == text)
    let redacted = try SealedFieldSamples.decoded(file, DecodeOptions(redactsFields: true))
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
    let file = try SealedFieldSamples.sealed(text, ["a"]) { $0.whitespace = .minified }
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    #expect(try SealedFieldSamples.decoded(file, options) == "[{\"a\":[1,2],\"b\":0},{\"a\":{}}]\n")
    #expect(
      try SealedFieldSamples.decoded(file, DecodeOptions(redactsFields: true))
        == "[{\"a\":null,\"b\":0},{\"a\":null}]\n")
  }

  @Test func theDeepestValuesComeBack() throws {
    for depth in [510, 511] {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let file = try SealedFieldSamples.sealed(#"{"a":\#(value)}"#, ["a"])
      let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
      #expect(try SealedFieldSamples.decoded(file, options) == #"{"a":\#(value)}"#)
    }
    let value = String(repeating: "[", count: 2047) + String(repeating: "]", count: 2047)
    let error = #expect(throws: HuskError.self) {
      try SealedFieldSamples.sealed(#"{"a":\#(value)}"#, ["a"]) { $0.limits.depth = 2048 }
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func nothingOfTheValuesShows() throws {
    // The values have the same sizes, so whatever depends on them must depend on the key alone.
    let first = SealedFieldSamples.people(200) { "\"c\(1_000_000 + $0 * 7919 % 1000)\"" }
    let second = SealedFieldSamples.people(200) { "\"d\(2_000_000 + $0 * 7919 % 1000)\"" }
    let files = try [first, second].map {
      try SealedFieldSamples.sealed($0, ["card"], blockByteCount: 3000)
    }
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
    #expect(try SealedFieldSamples.sealed(first, ["card"], blockByteCount: 3000) == files[0])
    #expect(try SealedFieldSamples.segments(files[0]) != SealedFieldSamples.segments(files[1]))
  }

  @Test func smallValuesHaveOneSize() throws {
    let sizes = try ["null", "true", "17", #""4111 1111 1111 1111""#, "[]"].map {
      try SealedFieldSamples.sealed(#"{"id":1,"card":\#($0)}"#, ["card"]).count
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

  @Test func filesStandBehindOneAnother() throws {
    let texts = [
      SealedFieldSamples.people(9) { "\($0)" }, SealedFieldSamples.people(3) { "\"\($0)\"" },
    ]
    let files = [
      try SealedFieldSamples.sealed(texts[0], ["card"], blockByteCount: 200),
      try Husk.encode(json: Array(texts[1].utf8)),
      try SealedFieldSamples.sealed(texts[1], ["name"]) {
        $0.salts = SampleKeys.salts(7)
        $0.fieldEncryption?.key = SampleKeys.second
      },
    ]
    var keys = Keyring(SampleKeys.first)
    keys.add(SampleKeys.second)
    #expect(
      try SealedFieldSamples.decoded(files.concatenated(), DecodeOptions(fieldKeys: keys))
        == texts[0] + texts[1] + texts[1])
  }

  @Test(arguments: [
    ("id", true), ("id,tags", true), ("card", false), ("card.x", false), ("id,card", false),
  ])
  func selectionsNeedTheKeyOnlyForWhatTheyShow(list: String, isOpen: Bool) throws {
    let text = SealedFieldSamples.people(60) { #"{"x":\#($0)}"# }
    let file = try SealedFieldSamples.sealed(text, ["card"], blockByteCount: 400)
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
      let file = try SealedFieldSamples.sealed(text, [path])
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
    let text = SealedFieldSamples.people(30) { "\($0)" }
    let file = try SealedFieldSamples.sealed(text, ["card"], blockByteCount: 300) {
      $0.key = SampleKeys.second
    }
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
      try SealedFieldSamples.decoded(
        again, DecodeOptions(keys: active, fieldKeys: Keyring(SampleKeys.first))) == text)
  }

  @Test func limitsHoldForWhatIsSealed() throws {
    let text = SealedFieldSamples.people(100) { _ in
      "\"" + String(repeating: "x", count: 100) + "\""
    }
    let file = try SealedFieldSamples.sealed(text, ["card"])
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

  @Test(arguments: [1, 2], [false, true])
  func pathsWhereNothingWasSealedAreTold(threadCount: Int, isEnveloped: Bool) throws {
    let json = Array(SealedFieldSamples.people(200) { "\($0)" }.utf8)
    let paths = ["tags", "crad", "card", #"a\.b"#, "name.first", "name.first.x"]
    let left = ["crad", #"a\.b"#, "name.first"]
    var options = SampleKeys.fieldOptions(try #require(FieldPaths(paths)))
    options.isEnveloped = isEnveloped
    var encoder = StreamEncoder(options: options, threadCount: threadCount, blockByteCount: 500)
    #expect(encoder.progress.unsealedPaths == ["tags", "crad", "card"] + left.dropFirst())
    #expect(encoder.run(json).error == nil)
    #expect(encoder.progress.unsealedPaths == left)

    var documents = DocumentEncoder(options: options)
    _ = try documents.encode(json: json)
    #expect(documents.unsealedPaths == left)
    _ = try documents.encode(json: Array(#"{"crad":1,"name":{"first":2}}"#.utf8))
    #expect(documents.unsealedPaths == ["tags", "card", #"a\.b"#])
    var plain = DocumentEncoder()
    _ = try plain.encode(json: json)
    #expect(plain.unsealedPaths.isEmpty)
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
    let lists = try #require(FieldPaths(lists: [#" a b , c\ ,\ d "#, "e"]))
    #expect(lists.description == #"a b, c\ , \ d, e"#)
    #expect(lists == FieldPaths(["a b", "c ", " d", "e"]))
    #expect(FieldPaths(lists: ["a, ,b"]) == nil)
  }
}
