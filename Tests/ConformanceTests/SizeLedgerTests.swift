// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Sizes of encoded documents")
struct SizeLedgerTests {
  @Test func documentsTakeTheBytesThatTheLedgerSays() throws {
    let documents = Corpus.files(in: Corpus.documents)
    try #require(!documents.isEmpty)
    let now = try SizeLedger(encoding: documents)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try now.text.write(to: SizeLedger.file.url, atomically: true, encoding: .utf8)
    }
    let text = try String(decoding: SizeLedger.file.bytes(), as: UTF8.self)
    let kept = try #require(SizeLedger(text), "Scripts/sizes writes the ledger anew")
    #expect(kept.text == text, "the ledger is sorted")
    #expect(Set(kept.sizes.keys) == Set(now.sizes.keys), "Scripts/sizes writes the ledger anew")
    for (entry, count) in now.sizes {
      guard let expected = kept.sizes[entry] else { continue }
      // Another version of a compressor finds other matches, and about as many.
      let isExact = kept.libraries == now.libraries || entry.layout == .text
      let tolerance = isExact ? 0 : expected / 50
      #expect(
        abs(count - expected) <= tolerance,
        "\(entry): \(count) bytes rather than \(expected); Scripts/sizes writes the ledger anew")
    }
  }

  @Test func noHigherEffortTakesMore() throws {
    let text = try String(decoding: SizeLedger.file.bytes(), as: UTF8.self)
    let sizes = try #require(SizeLedger(text)).sizes
    for entry in sizes.keys where entry.layout == .column && entry.effort == "default" {
      let counts = try ["default", "9", "max", "archive"].map { effort in
        var other = entry
        other.effort = effort
        return try #require(sizes[other])
      }
      #expect(counts == counts.sorted(by: >), "\(entry.document)")
    }
  }

  @Test(
    arguments: [
      "", "document\tlayout\teffort\tbytes\n", "# made with\tzstd\nx\ny\n",
      "# made with\tzstd\ndocument\tlayout\teffort\tbytes\na.json\tcolumn\t9\tmany\n",
      "# made with\tzstd\ndocument\tlayout\teffort\tbytes\na.json\tpillar\t9\t7\n",
    ])
  func whatIsNoLedgerIsRefused(text: String) {
    #expect(SizeLedger(text) == nil)
  }
}
