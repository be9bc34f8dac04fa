// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

@Suite("Sealed fields that somebody changed (SPEC §14.8 Sealed fields)")
struct SealedFieldForgeryTests {
  @Test func whatIsChangedIsRefused() throws {
    let text = SealedFieldSamples.people(12) { "\($0)" }
    let file = try SealedFieldSamples.sealed(text, ["card"], blockByteCount: 200)
    let redacted = try Husk.decode(file, options: DecodeOptions(redactsFields: true))
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    for bit in 0..<file.count * 8 {
      var damaged = file
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: HuskError.self) { try Husk.decode(damaged, options: options) }
      // Without the key what is sealed does not matter; the rest is as it was, or refused.
      if let output = try? Husk.decode(damaged, options: DecodeOptions(redactsFields: true)) {
        #expect(output == redacted)
      }
    }
    for count in 0..<file.count {
      #expect(throws: HuskError.self) { try Husk.decode(Array(file[..<count]), options: options) }
    }
  }

  /// The blocks of a file, to be put together anew by somebody who knows no key.
  private func forged(
    _ file: [UInt8], _ change: (inout [(BlockHeader, [UInt8])]) -> Void
  ) throws -> [UInt8] {
    var reader = ContainerReader(whole: file, limits: Limits())
    var writer = ContainerWriter([UInt8]())
    var blocks: [(BlockHeader, [UInt8])] = []
    while let frame = try reader.next() {
      switch frame {
      case .fields(let fields): writer.writeFields(fields)
      case .template(let template): writer.write(template)
      case .block(let header, let content): blocks.append((header, content))
      case .reference, .end: break
      }
    }
    change(&blocks)
    for (header, content) in blocks { writer.write(header, content: content) }
    return writer.finish()
  }

  /// Whoever can write to the storage can compute all checks that are not sealed.
  @Test func noBlockCanBeMovedLeftOutRepeatedOrChanged() throws {
    let text = SealedFieldSamples.people(40) { "\($0 % 4)" }
    let file = try SealedFieldSamples.sealed(text, ["card"], blockByteCount: 200) {
      $0.compresses = false
    }
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    #expect(try forged(file) { _ in } == file)
    let changes: [(inout [(BlockHeader, [UInt8])]) -> Void] = [
      { $0.swapAt(2, 3) }, { $0.remove(at: 2) }, { $0.insert($0[2], at: 2) },
      // The end is cut off, and the last block made one that is the last.
      { $0.removeLast() },
      {
        $0.removeLast()
        $0[$0.count - 1].1[0] |= 128
      },
      // The name of a person whom the card does not belong to.
      { blocks in
        let (header, content) = blocks[1]
        let name = content.lastIndex(of: UInt8(ascii: "n"))
        var changed = content
        if let name { changed[name + 1] ^= 1 }
        let text = changed.suffix(header.decodedByteCount)
        blocks[1] = (
          BlockHeader(
            rowCount: header.rowCount, decodedByteCount: header.decodedByteCount,
            check: Checksum.crc32(Array(text).span)), changed
        )
      },
      // What is sealed of one block stands in another one.
      { blocks in
        guard let count = try? SealedFieldSamples.segments(file)[0].count else { return }
        let segment = blocks[1].1[2..<2 + count]
        blocks[2].1.replaceSubrange(2..<2 + count, with: segment)
      },
    ]
    for (number, change) in changes.enumerated() {
      let other = try forged(file, change)
      let error = #expect(throws: HuskError.self, "\(number)") {
        try Husk.decode(other, options: options)
      }
      #expect(error?.code == (number == 3 ? .invalidEnd : .authenticationFailed), "\(number)")
    }
  }

  @Test func noBlockCanComeFromAnotherFile() throws {
    let text = SealedFieldSamples.people(20) { "\($0)" }
    let file = try SealedFieldSamples.sealed(text, ["card"], blockByteCount: 300)
    let options = DecodeOptions(fieldKeys: Keyring(SampleKeys.first))
    for other in [
      try SealedFieldSamples.sealed(text, ["card"], blockByteCount: 300) {
        $0.salts = SampleKeys.salts(1)
      },
      try SealedFieldSamples.sealed(text, ["card", "id"], blockByteCount: 300),
    ] {
      var blocks: [(BlockHeader, [UInt8])] = []
      _ = try forged(other) { blocks = $0 }
      let spliced = try forged(file) { $0 = blocks }
      let error = #expect(throws: HuskError.self) { try Husk.decode(spliced, options: options) }
      #expect(error?.code == .authenticationFailed)
    }
  }
}
