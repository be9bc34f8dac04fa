// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskTestKit
import Testing

@Suite("Founding experiments")
struct ScenarioTests {
  private static let names = Scenario.all.map(\.name)

  /// What came of each, with the shares that were reported meanwhile.
  private static let results = Scenario.all.map { scenario in
    var shares: [Double] = []
    let report = Result { try scenario.run(.sketch) { shares.append($0) } }
    return (name: scenario.name, report: report, shares: shares)
  }

  private func report(_ name: String) throws -> Scenario.Report {
    let (_, report, shares) = try #require(Self.results.first { $0.name == name })
    #expect(shares == shares.sorted() && shares.allSatisfy { 0...1 ~= $0 } && !shares.isEmpty)
    return try report.get()
  }

  @Test("Each prints tables without gaps, in every form", arguments: names)
  func everyForm(name: String) throws {
    let report = try report(name)
    for table in report.tables {
      #expect(!table.rows.isEmpty)
      #expect(table.rows.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
    }
    let text = report.text { [$0] }
    let markdown = report.markdown { [$0] }
    #expect(text.hasPrefix(report.title + "\n"))
    #expect(markdown.hasPrefix("## \(report.title)\n"))
    for table in report.tables {
      #expect(text.contains("\n\(table.title)\n"))
      #expect(markdown.contains("\n### \(table.title)\n"))
    }
    let value = report.value.bytes
    #expect(try ReferenceParser.parse(value).minified == value)
  }

  @Test("Compressing pays from few objects on, and encrypting does not undo it")
  func objects() throws {
    let tables = try report("objects").tables
    #expect(tables[0].rows.map(\.first) == ["1", "2", "3"])
    let plain = try number(tables[0].rows[2][1])
    for cell in tables[0].rows[2].dropFirst(2) { #expect(try number(cell) < plain) }
    #expect(try number(tables[1].rows[2][2]) > plain)
    for cell in tables[1].rows[2].dropFirst(3) { #expect(try number(cell) < plain) }
  }

  @Test("Encrypting first leaves nothing to compress")
  func order() throws {
    let table = try #require(try report("order").tables.first)
    #expect(table.title == "725 bytes of customers")
    #expect(table.rows[0].suffix(2) == ["344", "1,064"])
    for row in table.rows.dropFirst() {
      #expect(try number(row[1]) < 725 && number(row[2]) > 725)
      #expect(try number(row[3]) < number(row[4]))
    }
  }

  @Test("Templates make messages of few bytes smaller")
  func smallest() throws {
    let rows = try #require(try report("smallest").tables.first).rows
    let starts = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    let bare = try number(try #require(starts["husk-bare"]))
    let gzip = try number(try #require(starts["gzip"]))
    #expect(bare < gzip)
    #expect(rows.allSatisfy { $0[3] == "103" })
  }

  @Test("The comparison of 2011 has the figures of the article, and its order")
  func article() throws {
    let rows = try #require(try report("2011").tables.first).rows
    #expect(rows[0][1] == "776,135" && rows[5][1] == "27,358")
    let sizes = try rows.prefix(6).map { try number($0[3]) }
    #expect(sizes == sizes.sorted(by: >))
  }

  @Test("A template that is sent once pays after some requests")
  func session() throws {
    let table = try #require(try report("session").tables.first)
    let row = try #require(table.rows.last)
    #expect(row[0] == "10")
    let sizes = try row.map(number)
    let column = Dictionary(uniqueKeysWithValues: zip(table.columns, sizes))
    let before = try #require(column["Husk named before"])
    let cached = try #require(column["Husk cached"])
    let trained = try #require(column["Husk trained"])
    #expect(before < cached && cached < trained)
  }

  private func number(_ cell: String) throws -> Int {
    try #require(Int(cell.filter { $0 != "," }))
  }
}
