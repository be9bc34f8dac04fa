// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Testing

@Suite("Small documents, and means")
struct SmallDocumentTests {
  @Test(arguments: [5, 6, 50, 51, 52, 60, 61, 100, 500, 2_000])
  func documentsHaveTheSizeThatIsAskedFor(byteCount: Int) {
    let text = SmallDocument.text(byteCount: byteCount)
    #expect(text.count == byteCount)
    #expect(PlainJSON.minified(text) == text)
    #expect(text.first == UInt8(ascii: "["))
    #expect(text.suffix(2) == Array("\"]".utf8))
  }

  @Test func documentsOfTwoKilobytesHoldManyRecords() {
    // Nine tokens a record: the object, four keys, four values.
    #expect(PlainJSON.tokenCount(SmallDocument.text(byteCount: 2_000)) > 9 * 25)
  }

  @Test(
    arguments: [([2, 8], 4), ([0.5, 2], 1), ([3], 3), ([], nil)] as [([Double], Double?)])
  func meansAreGeometric(ratios: [Double], mean: Double?) {
    let found = GeometricMean.of(ratios)
    #expect((found == nil) == (mean == nil))
    if let found, let mean { #expect(abs(found - mean) < 1e-12) }
  }
}
