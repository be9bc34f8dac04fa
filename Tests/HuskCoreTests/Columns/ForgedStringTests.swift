// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

/// Strings of columns are believed (SPEC §8.3 Slots and their columns): with a quote inside, what is decoded is no
/// JSON text, but something is.
@Suite("Forged strings", .timeLimit(.minutes(5)))
struct ForgedStringTests {
  private static let digits = "12345678901234567890123456789012"

  @Test(arguments: [digits, "[" + digits, "],[" + digits, "," + digits])
  func endTheScanOfNumbers(rest: String) throws {
    // The texts of short blocks are woven without that scan.
    let count = 400
    // The first ones settle what stands between two.
    let values = (0..<count).map { $0 < 20 ? "x\n" : "x\"\(rest)\n" }
    let document = "[\n" + values.map { "\"\($0.dropLast())\"" }.joined(separator: ",") + "]"
    var block = HuskTestKit.BlockBuilder()
    block.template = [0, 4, 0]
    block.gaps([(1, 1)])
    block.controls(1, .constant(Int64(count)), of: 0)
    block.values(count, .text(values), of: 1)
    var file = FileBuilder()
    file.template([0, 4, 0])
    let text = PaddedBytes(Array(document.utf8))
    file.block(
      rows: 1, decoded: text.count, check: Checksum.crc32(text),
      [1] + block.parts().flatMap(\.bytes))
    file.end()
    // It decodes to what it says, or is refused as no text.
    if let decoded = try? Husk.decode(file.bytes) { #expect(decoded == Array(document.utf8)) }
  }
}
