// SPDX-License-Identifier: Apache-2.0

/// What stands at the leaves of a modelled block: taken from when it is written, added to when it is
/// read.
struct LeafValues: ~Copyable {
  /// The texts of each leaf, one behind the other, each with the byte that ends it.
  var texts: BufferList<UInt8>
  /// The integers of each leaf.
  var integers: BufferList<Int64>
  /// The controls of each leaf.
  var controls: BufferList<UInt32>
  /// How many values there are at each leaf, as far as the block was gone through.
  var counts: Buffer<Int32>
  /// Where the next text of each leaf starts.
  var textOffsets: Buffer<Int>

  /// Creates leaves without values.
  init(leafCount: Int) {
    texts = BufferList(count: leafCount)
    integers = BufferList(count: leafCount)
    controls = BufferList(count: leafCount)
    counts = Buffer(repeating: 0, count: leafCount)
    textOffsets = Buffer(repeating: 0, count: leafCount)
  }

  /// Adds a leaf.
  mutating func addLeaf() {
    texts.add(1)
    integers.add(1)
    controls.add(1)
    counts.append(0)
    textOffsets.append(0)
  }

  /// The number of bytes of all texts, and four for each number.
  var byteCount: Int {
    var count = 0
    for leaf in 0..<counts.count {
      count += texts[leaf].count + 4 * (integers[leaf].count + controls[leaf].count)
    }
    return count
  }
}
