// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@Suite("Vector files")
struct VectorFileTests {
  private static let complete = """
    expect: unexpectedEnd
    offset: 4
    line: 2
    column: 1
    spec: §3.1
    since: 1
    canonical: no
    options: minify input=json
    needs: zstd
    comment: first line
    comment: second line

    -- document --
    [1,

     2]

    -- empty --
    -- encoded hex --
    FF 00 ab   # three bytes
    # a line of comment

    0102
    -- text escaped --
    a\\r\\n
    \\xEF\\\\\\t b\\n
    -- last --
    end
    """ + "\n"

  @Test func readsEveryKey() throws {
    let vector = try VectorFile(parsing: Array(Self.complete.utf8))
    #expect(vector.expect == "unexpectedEnd")
    #expect(vector.offset == 4)
    #expect(vector.line == 2)
    #expect(vector.column == 1)
    #expect(vector.header[.spec] == "§3.1")
    #expect(vector.header[.since] == "1")
    #expect(!vector.isCanonical)
    #expect(vector.options == ["minify", "input=json"])
    #expect(vector.needs == ["zstd"])
    #expect(vector.header[.comment] == "first line\nsecond line")
    #expect(Set(vector.header.keys) == Set(VectorFile.Key.allCases))
  }

  @Test func readsEveryKindOfSection() throws {
    let vector = try VectorFile(parsing: Array(Self.complete.utf8))
    #expect(vector["document"] == Array("[1,\n\n 2]\n".utf8))
    #expect(vector["empty"] == [])
    #expect(vector["encoded"] == [0xFF, 0x00, 0xAB, 0x01, 0x02])
    #expect(vector["text"] == Array("a\r\n".utf8) + [0xEF] + Array("\\\t b\n".utf8))
    #expect(vector["last"] == Array("end".utf8))
    #expect(vector["missing"] == nil)
    #expect(vector.sections.count == 5)
  }

  @Test func takesAVectorWithoutSections() throws {
    let vector = try VectorFile(parsing: Array("expect: success".utf8))
    #expect(vector.sections.isEmpty)
    #expect(vector.isCanonical)
    #expect(vector.offset == nil)
    #expect(vector.options.isEmpty)
  }

  @Test(
    arguments: [
      ("", 1, "there is no key 'expect'"),
      ("\n-- a --\n", 1, "there is no key 'expect'"),
      ("expect: success\nexpects: x\n", 2, "unknown key 'expects'"),
      ("expect: success\nexpect: success\n", 2, "key 'expect' stands twice"),
      ("expect:success\n", 1, "'expect:success' is not 'key: value'"),
      ("expect: success\noffset: -1\n", 2, "'-1' is no value for 'offset'"),
      ("expect: success\nline: two\n", 2, "'two' is no value for 'line'"),
      ("expect: success\ncanonical: maybe\n", 2, "'maybe' is no value for 'canonical'"),
      ("expect: success\nspec: \n", 2, "'' is no value for 'spec'"),
      ("expect: success\n\nno heading\n", 3, "no section starts here"),
      ("expect: success\n\n-- a --\n-- a hex --\n", 4, "section 'a' stands twice"),
      ("expect: success\n\n-- a base64 --\n", 3, "'base64' is not a way to write a section"),
      ("expect: success\n\n-- a hex now --\n", 3, "'-- a hex now --' is not '-- name --'"),
      ("expect: success\n\n-- a hex --\n0\n", 4, "this is not hex text"),
      ("expect: success\n\n-- a hex --\n00\n0g\n", 5, "this is not hex text"),
      ("expect: success\n\n-- a escaped --\n\\q\n", 4, "this is not escaped text"),
      ("expect: success\n\n-- a escaped --\n\\x4\n", 4, "this is not escaped text"),
      ("expect: success\n\n-- a escaped --\nb\\\n", 4, "this is not escaped text"),
    ])
  func refusesWhatBreaksARule(text: String, line: Int, reason: String) {
    #expect(throws: VectorFile.Failure(line: line, reason)) {
      try VectorFile(parsing: Array(text.utf8))
    }
  }
}
