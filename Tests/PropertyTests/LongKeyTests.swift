// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Keys and constants that are long", .seeded, .timeLimit(.minutes(60)))
struct LongKeyTests {
  /// Objects with long keys, of which some are optional, and shared by objects at other places.
  private func documents(_ seed: Int) -> [String] {
    var random = SeededGenerator(stream: seed)
    let keys = (0..<6).map { number in
      String(repeating: "k\(number)", count: [1, 31, 32, 33, 80, 300][number])
    }
    let constant = String(repeating: "c", count: 200)
    func object(depth: Int) -> String {
      var members = keys.indices.filter { $0 % 2 == 0 || random.below(3) > 0 }.map { number in
        "\"\(keys[number])\":\(number == 4 ? "\"\(constant)\"" : "\(random.below(50))")"
      }
      if depth > 0, random.below(2) == 0 {
        members.append("\"\(String(repeating: "inner", count: 20))\":\(object(depth: depth - 1))")
      }
      if depth == 2 { members.append("\"list\":[\(object(depth: 0)),\(object(depth: 0))]") }
      return "{\(members.joined(separator: ","))}"
    }
    return (0..<40).map { _ in object(depth: 2) }
  }

  @Test("come back, as rows and in arrays, with whitespace and without", arguments: 0..<6)
  func roundTrip(seed: Int) throws {
    let rows = documents(seed)
    let array = "[\(rows.joined(separator: ","))]"
    let printed = JSONStyle.jq.reprint(Array(array.utf8))
    for json in [Array(array.utf8), Array(rows.joined(separator: "\n").utf8), printed] {
      for level in [1, 3, 9] {
        var options = EncodeOptions(verifies: false)
        options.layout = .column
        options.effort = Effort(level: level)
        #expect(try BothDecoders.decode(try Husk.encode(json: json, options: options)) == json)
      }
    }
  }

  @Test("are refused where they are more than the text may have")
  func refused() throws {
    let json = Array("[\(documents(1).joined(separator: ","))]".utf8)
    let block = try ColumnBlock(json, .default)
    #expect(try block.decodeTwice() == json)
    for byteLimit in stride(from: 0, to: json.count, by: 97) {
      #expect(throws: HuskError.self) { try block.decode(byteLimit: byteLimit) }
    }
  }
}
