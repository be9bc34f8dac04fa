// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Sizes of what slots share")
struct SharedWalkTests {
  /// The sizes of a block of one row, an array, whose number of elements stands among the shared controls.
  private func sizes(controls: [UInt8], text: [UInt8]) throws(HuskError) -> ColumnSizes {
    let plan = TemplatePlan(Template(shapes: [], root: .array(.any)))
    var block = BlockBuilder()
    // The array and its elements have no columns of their own.
    block.count(0)
    block.count(0)
    let payload = block.payload(sharedControls: controls, sharedText: text)
    return try ColumnSizes(payload.span, plan, rowCount: 1, byteLimit: 100, limits: Limits())
  }

  @Test func valuesAreCountedWithTheirBytes() throws {
    let sizes = try sizes(controls: [2], text: [0x31, 1, 0x32, 1])
    #expect(sizes.columns.map(\.valueCount) == [1, 2])
    // A byte of descriptors each says that they have no column.
    #expect(sizes.columns.map(\.byteCount) == [1 + 1, 1 + 4])
  }

  @Test(
    "Controls are held to the rules of varints",
    arguments: [
      ([0x82, 0x00], .invalidVarint), ([UInt8](repeating: 0xFF, count: 10), .invalidVarint),
      ([UInt8](repeating: 0xFF, count: 9) + [0x01], .invalidValue),
      ([0x80, 0x80, 0x80, 0x80, 0x01], .invalidValue), ([0x82], .missingValue),
    ] as [([UInt8], HuskError.Code)])
  func badControlsAreRefused(controls: [UInt8], code: HuskError.Code) {
    #expect(throws: HuskError(code, "")) { try sizes(controls: controls, text: [0x31, 1]) }
  }
}
