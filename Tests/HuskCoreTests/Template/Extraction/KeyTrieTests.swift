// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Key trie")
struct KeyTrieTests {
  @Test func equalSequencesEndAtEqualNodes() {
    let padded = PaddedBytes(Array(#""a""b""a""c""b""#.utf8))
    var trie = KeyTrie(padded.source)
    func key(_ number: Int) -> ByteRange { ByteRange(offset: 3 * number, count: 3) }
    let a = trie.advance(from: KeyTrie.root, by: key(0))
    let ab = trie.advance(from: a, by: key(1))
    #expect(trie.advance(from: KeyTrie.root, by: key(2)) == a)
    #expect(trie.advance(from: a, by: key(4)) == ab)
    let ac = trie.advance(from: a, by: key(3))
    let b = trie.advance(from: KeyTrie.root, by: key(1))
    #expect(Set([KeyTrie.root, a, ab, ac, b]).count == 5)
    #expect(trie.nodeCount == 5)
    #expect(trie.keys(of: ac) == [0, 2])
    #expect(trie.keys(of: b) == [1])
    #expect(trie.keys(of: KeyTrie.root).isEmpty)
    #expect(trie.key(of: ab) == 1)
    #expect(trie.keys.count == 3)
  }
}
