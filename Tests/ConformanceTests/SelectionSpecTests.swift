// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskReference
import HuskTestKit
import HuskTool
import Testing

@Suite("The table of SPEC §9.9 Selected reading")
struct SelectionSpecTests {
  @Test func theTableHolds() throws {
    let rows = try SpecDocument().rows(of: "9.9")
    #expect(rows.count >= 5)
    for row in rows {
      var words = row[1].split(separator: " ")[...]
      var selection = Selection()
      var fields: String?
      var array: String?
      while let word = words.popFirst() {
        let next = words.popFirst()
        let value = String(try #require(next))
        switch word {
        case "fields":
          selection.fields = try #require(FieldSelection(list: value))
          fields = value
        case "rows": selection.rows = try #require(Selection.rows(of: value))
        default:
          let isPath = selection.setArray(value)
          #expect(word == "at" && isPath)
          array = value
        }
      }
      var decoder = SelectiveDecoder(selection)
      decoder.append(try Husk.encode(json: Array(row[0].utf8)))
      decoder.finish()
      var output: [UInt8] = []
      while let piece = try decoder.next() { output += piece }
      #expect(String(decoding: output, as: UTF8.self) == row[2] + "\n")
      let wanted = ReferenceSelection(
        fieldList: fields, rows: selection.rows, array: array)
      let given = try Reference().decode(Husk.encode(json: Array(row[0].utf8)), wanted)
      #expect(given == output)
    }
  }
}
