// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

/// Rows that are as predicted: their values are taken apart while the rows are read, and what was
/// taken so far is of no use where a column turns out to be another.
@Suite("Values are gathered as rows are read", .seeded, .timeLimit(.minutes(60)))
struct GatheredValuesTests {
  private static let rowCount = 6000

  private func encode(_ value: (Int) -> String) throws -> (json: [UInt8], encoded: [UInt8]) {
    var text = ""
    for row in 0..<Self.rowCount { text += "{\"id\":\(row),\"value\":\(value(row))}\n" }
    let json = Array(text.utf8)
    return (json, try Husk.encode(json: json))
  }

  @Test(
    "and come back where the last ones are others",
    arguments: ["1e5", "-0", "12345678901234567890", "\"x\"", "null", "0.5", "7"])
  func lateChange(odd: String) throws {
    let columns: [(Int) -> String] = [
      { "\($0 % 7)" }, { "\($0 % 50).\($0 % 10)" }, { "1.50\($0 % 2)" }, { _ in "4.25" },
      { "\"name \($0 % 9)\"" }, { _ in "\"same\"" }, { "\($0 % 3 == 0)" }, { "\"\($0)\"" },
    ]
    for column in columns {
      for oddRow in [70, 3000, Self.rowCount - 1] {
        let (json, encoded) = try encode { $0 == oddRow ? odd : column($0) }
        #expect(try Husk.decode(encoded) == json)
      }
    }
  }

  @Test("as strings that hardly recur after all") func lateNovelty() throws {
    for limit in [200, 600, 2000, 4000] {
      let (json, encoded) = try encode { "\"\($0 < limit ? $0 % 5 : $0 * 7919)-long enough\"" }
      #expect(try Husk.decode(encoded) == json)
    }
  }

  @Test("as a constant that takes no room") func constants() throws {
    for value in ["4.50", "\"same\"", "true", "-3"] {
      let (json, encoded) = try encode { _ in value }
      #expect(encoded.count < 150)
      #expect(try Husk.decode(encoded) == json)
    }
  }
}
