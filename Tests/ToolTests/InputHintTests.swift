// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTool
import Testing

@Suite("Inputs that are no JSON are recognized")
struct InputHintTests {
  private func hint(_ code: HuskError.Code, at offset: Int?, _ start: [UInt8]) -> String? {
    InputHint.hint(HuskError(code, at: offset, "x"), start)
  }

  @Test("by what compressors write first")
  func compressed() {
    let starts: [[UInt8]] = [
      [0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58], Array("BZh9".utf8),
      [0x50, 0x4B, 3, 4],
    ]
    for start in starts {
      #expect(hint(.unexpectedCharacter, at: 0, start)?.contains("decompress") == true)
      #expect(hint(.notHusk, at: 0, start)?.contains("decompress") == true)
      #expect(hint(.unexpectedCharacter, at: 9, start) == nil)
    }
  }

  @Test("by two bytes for each character")
  func wide() {
    for start: [UInt8] in [
      [0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x5B, 0], [0, 0x5B, 0],
    ] {
      #expect(hint(.unexpectedCharacter, at: 1, start)?.contains("UTF-16") == true)
      #expect(hint(.notHusk, at: 0, start) == nil)
    }
  }

  @Test("but JSON is not taken for anything else")
  func json() {
    for start in ["{\"a\"", "[1,2", "x", "", "  {}"] {
      #expect(hint(.unexpectedCharacter, at: 0, Array(start.utf8)) == nil)
      #expect(hint(.unexpectedCharacter, at: nil, Array(start.utf8)) == nil)
    }
    #expect(hint(.emptyInput, at: 0, []) == nil)
  }
}
