// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Testing

@Suite("Tables and the numbers in them")
struct MarkdownTableTests {
  @Test func alignsItsColumns() {
    var table = MarkdownTable(["input", "MB/s"])
    table.add(["a.json", "7"])
    table.add(["b", "1,234"])
    #expect(
      table.text == """
        | input  |  MB/s |
        |--------|------:|
        | a.json |     7 |
        | b      | 1,234 |

        """)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func groupsDigitsByThree(number: Int, text: String) {
    #expect(Quantity.grouped(number) == text)
  }

  @Test(arguments: [(1, "1.00"), (0.054, "0.05"), (12.345, "12.35"), (-0.5, "-0.50")])
  func printsRatiosWithTwoDecimals(value: Double, text: String) {
    #expect(Quantity.ratio(value) == text)
  }

  @Test func printsSpeedsInMegabytesPerSecond() {
    #expect(Quantity.speed(byteCount: 2_500_000, nanoseconds: 1_000_000) == "2,500")
  }
}
