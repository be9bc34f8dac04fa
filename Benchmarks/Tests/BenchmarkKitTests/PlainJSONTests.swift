// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Testing

@Suite("What the harness knows of JSON")
struct PlainJSONTests {
  @Test(
    arguments: [
      ("[]", 1), ("{}", 1), ("7", 1), (" null ", 1), ("[1,2.5e+3,-0]", 4),
      (#"{"a":"b","c":[true,{}]}"#, 7), (#"["\"","\\","a\\\"b"]"#, 4), (#"["{[1,2]}"]"#, 2),
      ("[\n  1,\n  \"x y\"\n]\n", 3),
    ])
  func countsScalarsKeysAndOpeningBrackets(text: String, count: Int) {
    #expect(PlainJSON.tokenCount(Array(text.utf8)) == count)
  }

  @Test(
    arguments: [
      ("[ 1 , 2 ]\n", "[1,2]"), (#"{ "a b" : "\" c" }"#, #"{"a b":"\" c"}"#),
      ("\t[\r\n\"\\\\\" , \" \"]", "[\"\\\\\",\" \"]"), ("7", "7"),
    ])
  func dropsWhitespaceBetweenTokensOnly(text: String, expected: String) {
    let minified = PlainJSON.minified(Array(text.utf8))
    #expect(String(decoding: minified, as: UTF8.self) == expected)
  }

  @Test(arguments: [("[1] \n", "[1"), ("{}", "{"), ("1", nil), ("", nil)])
  func cutsOffTheLastBracket(text: String, expected: String?) {
    let cut = PlainJSON.withoutLastBracket(Array(text.utf8))
    #expect(cut == expected.map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      (PrintedForm.python, #"{"a": [1, {}, "x,:{"], "b": {"c": []}}"# + "\n2\n"),
      (.mongo, #"{ "a" : [ 1, {}, "x,:{" ], "b" : { "c" : [] } }"# + "\n2\n"),
      (.carriageReturns, #"{"a":[1,{},"x,:{"],"b":{"c":[]}}"# + "\r\n2\r\n"),
    ])
  func formsArePrinted(form: PrintedForm, expected: String) {
    let text = Array((#"{"a":[1,{},"x,:{"],"b":{"c":[]}}"# + "\n2\n").utf8)
    #expect(String(decoding: form.print(text), as: UTF8.self) == expected)
  }
}
