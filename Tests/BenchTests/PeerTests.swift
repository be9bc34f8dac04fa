// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskCore
import HuskTestKit
import Testing

@Suite("Forms of others")
struct PeerTests {
  private static let people = """
    [{"name":"Andrea","age":31,"gender":"Male","skilled":true},\
    {"name":"Eva","age":27,"gender":"Female","skilled":true},\
    {"name":"Daniele","age":26,"gender":"Male","skilled":false}]
    """

  @Test(
    "The forms that are JSON give what their authors published",
    arguments: [
      ("jsonh", #"[{"a":"A","b":"B"},{"a":"C","b":"D"}]"#, #"[2,"a","b","A","B","C","D"]"#),
      ("jsonh", #"[{"a":"A"},{"a":"B"}]"#, #"[1,"a","A","B"]"#),
      (
        "hpack-0", people,
        """
        [["name","age","gender","skilled"],["Andrea",31,"Male",true],["Eva",27,"Female",true],\
        ["Daniele",26,"Male",false]]
        """
      ),
      (
        "hpack-1", people,
        """
        [["name",["Andrea","Eva","Daniele"],"age","gender",["Male","Female"],"skilled",\
        [true,false]],[0,31,0,0],[1,27,1,0],[2,26,0,1]]
        """
      ),
      (
        "hpack-2", people,
        """
        [["name","age","gender",["Male","Female"],"skilled",[true,false]],["Andrea",31,0,0],\
        ["Eva",27,1,0],["Daniele",26,0,1]]
        """
      ),
      (
        "hpack-3", people,
        """
        [["name","age","gender",["Male","Female"],"skilled"],["Andrea",31,0,true],\
        ["Eva",27,1,true],["Daniele",26,0,false]]
        """
      ),
      (
        "hpack-4", people,
        """
        [["name","age","gender","skilled"],["Andrea",31,"Male",true],["Eva",27,"Female",true],\
        ["Daniele",26,"Male",false]]
        """
      ),
      (
        "cjson",
        """
        [{"x":100,"y":100},{"x":100,"y":100,"width":200,"height":150},{}]
        """,
        """
        {"f":"cjson","t":[[0,"x","y"],[1,"width","height"]],\
        "v":[{"":[1,100,100]},{"":[2,100,100,200,150]},{}]}
        """
      ),
    ])
  func formsThatAreJSON(name: String, json: String, expected: String) throws {
    let form = try #require(SampleForms.trees[name])
    let value = try JSONValue.text(of: Array(json.utf8))
    let encoded = form.encode(value)
    #expect(String(decoding: encoded.bytes, as: UTF8.self) == expected)
    #expect(try form.decode(encoded) == value)
  }

  @Test(
    "MessagePack has the bytes of its specification",
    arguments: [
      (#"{"compact":true,"schema":0}"#, "82a7636f6d70616374c3a6736368656d6100"),
      (
        "[127,128,255,256,65535,65536,4294967296]",
        "977fcc80ccffcd0100cdffffce00010000cf0000000100000000"
      ),
      ("[-1,-32,-33,-128,-129,-32769]", "96ffe0d0dfd080d1ff7fd2ffff7fff"),
      (#"[null,false,1.1,""]"#, "94c0c2cb3ff199999999999aa0"),
      ("1.50", "cb3ff8000000000000"),
      ("18446744073709551616", "c7140131383434363734343037333730393535313631" + "36"),
    ])
  func messagePack(json: String, hexadecimal: String) throws {
    try check(MessagePack(), json, hexadecimal)
  }

  @Test(
    "CBOR has the bytes of RFC 8949, appendix A",
    arguments: [
      ("0", "00"), ("23", "17"), ("24", "1818"), ("1000", "1903e8"), ("1000000", "1a000f4240"),
      ("1000000000000", "1b000000e8d4a51000"), ("18446744073709551615", "1bffffffffffffffff"),
      ("-1", "20"), ("-1000", "3903e7"), ("0.0", "f90000"), ("-0.0", "f98000"), ("1.0", "f93c00"),
      ("1.1", "fb3ff199999999999a"), ("1.5", "f93e00"), ("65504.0", "f97bff"),
      ("100000.0", "fa47c35000"), ("3.4028234663852886e+38", "fa7f7fffff"),
      ("1.0e+300", "fb7e37e43c8800759c"), ("5.960464477539063e-8", "f90001"),
      ("0.00006103515625", "f90400"), ("-4.0", "f9c400"), ("false", "f4"), ("null", "f6"),
      (#""IETF""#, "6449455446"), (#""\"\\""#, "62225c"), (#""\u00fc""#, "62c3bc"),
      (#""\ud800\udd51""#, "64f0908591"), ("[1,[2,3],[4,5]]", "8301820203820405"),
      (#"{"a":1,"b":[2,3]}"#, "a26161016162820203"),
      // Not in the appendix, which has no embedded JSON.
      (#""\ud800""#, "d9010648225c756438303022"),
    ])
  func cbor(json: String, hexadecimal: String) throws {
    try check(CBOR(), json, hexadecimal)
  }

  private func check(_ form: some PeerForm, _ json: String, _ hexadecimal: String) throws {
    let value = try JSONValue.text(of: Array(json.utf8))
    let bytes = try form.encode([value], isSequence: false)
    #expect(Hexadecimal.string(bytes) == hexadecimal)
    let decoded = try form.decode(bytes, isSequence: false)
    #expect(decoded.count == 1)
    #expect(decoded.allSatisfy { $0.means(value) })
  }

  @Test(
    "LZString has the bytes of the original",
    arguments: [
      ("Hello, world!", "0485303660f60340040ee901398026042200"),
      ("aaaaaaaaaaaaaaaa", "218d7f10"), ("日本語日本語", "a9e9a1a7347951a64000"), ("x", "0790"),
      (
        #"{"a":1,"b":[true,null,"café"]}"#,
        "37822086205c08c0342023281b402e02702b814d603b4c01b43e018cc00cc04b9005d017c800"
      ),
    ])
  func lzString(text: String, hexadecimal: String) throws {
    let bytes = LZString.compress(Array(text.utf8))
    #expect(Hexadecimal.string(bytes) == hexadecimal)
    #expect(try LZString.decompress(bytes) == Array(text.utf8))
  }

  @Test("LZString keeps long texts, and is as long as the original")
  func longTexts() throws {
    let text = Array((0..<200).map { #"{"id":\#($0)}"# }.joined().utf8)
    let bytes = LZString.compress(text)
    #expect(bytes.count == 432)
    #expect(Digest.sha256(bytes).hasPrefix("325c3eb4ab547d96"))
    #expect(try LZString.decompress(bytes) == text)
    #expect(throws: BenchError.self) { try LZString.decompress(Array(bytes.dropLast(3))) }
  }
}
