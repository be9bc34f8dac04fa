// SPDX-License-Identifier: Apache-2.0

import HuskHTTP
import Testing

@Suite("Header fields")
struct FieldTests {
  @Test func namesHaveNoCase() {
    var fields: HTTPFields = ["Accept": " a ", "Vary": "b"]
    fields.append("accept", "c")
    #expect(fields["ACCEPT"] == "a, c")
    fields["aCCept"] = "d"
    #expect(fields.lines.map(\.name) == ["Vary", "aCCept"])
    fields["Vary"] = nil
    fields.merge(["accept": "e"])
    #expect(fields.lines.map(\.value) == ["e"])
    #expect(fields["Missing"] == nil)
  }

  @Test(arguments: [
    ("a, b;q=0.5", ["a 1000", "b 500"]), ("a;q=1.000,b;q=0.001", ["a 1000", "b 1"]),
    ("A/B;x=\"1,2\";Q=0", ["a/b 0"]), (",, a ,", ["a 1000"]), ("a;q=2, b", ["b 1000"]),
    ("a;q=0.1234, b", ["b 1000"]), ("a;q=-1", []), ("a b, c", ["c 1000"]), ("", []),
    ("a;q=1.1", []), ("a;q=", []), ("a;q=.5", []), ("a;q=1.", ["a 1000"]),
  ])
  func weightsAreRead(value: String, choices: [String]) {
    #expect(QualityList(value).choices.map { "\($0.name) \($0.quality)" } == choices)
  }

  @Test(
    arguments: [
      ("max-age=60", 60), ("MAX-AGE=\"60\", public", 60), ("max-age=60, no-cache", 0),
      ("max-age=60, no-store", 0), ("max-age=x", 0), ("max-age=1, max-age=2", 0), ("public", 0),
      ("max-age=99999999999999999999", 31_536_000), ("max-age=-1", 0), ("", 0),
      ("ext=\"max-age=7\"", 0),
    ] as [(String, Int64)])
  func freshnessIsRead(value: String, seconds: Int64) {
    #expect(CacheControl(value).freshness(age: nil) == seconds)
  }

  @Test func ageIsTakenOff() {
    let control = CacheControl("max-age=60")
    #expect(control.freshness(age: "20") == 40)
    #expect(control.freshness(age: "80") == 0)
    #expect(control.freshness(age: "old") == 60)
    #expect(control.freshness(age: "-5") == 60)
  }

  @Test func cacheControlIsWritten() {
    var control = CacheControl(maxAge: 5)
    (control.isPrivate, control.isImmutable) = (true, true)
    #expect(control.fieldValue == "private, max-age=5, immutable")
    #expect(CacheControl(control.fieldValue) == control)
    #expect(CacheControl().fieldValue == nil)
  }

  @Test(arguments: [
    ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("a", false),
    ("\"b\"", false), ("", false), ("\"A\"", false), ("\"b\" \"a\"", false),
    ("\"b\", a, \"a\"", false),
    ("w/\"a\"", false),
  ])
  func entityTagsAreFound(value: String, isNamed: Bool) {
    #expect(EntityTag("a").isNamed(in: value) == isNamed)
  }

  @Test func entityTagsAreRead() {
    #expect(EntityTag(parsing: "W/\"x\"")?.isWeak == true)
    #expect(EntityTag(parsing: "\"x\"") == EntityTag("x"))
    #expect(EntityTag(parsing: "\"x") == nil && EntityTag(parsing: "x") == nil)
    #expect(EntityTag("x").fieldValue == "\"x\"")
  }

  @Test(arguments: [
    ("https://Example.org:443/a?b#c", "https://example.org/a?b"), ("http://h:80", "http://h/"),
    ("http://h:8080?x", "http://h:8080/?x"), ("http://[::1]:5/", "http://[::1]:5/"),
    ("http://h:/", "http://h/"), ("https://[::1]", "https://[::1]/"),
    ("http://h:443", "http://h:443/"),
  ])
  func addressesAreRead(text: String, whole: String) {
    #expect(WebAddress(text)?.text == whole)
  }

  @Test(arguments: [
    "ftp://h/", "http://", "http://u@h/", "/a", "a", "", "http://h/ b", "http://h/é",
    "http://:/", "http://:80/", "http://h::/", "http://h:80:/", "http://h:a/", "http://::1/",
    "http://h/" + String(repeating: "a", count: 9000),
  ])
  func otherAddressesAreNone(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test func addressesAreRelative() throws {
    let base = try #require(WebAddress("https://h/a/b?c"))
    #expect(WebAddress("/x?y", relativeTo: base)?.text == "https://h/x?y")
    #expect(WebAddress("?y", relativeTo: base)?.text == "https://h/a/b?y")
    #expect(WebAddress("//g/x", relativeTo: base)?.text == "https://g/x")
    #expect(WebAddress("x", relativeTo: base) == nil)
  }
}
