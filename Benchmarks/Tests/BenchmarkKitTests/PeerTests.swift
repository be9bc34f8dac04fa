// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Testing

@Suite("Peers")
struct PeerTests {
  private let text = Array(String(repeating: "[1,\"two\",{\"three\":4}]\n", count: 200).utf8)

  @Test(arguments: [(1, false), (3, false), (19, false), (22, true)])
  func zstdGivesTheTextBackAgainAndAgain(level: Int, isLong: Bool) {
    let peer = ZstdPeer(level: level, isLong: isLong)
    for text in [text, [], Array(text.prefix(50)), text] {
      let bytes = peer.compressedBytes(text)
      #expect(peer.compress(text) == bytes.count)
      #expect(peer.decompress(bytes, capacity: text.count) == text.count)
      #expect(peer.decompressedBytes(bytes, capacity: text.count) == text)
    }
    #expect(peer.compress(text) < text.count / 10)
  }

  @Test func brotliGivesTheTextBack() {
    let bytes = BrotliPeer.compress(text)
    #expect(bytes.count < text.count / 10)
    #expect(BrotliPeer.decompress(bytes, capacity: text.count) == text)
  }

  @Test func damageIsNoticed() {
    #expect(BrotliPeer.decompress(BrotliPeer.compress(text).dropLast(), capacity: 5_000) == nil)
    let peer = ZstdPeer(level: 3)
    #expect(peer.decompress(peer.compressedBytes(text).dropLast(), capacity: 5_000) == -1)
    #expect(peer.decompressedBytes(text, capacity: 5_000) == nil)
  }

  @Test(.enabled(if: Program(named: "gzip") != nil, "there is no gzip"))
  func gzipIsAsSmallAsTheProgram() throws {
    let program = try #require(Program(named: "gzip"))
    let bytes = try program.output(["-9", "-n"], input: text)
    #expect(abs(bytes.count - GzipPeer.compressedByteCount(text)) <= 4)
  }

  @Test func programsThatAreNotThereAreNotFound() {
    #expect(Program(named: "husk-no-such-program") == nil)
    #expect(Program(besideThisOneNamed: "husk-no-such-program") == nil)
  }

  @Test func programsReadWriteAndFail() throws {
    let cat = try #require(Program(named: "cat"))
    #expect(try cat.output([], input: text) == text)
    let no = try #require(Program(named: "false"))
    #expect(throws: Program.Failure.self) { try no.output([]) }
  }
}
