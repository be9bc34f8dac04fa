// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskTestKit
import Testing

@Suite("Reports")
struct ReportTests {
  /// A report of figures that were never measured.
  static func report(name: String = "a, \"b\".json") throws -> FileReport {
    func outcome(_ id: String, _ result: Outcome.Result) throws -> Outcome {
      Outcome(method: try #require(Methods.named(id)), result: result)
    }
    let outcomes = try [
      outcome(
        "zstd-3",
        .measured(
          Outcome.Figures(byteCount: 500, sharedByteCount: 0, encode: 4000, decode: 1000))),
      outcome(
        "cjson",
        .measured(
          Outcome.Figures(byteCount: 1234, sharedByteCount: 0, encode: 8000, decode: 500))),
      outcome("husk-row", .skipped("not for such texts")),
      outcome("jq", .failed("a value differs")),
    ]
    return FileReport(
      name: name,
      whole: Comparison(
        name: name, byteCount: 2000, textCount: 1, isMessages: false, outcomes: outcomes))
  }

  @Test("The table has sizes, ratios and speeds, and what went wrong")
  func table() throws {
    let table = try #require(Self.report().tables.first)
    #expect(table.rows[0] == ["zstd-3", "500", "25.0 %", "500", "1.00", "2,000", "1.00"])
    #expect(table.rows[1] == ["cjson *", "1,234", "61.7 %", "250", "0.50", "4,000", "2.00"])
    #expect(table.notes == ["* keeps values, not every byte", "jq: a value differs"])
    let lines = table.text.split(separator: "\n")
    #expect(lines[2] == "  zstd-3     500  25.0 %          500      1.00        2,000      1.00")
    let markdown = table.markdown().split(separator: "\n")
    #expect(markdown[0] == "### a, \"b\".json: 2,000 bytes")
    #expect(markdown[2].hasPrefix("|---------|------:|"))
    #expect(Set(markdown[1...4].map(\.count)).count == 1)
  }

  @Test("CSV quotes what needs it")
  func csv() throws {
    let lines = try String(decoding: DataReport.csv([Self.report()]), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 5)
    #expect(
      lines[2]
        == #""a, ""b"".json",whole,2000,cjson,values,measured,1234,0,0.617000,250.00,4000.00,0.5000,2.0000"#
    )
    #expect(lines[4] == #""a, ""b"".json",whole,2000,jq,values,failed,,,,,,,"#)
  }

  @Test("JSON has everything")
  func json() throws {
    let bytes = try DataReport.json([Self.report()])
    let node = try ReferenceParser.parse(bytes)
    #expect(node.minified + [0x0A] == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"reference":"zstd-3","files":[{"file":"a, \"b\".json","#))
    #expect(text.contains(#""byteCount":500,"sharedByteCount":0,"ratio":0.250000"#))
    #expect(text.contains(#""failed":"a value differs""#))
  }

  @Test(
    "Numbers are rounded as they are printed",
    arguments: [
      (0.0, "0.000"), (0.0456, "0.046"), (0.5, "0.50"), (9.994, "9.99"), (12.34, "12.3"),
      (1234.5, "1,235"), (-0.5, "-0.50"),
    ])
  func figures(value: Double, text: String) {
    #expect(Figure.rounded(value) == text)
  }

  @Test("Growth counts records of sequences and of arrays")
  func growth() throws {
    #expect(Growth.counts(upTo: 100) == [1, 2, 5, 10, 20, 50, 100])
    #expect(Growth.counts(upTo: 7) == [1, 2, 5, 7])
    let array = try #require(try Growth.measure(Array(#"[{"a":1},{"a":2},{"a":3}]"#.utf8)))
    #expect(array.counts == [1, 2, 3])
    #expect(array.lines[0].byteCounts == [9, 17, 25])
    let lines = try #require(try Growth.measure(Array("{}\n{}\n{}\n".utf8)))
    #expect(lines.lines[0].byteCounts == [3, 6, 9])
    #expect(try Growth.measure(Array(#"{"a":[1,2,3]}"#.utf8)) == nil)
  }

  @Test("Shares add up to the file")
  func shares() throws {
    let file = try #require(Corpus.files(in: Corpus.documents).first)
    let shares = try ColumnShares(file.bytes())
    #expect(shares.entries.reduce(0) { $0 + $1.byteCount } == shares.byteCount)
    #expect(shares.entries.count > 5)
  }
}
