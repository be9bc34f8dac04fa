// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Testing

@Suite("Rows with a field that most lack")
struct OddRowsTests {
  @Test("are one in three thousand, and have it behind the others")
  func fieldsAreInserted() {
    let lines = (0..<7000).map { #"{"id":\#($0)}"# + "\n" }
    let odd = String(decoding: OddRows.insert(into: Array(lines.joined().utf8)), as: UTF8.self)
    let found = odd.split(separator: "\n")
    #expect(found.count == 7000 && odd.last == "\n")
    for (row, line) in found.enumerated() {
      let expected =
        switch row {
        case 2999: #"{"id":2999,"fault 1":{"code":1,"text":"too high"}}"#
        case 5999: #"{"id":5999,"fault 2":{"code":2,"text":"too high"}}"#
        default: #"{"id":\#(row)}"#
        }
      #expect(line == expected)
    }
  }
}
