// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Input that Husk did not encode (SPEC §6.1 Members)")
struct ForeignInputTests {
  private func error(decoding text: String) -> HuskError? {
    #expect(throws: HuskError.self) { try Husk.decode(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      ("hello", 0), ("\u{7F}ELF", 0), ("\n <html>", 2), ("PK\u{3}\u{4}", 0), ("\u{FEFF}x", 3),
    ])
  func whatIsNoJSON(text: String, offset: Int) {
    let error = error(decoding: text)
    #expect(error == HuskError(.notHusk, at: offset, ""))
    #expect(error?.context == "this is nothing that Husk encoded")
  }

  @Test(
    arguments: [
      #"{"a":1}"#, "[1,2]", "17", "null", "{\"a\":1}\n{\"a\":2}\n", "[1,2", #"{"a":1"#, "-",
    ])
  func plainJSON(text: String) {
    let error = error(decoding: text)
    #expect(error == HuskError(.notHusk, at: 0, ""))
    #expect(error?.context.contains("JSON, but nothing") == true)
  }

  @Test func jsonThatIsTooDeep() {
    #expect(error(decoding: String(repeating: "[", count: 9_000))?.code == .notHusk)
  }

  @Test(
    arguments: [
      (#"{"husk":1,"template":}"#, .unexpectedCharacter), (#"{"husk":1,"val"#, .unexpectedEnd),
      (#"{"values":[01],"husk":1}"#, .invalidNumber), ("{\"husk\":1}\n{}", .extraText),
    ] as [(String, HuskError.Code)])
  func damagedTextLayoutSaysWhatIsWrong(text: String, code: HuskError.Code) {
    #expect(error(decoding: text)?.code == code)
  }

  @Test(arguments: ["", " \n"])
  func nothingIsEmptyInput(text: String) {
    #expect(error(decoding: text)?.code == .emptyInput)
  }

  @Test func whatIsInspectedElsewhereIsNamed() throws {
    let json = Array("[1,2]".utf8)
    for (layout, name) in [(Layout.column, "a file of blocks"), (.row, "a message")] {
      let bytes = try Husk.encode(json: json, options: EncodeOptions(layout: layout))
      let error = #expect(throws: HuskError.self) { try Husk.inspect(bytes) }
      #expect(error == HuskError(.notHusk, at: 0, ""))
      #expect(error?.context.contains(name) == true)
      #expect(error?.context.contains("'describe' of the module Husk") == true)
    }
    #expect(throws: HuskError(.notHusk, at: 0, "")) { try Husk.inspect([0xFD, 0]) }
  }

  @Test func aKeyringWithoutAnActiveKeySealsNothing() throws {
    var keys = Keyring()
    #expect(throws: HuskError(.missingKey, "")) { try EncodeOptions(key: keys.sealingKey) }
    let key = EncryptionKey()
    keys.add(key, isActive: false)
    #expect(throws: HuskError(.missingKey, "")) { try keys.sealingKey }
    keys.add(key)
    #expect(try EncodeOptions(key: keys.sealingKey).key == key)
    #expect(EncodeOptions().key == nil)
  }
}
