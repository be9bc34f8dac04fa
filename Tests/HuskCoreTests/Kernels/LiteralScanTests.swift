// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Literal scan")
struct LiteralScanTests {
  private static let literals = ["true", "false", "null"].map { Array($0.utf8) }

  private func expectSame(_ bytes: [UInt8]) {
    let padded = PaddedBytes(bytes)
    let result = padded.source.scanLiteral(0)
    if let literal = Self.literals.first(where: bytes.starts(with:)) {
      #expect(result == literal.count)
      return
    }
    let fault = ScanFault.unpack(result)
    let candidate = Self.literals.first { $0.first == bytes.first } ?? []
    let common = zip(candidate, bytes + [0]).prefix { $0 == $1 }.count
    #expect(result < 0 && fault.fault == .unexpected && fault.offset == common, "\(bytes)")
  }

  @Test func doesAsItsNaiveTwinOnAllShortInputs() {
    for bytes in AllInputs(over: "truefalsn", upTo: 5) where !bytes.isEmpty { expectSame(bytes) }
  }

  @Test func findsTheByteThatDiffers() {
    for literal in Self.literals {
      for index in literal.indices {
        for byte in UInt8.min...UInt8.max {
          var bytes = literal + Array(",1".utf8)
          bytes[index] = byte
          expectSame(bytes)
          expectSame(Array(bytes[...index]))
        }
        expectSame(Array(literal[...index]))
      }
    }
  }
}
