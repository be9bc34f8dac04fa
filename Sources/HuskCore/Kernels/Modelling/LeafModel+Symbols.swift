// SPDX-License-Identifier: Apache-2.0

extension LeafModel {
  /// Codes an integer: the class of how far it is from what was predicted, and the bits that the class
  /// leaves open (SPEC §16.7 Integers and controls).
  ///
  /// - Complexity: O(1).
  mutating func codeInteger(_ number: Int, _ given: Int64) -> Int64 {
    let leaf = leaves[number]
    let salt = Self.mix(UInt32(truncatingIfNeeded: number) &+ 1, 0x1A7)
    start(number, kind: 1)
    let predicted: Int64 =
      switch leaf.prediction {
      case .none: 0
      case .last: leaf.integer
      case .linear: leaf.integer &+ leaf.step
      }
    let difference = given &- predicted
    let bitCount = 64 - difference.magnitude.leadingZeroBitCount
    setContexts(leaf, salt, 1)
    let symbol = mixing.code(
      difference == 0 ? 0 : 2 &* bitCount &- (difference > 0 ? 1 : 0), bits: 8)
    // Behind a class that there is not no bit is read.
    if symbol > 128 { hasFault = true }
    var left = symbol > 128 ? 0 : (symbol &+ 1) / 2 &- 1
    var magnitude: UInt64 = symbol == 0 ? 0 : 1
    var known = Self.mix(UInt32(truncatingIfNeeded: symbol) &+ 2, 0x33)
    var chunk = 0
    while left > 0 {
      let count = min(left, chunk == 0 ? 4 : 8)
      left &-= count
      chunk &+= 1
      let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: count) &- 1
      let part = Int(
        truncatingIfNeeded: difference.magnitude &>> UInt64(truncatingIfNeeded: left) & mask)
      mixing.situation = min(chunk, 7)
      setContexts(leaf, salt, known)
      let coded = mixing.code(part, bits: count)
      magnitude =
        magnitude &<< UInt64(truncatingIfNeeded: count) | UInt64(truncatingIfNeeded: coded)
      known = Self.mix(known, UInt32(truncatingIfNeeded: coded) &+ 1)
    }
    let signed = Int64(bitPattern: symbol % 2 == 1 ? magnitude : 0 &- magnitude)
    noteInteger(number, predicted, signed, symbol)
    return predicted &+ signed
  }

  /// Takes note of an integer, so far from what was predicted and of that class.
  mutating func noteInteger(
    _ number: Int, _ predicted: Int64, _ difference: Int64, _ symbol: Int
  ) {
    let value = predicted &+ difference
    leaves[number].step = value &- leaves[number].integer
    leaves[number].integer = value
    leaves[number].classes =
      leaves[number].classes &<< 8 | UInt32(truncatingIfNeeded: symbol)
    let low = UInt32(truncatingIfNeeded: difference)
    note(Self.mix(low ^ UInt32(truncatingIfNeeded: difference &>> 32) &* 31, 7), at: number)
  }

  /// Codes a tag, count or presence word (SPEC §16.7 Integers and controls).
  ///
  /// - Complexity: O(1).
  mutating func codeControl(_ number: Int, _ given: UInt32) -> UInt32 {
    let leaf = leaves[number]
    let salt = Self.mix(UInt32(truncatingIfNeeded: number) &+ 1, 0xC0)
    start(number, kind: 2)
    setContexts(leaf, salt, 1)
    let symbol = mixing.code(Int(min(given, 15)), bits: 4)
    var value = UInt32(truncatingIfNeeded: symbol)
    if symbol == 15 {
      var rest = given &- 15
      var known = Self.mix(15, 0x44)
      var shift: UInt32 = 0
      var part = 0
      mixing.situation = 1
      repeat {
        setContexts(leaf, salt, known)
        part = mixing.code(Int(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0), bits: 8)
        known = Self.mix(known, UInt32(truncatingIfNeeded: part) &+ 1)
        rest &>>= 7
        value &+= UInt32(truncatingIfNeeded: part & 0x7F) &<< shift
        shift &+= 7
      } while part > 0x7F && shift < 35
      if part > 0x7F { hasFault = true }
    }
    noteControl(number, value)
    return value
  }

  /// Takes note of a control.
  mutating func noteControl(_ number: Int, _ value: UInt32) {
    leaves[number].classes = leaves[number].classes &<< 8 | min(value, 255)
    note(Self.mix(value, 0x77), at: number)
  }

  @inline(__always) private mutating func start(_ number: Int, kind: Int) {
    mixing.kind = kind
    mixing.leaf = min(number, MixingModel<Coder>.leafLimit - 1)
    mixing.situation = 0
    mixing.expected = (-1, -1)
  }

  /// Sets the contexts of a symbol, of which `known` is a hash of those before it in its value.
  @inline(__always) private mutating func setContexts(
    _ leaf: Leaf, _ salt: UInt32, _ known: UInt32
  ) {
    let classes = leaf.classes
    let symbol = Self.mix(salt, known)
    let last = classes & 0xFF
    let sources = sources(of: leaf)
    let contexts = unsafe mixing.hashes
    unsafe contexts[0] = symbol
    unsafe contexts[1] = Self.mix(symbol, classes & 0xFFFF | 0x2_0000)
    unsafe contexts[2] = Self.mix(symbol, classes & 0xFF_FFFF | 0x300_0000)
    unsafe contexts[3] = Self.mix(Self.mix(symbol, sources.0), 6)
    unsafe contexts[4] = Self.mix(Self.mix(symbol, sources.1), 7)
    unsafe contexts[5] = Self.mix(Self.mix(symbol, leaf.last), leaf.secondLast)
    unsafe contexts[6] = Self.mix(Self.mix(symbol, parent), grandparent)
    unsafe contexts[7] = Self.mix(Self.mix(symbol, sources.0), last | 0xD00)
    unsafe contexts[8] = Self.mix(Self.mix(symbol, recent.0), last | 0xE00)
    unsafe contexts[9] = Self.mix(Self.mix(symbol, recent.0), recent.1)
    unsafe contexts[10] = Self.mix(Self.mix(symbol, parent), last | 0x1000)
    unsafe contexts[11] = Self.mix(Self.mix(symbol, classes &>> 8 & 0xFF), 18)
    mixing.refinement = (salt &<< 8, Self.mix(symbol, last))
  }
}
