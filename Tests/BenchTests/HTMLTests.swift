// SPDX-License-Identifier: Apache-2.0

import HuskBench
import Testing

@Suite("The page with charts")
struct HTMLTests {
  private func page() throws -> String {
    let lines = Array(
      (0..<40).map { #"{"id":\#($0),"name":"<n & \#($0 % 7)>"}"# + "\n" }.joined().utf8)
    var report = try ReportTests.report(name: "a<b>&\".json")
    report.growth = try Growth.measure(lines)
    report.shares = try ColumnShares(lines)
    return String(decoding: HTMLReport.page([report, report]), as: UTF8.self)
  }

  @Test("Elements are closed in the order in which they were opened")
  func elementsAreClosed() throws {
    let page = try page()
    var open: [Substring] = []
    for match in page.matches(of: /<(\/?)([a-z0-9]+)[^<>]*?(\/?)>/) {
      let name = match.output.2
      if ["meta", "link"].contains(name) || !match.output.3.isEmpty { continue }
      if match.output.1.isEmpty {
        open.append(name)
      } else {
        #expect(open.popLast() == name)
      }
    }
    #expect(open.isEmpty)
  }

  @Test("It needs nothing from elsewhere, and follows the colors of the reader")
  func needsNothing() throws {
    let page = try page()
    #expect(!page.contains("http") && !page.contains("<script") && !page.contains("@import"))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("a&lt;b&gt;&amp;&quot;.json") && !page.contains("a<b>"))
  }

  @Test("Every chart has a title, a description and a table")
  func chartsAreAccessible() throws {
    let page = try page()
    let count = page.matches(of: /<svg role="img"/).count
    // For each of two files: sizes, speeds both ways, growth, columns.
    #expect(count == 10)
    #expect(page.matches(of: /<title id=/).count == count)
    #expect(page.matches(of: /<desc id=/).count == count)
    #expect(page.matches(of: /<figure>/).count == page.matches(of: /<table>/).count)
    let ids = page.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
    for match in page.matches(of: /aria-labelledby="([^"]*)"/) {
      for id in match.output.1.split(separator: " ") { #expect(ids.contains(String(id))) }
    }
  }

  @Test("Coordinates are numbers, and inside the drawing")
  func coordinates() throws {
    let page = try page()
    #expect(!page.contains("nan") && !page.contains("inf\""))
    for match in page.matches(of: /<circle[^>]* cx="([^"]*)" cy="([^"]*)"/) {
      let x = try #require(Double(match.output.1))
      let y = try #require(Double(match.output.2))
      #expect(0...720 ~= x && 0...420 ~= y)
    }
  }
}
