// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Heads of sections (SPEC §8.2 Sections)")
struct SectionReaderTests {
  /// The heads of the three sections that share a check, of which one has a codec that is not known.
  @Test(arguments: [1, 3, 5])
  func codecsThatAreNotKnownAreRefusedWhereTheyStand(offset: Int) {
    var payload: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
    payload.appendLittleEndian(Checksum.crc32(payload.span))
    payload[offset] = 99
    #expect(throws: HuskError(.unsupportedCodec, at: offset, "")) {
      _ = try payload.span.withView { (view) throws(HuskError) in
        try SectionReader(view, byteLimit: 10, limits: Limits()).sections.count
      }
    }
  }
}
