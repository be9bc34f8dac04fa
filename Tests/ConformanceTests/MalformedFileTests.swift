// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Damaged block files (SPEC §9 Container)", .timeLimit(.minutes(60)))
struct MalformedFileTests {
  /// Documents that take every kind of column, small enough to damage each bit of their files.
  private static let documents: [String] = [
    "[1,2,3]",
    "{\"a\":[true,null,\"x\"]}\n",
    """
    [\((0..<40).map {
      "{\"id\":\($0),\"at\":\"2024-02-\($0 % 28 + 10) 10:00:0\($0 % 10)\",\"k\":\"k\($0 % 3)\",\"v\":\(Double($0) / 4)}"
    }.joined(separator: ",\n "))]
    """,
    (0..<30).map {
      "{\"t\":\"\(String($0 * 7919, radix: 16))abcdef01\",\"o\":{\"n\":\($0 * $0)}}\n"
    }
    .joined(),
    (0..<20).map {
      "{\"m\":{\"\($0)\":1,\"\($0 + 1)\":[\($0)]},\"n\":\($0 % 2 == 0 ? "null" : "1.5")}\n"
    }
    .joined(),
  ]

  private static let files: [(text: [UInt8], file: [UInt8])] = documents.map { document in
    let text = Array(document.utf8)
    guard let file = try? Husk.encode(json: text, options: EncodeOptions(layout: .column)) else {
      preconditionFailure("a document does not encode")
    }
    return (text, file)
  }

  @Test("are refused wherever they are cut", arguments: files.indices)
  func refusesEveryCut(number: Int) {
    let (_, file) = Self.files[number]
    for count in 0..<file.count {
      #expect(throws: HuskError.self) { try Husk.decode(Array(file[..<count])) }
    }
  }

  @Test("give an error or the exact text whatever bit is flipped", arguments: files.indices)
  func neverGivesOtherBytes(number: Int) {
    let (text, file) = Self.files[number]
    for bit in 0..<file.count * 8 {
      var damaged = file
      damaged[bit / 8] ^= 1 << (bit % 8)
      guard let decoded = try? Husk.decode(damaged) else { continue }
      #expect(decoded == text)
    }
  }

  @Test("are refused whatever byte is written over another", arguments: files.indices)
  func survivesEveryByte(number: Int) {
    let (text, file) = Self.files[number]
    for offset in file.indices {
      for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] where file[offset] != byte {
        var damaged = file
        damaged[offset] = byte
        guard let decoded = try? Husk.decode(damaged) else { continue }
        #expect(decoded == text)
      }
    }
  }
}
