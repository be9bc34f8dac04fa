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
    let keys = [ac, b, KeyTrie.root].map { self.keys(of: $0, in: trie) }
    #expect(keys == [[0, 2], [1], []])
    #expect(trie.key(of: ab) == 1)
    #expect(trie.keys.count == 3)
  }

  @Test func keysAreFoundAmongManyChildren() {
    let keys = (0..<200).map { "\"key \($0) of many, some of them long\"" }
    let padded = PaddedBytes(Array((keys + keys).joined().utf8))
    var trie = KeyTrie(padded.source)
    var offset = 0
    var nodes: [Int] = []
    for key in keys + keys {
      let range = ByteRange(offset: offset, count: key.utf8.count)
      trie.expect(nodes.count % 7)
      nodes.append(trie.advance(from: KeyTrie.root, by: range))
      offset = range.end
    }
    #expect(nodes[..<200] == nodes[200...])
    #expect(Set(nodes).count == 200)
    #expect(trie.nodeCount == 201)
    let paths = nodes[..<200].map { self.keys(of: $0, in: trie) }
    #expect(paths == (0..<200).map { [$0] })
  }

  private func keys(of node: Int, in trie: borrowing KeyTrie) -> [Int32] {
    var path = Buffer<Int32>()
    trie.copyKeys(of: node, to: &path)
    return path.array()
  }
}
