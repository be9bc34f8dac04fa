// SPDX-License-Identifier: Apache-2.0

import Husk
import Testing

@Suite("The JSON writer")
struct JSONWriterTests {
  @Test("Commas stand between members and elements and nowhere else")
  func commasStandBetween() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("a")
      writer.array { writer in
        writer.integer(-1)
        writer.null()
        writer.array { _ in }
        writer.object { _ in }
        writer.boolean(true)
      }
      writer.name("b")
      writer.token("1e400".utf8)
    }
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text == #"{"a":[-1,null,[],{},true],"b":1e400}"#)
  }

  @Test(
    "Text is escaped, what is escaped is not",
    arguments: [("a\"b\\c", #""a\"b\\c""#), ("\n\u{1F}", #""\u000a\u001f""#), ("é", "\"é\"")])
  func textIsEscaped(text: String, written: String) {
    var writer = JSONWriter()
    writer.text(text)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == written)
    var raw = JSONWriter()
    raw.string(escaped: Array(written.utf8.dropFirst().dropLast()))
    #expect(raw.bytes == writer.bytes)
  }
}
