// SPDX-License-Identifier: Apache-2.0

/// What is remembered of the values that stand at one place (SPEC §16.5 Columns).
struct Leaf {
  /// The leaves that tell about it.
  var source1: Int?
  var source2: Int?
  /// How integers are predicted: 0 not at all, 1 as the last, 2 linear.
  var prediction = 0

  /// The hashes of the last two values.
  var last: UInt32 = 0
  var secondLast: UInt32 = 0
  /// Where the last text stands in the history of texts.
  var start = 0
  var end = 0
  /// The last integer, and how far it was from the one before.
  var integer: Int64 = 0
  var step: Int64 = 0
  /// The symbols of the last four integers or controls.
  var classes: UInt32 = 0
}

/// The model of a block, of messages or of a run of bytes (SPEC §16.6 Rows, §16.7 Integers and controls).
struct LeafModel {
  var coder: ModelCoder
  var leaves: [Leaf]
  /// The hashes of the last three values.
  var recent: [UInt32] = [0, 0, 0]
  /// Where a value stands.
  var parent: UInt32 = 0
  var grandparent: UInt32 = 0
  /// All texts so far.
  var texts: TextHistory

  init(memory: Int, leaves: [Leaf], _ source: BitSource) {
    coder = ModelCoder(memory: memory, leafCount: leaves.count, source)
    texts = TextHistory(memory: memory)
    self.leaves = leaves
  }

  /// The most bytes that a model makes (SPEC §10.1 Limits).
  static let mostBytes = 268_435_456
  /// The most leaves of a block (SPEC §10.1 Limits).
  static let mostLeaves = 65_536

  /// The most memory for so many bytes (SPEC §16.1 Blocks).
  static func mostMemory(_ count: Int) -> Int {
    let bits = Int.bitWidth - max(count - 1, 1).leadingZeroBitCount
    return min(max(bits + 5, 16), 26)
  }

  /// Remembers a value of a leaf.
  mutating func note(_ hash: UInt32, _ number: Int) {
    leaves[number].secondLast = leaves[number].last
    leaves[number].last = hash
    recent = [Hash.mix(hash, UInt32(number)), recent[0], recent[1]]
  }

  /// The hashes that tell about a leaf.
  func sources(_ number: Int) -> (UInt32, UInt32) {
    let leaf = leaves[number]
    return (
      leaf.source1.map { leaves[$0].last } ?? recent[1],
      leaf.source2.map { leaves[$0].last } ?? Hash.mix(recent[1], recent[2])
    )
  }

  private mutating func setContexts(_ number: Int, _ salt: UInt32, _ known: UInt32) {
    let leaf = leaves[number]
    let mix = Hash.mix
    let s = mix(salt, known)
    let last = leaf.classes & 0xFF
    let (a, b) = sources(number)
    coder.hashes = [
      s, mix(s, last | 0x100), mix(s, leaf.classes & 0xFFFF | 0x20000),
      mix(s, leaf.classes & 0xFF_FFFF | 0x300_0000), mix(mix(s, recent[0]), 5),
      mix(mix(s, a), 6), mix(mix(s, b), 7), mix(mix(s, leaf.last), 8),
      mix(mix(s, leaf.last), leaf.secondLast), mix(mix(s, parent), 10),
      mix(mix(s, parent), grandparent), mix(mix(s, a), last | 0xD00),
      mix(mix(s, recent[0]), last | 0xE00), mix(mix(s, recent[0]), recent[1]),
      mix(mix(s, parent), last | 0x1000), mix(mix(s, leaf.classes >> 8 & 0xFF), 18),
    ]
    coder.refinement = [salt << 8, mix(s, last)]
  }

  /// The next integer of a leaf.
  mutating func integer(_ number: Int) throws -> Int64 {
    coder.start(.integers, number)
    let leaf = leaves[number]
    let salt = Hash.mix(UInt32(number + 1), 0x1A7)
    let predicted = [0, leaf.integer, leaf.integer &+ leaf.step][leaf.prediction]
    setContexts(number, salt, 1)
    let symbol = try coder.code(8)
    try demand(symbol <= 128, .invalidColumn, "magnitude \(symbol)")
    var magnitude = UInt64(min(symbol, 1))
    var left = max((symbol + 1) / 2 - 1, 0)
    var chunk = 0
    var known = Hash.mix(UInt32(symbol + 2), 0x33)
    while left > 0 {
      let count = min(left, chunk == 0 ? 4 : 8)
      left -= count
      chunk += 1
      coder.situation = min(chunk, 7)
      setContexts(number, salt, known)
      let part = try coder.code(count)
      magnitude = magnitude << UInt64(count) | UInt64(part)
      known = Hash.mix(known, UInt32(part + 1))
    }
    let difference = Int64(bitPattern: symbol % 2 == 1 ? magnitude : 0 &- magnitude)
    let value = predicted &+ difference
    noteInteger(value, difference, symbol, number)
    return value
  }

  /// Remembers an integer of a leaf, its difference and the magnitude of that.
  mutating func noteInteger(_ value: Int64, _ difference: Int64, _ symbol: Int, _ number: Int) {
    leaves[number].step = value &- leaves[number].integer
    leaves[number].integer = value
    leaves[number].classes = leaves[number].classes << 8 | UInt32(symbol)
    let low = UInt32(truncatingIfNeeded: difference)
    let high = UInt32(truncatingIfNeeded: difference >> 32)
    note(Hash.mix(low ^ (high &* 31), 7), number)
  }

  /// The next control of a leaf.
  mutating func control(_ number: Int) throws -> UInt32 {
    coder.start(.controls, number)
    let salt = Hash.mix(UInt32(number + 1), 0xC0)
    setContexts(number, salt, 1)
    var value = UInt32(try coder.code(4))
    if value == 15 {
      var known = Hash.mix(15, 0x44)
      var shift: UInt64 = 0
      var part = 0x80
      coder.situation = 1
      while part > 0x7F {
        try demand(shift < 35, .invalidColumn, "a control of more than 32 bits")
        setContexts(number, salt, known)
        part = try coder.code(8)
        value &+= UInt32(truncatingIfNeeded: UInt64(part & 0x7F) << shift)
        known = Hash.mix(known, UInt32(part + 1))
        shift += 7
      }
    }
    noteControl(value, number)
    return value
  }

  /// Remembers a control of a leaf.
  mutating func noteControl(_ value: UInt32, _ number: Int) {
    leaves[number].classes = leaves[number].classes << 8 | min(value, 255)
    note(Hash.mix(value, 0x77), number)
  }
}
