// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Errors (SPEC §11 Errors)")
struct HuskErrorTests {
  @Test func sayWhereTheyAre() {
    let position = HuskError.Position(line: 2, column: 3)
    #expect(HuskError(.truncated, "bytes are missing").description == "bytes are missing")
    #expect(HuskError(.truncated, at: 7, "a").description == "a (at byte 7)")
    #expect(
      HuskError(.invalidNumber, at: 7, position: position, "a").description
        == "a (at byte 7, line 2, column 3)")
  }

  @Test func areEqualByCodeAndOffset() {
    #expect(HuskError(.truncated, at: 1, "a") == HuskError(.truncated, at: 1, "b"))
    #expect(HuskError(.truncated, at: 1, "a") != HuskError(.truncated, at: 2, "a"))
    #expect(HuskError(.truncated, "a") != HuskError(.extraText, "a"))
  }
}
