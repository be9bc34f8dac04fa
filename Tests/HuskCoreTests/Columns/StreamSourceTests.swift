// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Sources of streams (SPEC §8.2 Sections)")
struct StreamSourceTests {
  @Test func streamsThatAreSkippedHoldNothingAndCount() throws {
    let payload = BlockBuilder().payload(sharedText: Array("ab".utf8))
    let taken = try payload.span.withView { (view) throws(HuskError) in
      var streams = StreamSource()
      try streams.open(view, byteLimit: 2, limits: Limits())
      let skipped = try streams.skipping { (streams) throws(HuskError) in
        try streams.take(1, .text)?.array()
      }
      return [skipped, try streams.take(1, .text)?.array()]
    }
    #expect(taken == [nil, [0x62]])
  }

  @Test func whatFailsWhereStreamsAreSkippedSkipsNoOthers() throws {
    let payload = BlockBuilder().payload(sharedText: [0x61])
    let taken = try payload.span.withView { (view) throws(HuskError) in
      var streams = StreamSource()
      var taken: [[UInt8]?] = []
      for _ in 0..<2 {
        try streams.open(view, byteLimit: 1, limits: Limits())
        do throws(HuskError) {
          _ = try streams.skipping { (streams) throws(HuskError) in try streams.take(2, .text) }
          taken.append(nil)
        } catch {
          taken.append(streams.isSkipping ? nil : try streams.take(1, .text)?.array())
        }
      }
      return taken
    }
    #expect(taken == [[0x61], [0x61]])
  }
}
