// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("The printer of values")
struct ValuePrinterTests {
  private static let documents = Corpus.files(in: Corpus.folder.appending(path: "documents"))

  private static func encode(_ json: String, _ layout: Layout = .column) throws -> [UInt8] {
    try Husk.encode(json: Array(json.utf8), options: EncodeOptions(layout: layout))
  }

  @Test func typesFieldsAndReferencesAreShown() throws {
    let rows = (1...40).map {
      #"{"id":\#($0),"state":"\#($0 % 2 == 0 ? "open" : "done")","at":[1.5,{"a":null}],"m":{}}"#
    }
    let file = try Self.encode("[\(rows.joined(separator: ","))]", .text)
    let text = try Husk.describe(file, showing: PrintOptions(rows: 1..<2))
    #expect(
      text == """
        text layout, template of 3 shapes
        row 1: object #0
          id: integer 2
          state: string "open" (entry 2 of 2)
          at: tuple of 2
            [0]: number 1.5 (always)
            [1]: object #1
              a: null (always)
          m: object #2
        1 of 40 rows

        """)
  }

  @Test(arguments: documents)
  func everyDocumentIsShownInFewLines(document: CorpusFile) throws {
    let json = try document.bytes()
    for layout in [Layout.column, .text] {
      let file = try Husk.encode(json: json, options: EncodeOptions(layout: layout))
      let text = try Husk.describe(file)
      let lines = text.split(separator: "\n")
      #expect(lines.count <= PrintOptions().lineCount + 2)
      #expect(lines.allSatisfy { $0.count < 400 })
      #expect(lines.count > 3)
    }
  }

  @Test(arguments: [1, 7, 1000])
  func cutsOfTheInputDoNotShow(step: Int) throws {
    let file = try Husk.encode(json: Self.documents[0].bytes())
    var printer = ValuePrinter()
    var text: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: step) {
      printer.append(Array(file[start..<min(start + step, file.count)]))
      while let lines = try printer.next() { text += lines }
    }
    printer.finish()
    while let lines = try printer.next() { text += lines }
    #expect(String(decoding: text, as: UTF8.self) == (try Husk.describe(file)))
    #expect(printer.progress.inputByteCount == file.count)
  }

  @Test func linesAreLimited() throws {
    let file = try Self.encode("[[1,[2],3],[4,[5],6]]")
    let text = try Husk.describe(file, showing: PrintOptions(lineCount: 3))
    #expect(text.hasSuffix("… cut after 3 lines\n"))
    #expect(text.split(separator: "\n").count == 5)
    let all = try Husk.describe(file, showing: PrintOptions(lineCount: 10))
    #expect(all.hasSuffix("2 of 2 rows\n"))
  }

  @Test func whatAMessageHasBesideItsTemplateIsSaid() throws {
    var trainer = TemplateTrainer()
    for number in 0..<50 { try trainer.add(Array(#"{"id":\#(number),"kind":"a"}"#.utf8)) }
    let template = try trainer.train()
    var coder = MessageCoder(template)
    let message = try coder.encode(Array(#"{"id":7,"kind":[],"new":{"b":1}}"#.utf8))
    #expect(throws: HuskError(.unknownTemplate, "")) { try Husk.describe(message) }
    let decoder = MessageDecoder { _ throws(HuskError) in template }
    let text = try Husk.describe(message, messages: decoder)
    #expect(text.hasPrefix("message, template \(template.id), referenced\nrow 0: object #0\n"))
    #expect(text.contains("\n  new: object of 1 (not in the template)\n    b: integer 1\n"))
  }

  @Test func whatATerminalWouldActOnIsEscaped() throws {
    let file = try Self.encode("[{\"\u{9B}2J\":\"\u{202E}\"}]")
    let text = try Husk.describe(file)
    #expect(text.contains(#""\u{9b}2J": string "\u{202e}""#))
  }

  @Test func sealedFieldsAreSealedUntilOpened() throws {
    let key = try #require(EncryptionKey(bytes: [UInt8](0..<32)))
    let fields = FieldEncryption(try #require(FieldPaths(["card.number"])), with: key)
    let json = #"[{"card":{"number":"1234","n":1}},{"card":{"number":null,"n":2}}]"#
    let file = try Husk.encode(
      json: Array(json.utf8), options: EncodeOptions(fieldEncryption: fields))
    let sealed = try Husk.describe(file)
    #expect(sealed.matches(of: /number: null \(sealed with key [0-9a-f]{16}\)/).count == 2)
    let opened = try Husk.describe(file, options: DecodeOptions(fieldKeys: Keyring(key)))
    #expect(opened.contains("number: string \"1234\" (opened with key \(key.id))"))
  }

  @Test func damageIsAnError() throws {
    var file = try Husk.encode(json: Self.documents[0].bytes())
    #expect(throws: HuskError.self) { try Husk.describe(Array(file.dropLast(3))) }
    file[file.count / 2] ^= 1
    #expect(throws: HuskError.self) { try Husk.describe(file) }
    #expect(throws: HuskError.self) { try Husk.describe([]) }
  }
}
