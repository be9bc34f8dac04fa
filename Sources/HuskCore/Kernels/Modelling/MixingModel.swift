// SPDX-License-Identifier: Apache-2.0

/// Predicts bits from what twelve contexts have seen, and codes them (SPEC §16.4 Mixing).
///
///     histories: what each context has seen of the bit, in hashed buckets of half a byte each
///     maps:      the probability that each history stands for
///     mixing:    three weighted sums in the logistic domain, and a weighted sum of these
///     refining:  what came of such a sum before, by the field and by the last byte
///
/// Everything is learnt bit by bit, by reader and writer alike.
@safe struct MixingModel<Coder: BitCoder>: ~Copyable {
  /// The number of contexts.
  static var contextCount: Int { 12 }
  /// Two for each context, two for expected bytes, a constant, and zeros.
  static var inputCount: Int { InputWeights.count }
  /// Contexts with numbers from here on share weights with those before.
  static var leafLimit: Int { 4096 }

  /// What bits are coded with.
  var coder: Coder

  // What the caller says before each symbol.
  /// The kind of the symbol: text, integer or control.
  var kind = 0
  /// Where it stands, below ``leafLimit``.
  var leaf = 0
  /// What is known beside, 0 to 63.
  var situation = 0
  /// The hashes of the contexts.
  let hashes: UnsafeMutablePointer<UInt32>
  /// Bytes that are expected, or -1, and how much that is worth: 0 to 63.
  var expected = (first: -1, second: -1)
  var trust = (first: 0, second: 0)
  /// The contexts of refinement.
  var refinement: (leaf: UInt32, byte: UInt32) = (0, 0)

  // The tables.
  private let buckets: UnsafeMutablePointer<UInt8>
  private let lineMask: UInt32
  private let maps: UnsafeMutablePointer<UInt32>
  private let trustMaps: UnsafeMutablePointer<UInt32>
  private let weights: UnsafeMutablePointer<Int16>
  private let finalWeights: UnsafeMutablePointer<Int32>
  private let refinements: UnsafeMutablePointer<UInt16>
  // What never changes.
  private let next: UnsafeMutablePointer<UInt8>
  let stretched: UnsafeMutablePointer<Int16>
  let squashed: UnsafeMutablePointer<UInt16>
  let rates: UnsafeMutablePointer<Int32>
  // What belongs to the bit in hand.
  private let inputs: UnsafeMutablePointer<Int16>
  private let places: UnsafeMutablePointer<UInt64>
  private let bases: UnsafeMutablePointer<Int>
  private let mapPlaces: UnsafeMutablePointer<Int>
  // What is put back by ``rollBack()``.
  private var bucketLog = ChangeLog<SIMD2<UInt64>>()
  private var refinementLog = ChangeLog<UInt16>()
  private var kept: KeptTables?
  private let setCount: Int
  private let leafCount: Int
  /// Holds what was read ahead of its use, so that it is read.
  private var ahead: UInt8 = 0
  /// The number of bits so far, up to a point from which on it is of no more use.
  private var bitCount = 0
  /// How fast weights follow errors.
  private var rate: Int32 = 0

  private static var situationCount: Int { 3 * 64 }
  private static var partialCount: Int { 3 * 256 }
  private static var refinementCount: Int { 1024 }
  private static var refinementSteps: Int { 25 }

  /// Creates a model that knows nothing.
  ///
  /// - Parameters:
  ///   - coder: What bits are coded with.
  ///   - memory: The binary logarithm of the bytes for histories, at least 6.
  ///   - leafCount: How many places there are that symbols stand at.
  init(_ coder: Coder, memory: Int, leafCount: Int) {
    self.coder = coder
    let byteCount = 1 << memory
    let raw = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    unsafe HugePages.advise(raw, byteCount: byteCount)
    unsafe raw.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    unsafe buckets = unsafe raw.assumingMemoryBound(to: UInt8.self)
    lineMask = UInt32(truncatingIfNeeded: byteCount / 64 - 1)
    unsafe hashes = .allocateFilled(Self.contextCount, 0)
    unsafe maps = .allocate(capacity: 3 * Self.contextCount * 256)
    for row in 0..<3 * Self.contextCount {
      for state in 0..<256 {
        unsafe maps[row * 256 + state] = BitHistory.starts[state] << 10 | 6
      }
    }
    unsafe trustMaps = .allocateFilled(128, 3 << 30)
    let leaves = min(max(leafCount, 1), Self.leafLimit)
    let sets = Self.situationCount + Self.partialCount + leaves
    setCount = sets
    self.leafCount = leaves
    unsafe weights = .allocateFilled(sets * Self.inputCount, 0)
    for set in 0..<sets {
      for input in 0..<Self.contextCount {
        unsafe weights[set * Self.inputCount + 2 * input] = 1600
      }
      for input in 2 * Self.contextCount..<Self.inputCount {
        unsafe weights[set * Self.inputCount + input] = 1500
      }
    }
    unsafe finalWeights = .allocateFilled(leaves * 4, 21_845)
    unsafe refinements = .allocate(
      capacity: 2 * Self.refinementCount * Self.refinementSteps)
    for row in 0..<2 * Self.refinementCount {
      for step in 0..<Self.refinementSteps {
        unsafe refinements[row * Self.refinementSteps + step] =
          LogisticScale.squashed[min(step * 256, 6143)]
      }
    }
    unsafe next = .allocateCopy(BitHistory.next)
    unsafe stretched = .allocateCopy(LogisticScale.stretched)
    unsafe squashed = .allocateCopy(LogisticScale.squashed)
    unsafe rates = .allocateCopy(LogisticScale.rates)
    unsafe inputs = .allocateFilled(Self.inputCount, 0)
    unsafe places = .allocateFilled(Self.contextCount, 0)
    unsafe bases = .allocateFilled(Self.contextCount, 0)
    unsafe mapPlaces = .allocateFilled(Self.contextCount, 0)
  }

  deinit {
    unsafe buckets.deallocate()
    unsafe hashes.deallocate()
    unsafe maps.deallocate()
    unsafe trustMaps.deallocate()
    unsafe weights.deallocate()
    unsafe finalWeights.deallocate()
    unsafe refinements.deallocate()
    unsafe next.deallocate()
    unsafe stretched.deallocate()
    unsafe squashed.deallocate()
    unsafe rates.deallocate()
    unsafe inputs.deallocate()
    unsafe places.deallocate()
    unsafe bases.deallocate()
    unsafe mapPlaces.deallocate()
  }

  /// Codes the lowest `count` bits of a symbol, 1 to 8, the highest first.
  @inline(never) mutating func code(_ symbol: Int, bits count: Int) -> Int {
    var partial = 1
    var node = 1
    var left = count
    locate(0)
    while left > 0 {
      if node >= 16 {
        locate(UInt32(truncatingIfNeeded: partial))
        node = 1
      }
      left &-= 1
      let bit = codeBit(symbol &>> left & 1, node, partial, left)
      partial = partial &<< 1 | bit
      node = node &<< 1 | bit
    }
    return partial & (1 &<< count &- 1)
  }

  // MARK: - Histories

  /// Finds the buckets of all contexts for a half of a byte.
  @inline(__always) private mutating func locate(_ half: UInt32) {
    var touched: UInt8 = 0
    var index = 0
    while index < Self.contextCount {
      var hash = unsafe hashes[index] &+ half &* 0x9E37_79B1
      hash = (hash &+ UInt32(truncatingIfNeeded: index) &* 0x6F4F_2A35) &* 0x2C1B_3C6D
      hash = (hash ^ hash &>> 15) &* 0x85EB_CA6B
      let line = Int((hash &>> 6) & lineMask) &* 64
      // Looked at later: until then all lines arrive at once.
      touched |= unsafe buckets[line]
      unsafe places[index] = UInt64(line) &<< 32 | UInt64(hash)
      index &+= 1
    }
    ahead = touched
    index = 0
    while index < Self.contextCount {
      let place = unsafe places[index]
      unsafe bases[index] = find(
        Int(place &>> 32), UInt32(truncatingIfNeeded: place))
      index &+= 1
    }
  }

  /// The bucket of a hash in a line, or the one that says least, cleared.
  @inline(__always) private mutating func find(_ line: Int, _ hash: UInt32) -> Int {
    let check = UInt8(truncatingIfNeeded: hash ^ hash &>> 28) | 1
    let start = unsafe buckets + line
    var place = Int(hash &>> 30) &* 16
    if unsafe start[place] == check { return noted(line &+ place) }
    let second = place ^ 16
    if unsafe start[second] == check { return noted(line &+ second) }
    let third = place ^ 32
    if unsafe start[third] == check { return noted(line &+ third) }
    if unsafe start[second &+ 1] < start[place &+ 1] { place = second }
    if unsafe start[third &+ 1] < start[place &+ 1] { place = third }
    _ = noted(line &+ place)
    let bucket = unsafe UnsafeMutableRawPointer(start + place)
    unsafe bucket.storeBytes(of: UInt64(check).littleEndian, as: UInt64.self)
    unsafe bucket.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
    return line &+ place
  }

  /// The place of a bucket, which is about to change.
  @inline(__always) private mutating func noted(_ place: Int) -> Int {
    if bucketLog.isOpen {
      unsafe bucketLog.note(
        place, UnsafeRawPointer(buckets + place).load(as: SIMD2<UInt64>.self))
    }
    return place
  }

  // MARK: - Bits

  @inline(__always) private mutating func codeBit(
    _ given: Int, _ node: Int, _ partial: Int, _ left: Int
  ) -> Int {
    let byLeafRow = Int(refinement.leaf &+ UInt32(truncatingIfNeeded: partial)) & 1023
    let byByteRow =
      1024 &+ Int((refinement.byte &+ UInt32(truncatingIfNeeded: partial) &* 0x9E37_79B1) &>> 22)
    let leafRow = unsafe refinements + byLeafRow &* Self.refinementSteps
    let byteRow = unsafe refinements + byByteRow &* Self.refinementSteps
    if bitCount < 8 &<< 16 { bitCount &+= 1 }
    rate = 11 &- Int32(truncatingIfNeeded: bitCount &>> 16)
    let map = unsafe maps + kind &* (Self.contextCount &* 256)
    unsafe gather(map, node)
    let first = expect(expected.first, trust.first, partial, left)
    let second = expect(expected.second, 64 &+ trust.second, partial, left)
    unsafe InputWeights.put(
      InputWeights.row(first.input, second.input, 256, 0), 0, to: inputs + 2 &* Self.contextCount)

    let sets = (
      (kind &* 64 &+ situation) &* Self.inputCount,
      (Self.situationCount &+ kind &* 256 &+ partial) &* Self.inputCount,
      (Self.situationCount &+ Self.partialCount &+ leaf) &* Self.inputCount
    )
    let sums = (sum(sets.0), sum(sets.1), sum(sets.2))
    let final = unsafe finalWeights + leaf &* 4
    let total =
      unsafe Int64(final[0]) &* Int64(sums.0) &+ Int64(final[1]) &* Int64(sums.1)
      &+ Int64(final[2]) &* Int64(sums.2)
    let mixed = Int(Self.clamp(Int32(truncatingIfNeeded: max(-3071, min(3071, total &>> 16)))))
    let probability = unsafe Int32(squashed[mixed &+ 3072])
    let step = (mixed &+ 3072) &>> 8
    let part = Int32(truncatingIfNeeded: (mixed &+ 3072) & 255)
    let byLeaf = unsafe Refinement.refine(leafRow + step, part)
    let byByte = unsafe Refinement.refine(byteRow + step, part)
    let share = max(1, min(65_535, (probability &* 2 &+ byLeaf &+ byByte) &>> 2))

    let bit = coder.code(given, share)

    let target = Int32(truncatingIfNeeded: bit &<< 16)
    let near = part >= 128 ? 1 : 0
    if refinementLog.isOpen {
      noteRefinement(byLeafRow &* Self.refinementSteps &+ step &+ near)
      noteRefinement(byByteRow &* Self.refinementSteps &+ step &+ near)
    }
    unsafe Refinement.move(leafRow + (step &+ near), bit)
    unsafe Refinement.move(byteRow + (step &+ near), bit)
    unsafe train(sets.0, target &- Int32(squashed[Int(sums.0) &+ 3072]))
    unsafe train(sets.1, target &- Int32(squashed[Int(sums.1) &+ 3072]))
    unsafe train(sets.2, target &- Int32(squashed[Int(sums.2) &+ 3072]))
    let error = Int64(target &- probability)
    unsafe final[0] &+= Int32(truncatingIfNeeded: (Int64(sums.0) &* error &+ 131_072) &>> 18)
    unsafe final[1] &+= Int32(truncatingIfNeeded: (Int64(sums.1) &* error &+ 131_072) &>> 18)
    unsafe final[2] &+= Int32(truncatingIfNeeded: (Int64(sums.2) &* error &+ 131_072) &>> 18)
    unsafe learn(map, node, bit)
    if first.place >= 0 { unsafe learn(trustMaps + first.place, bit == first.bit ? 1 : 0) }
    if second.place >= 0 { unsafe learn(trustMaps + second.place, bit == second.bit ? 1 : 0) }
    return bit
  }

  @inline(__always) private mutating func noteRefinement(_ place: Int) {
    unsafe refinementLog.note(place, refinements[place])
  }

  /// Puts what the histories say among the inputs.
  @inline(__always) private func gather(_ map: UnsafeMutablePointer<UInt32>, _ node: Int) {
    var index = 0
    while index < Self.contextCount {
      let (a, b) = unsafe look(map, index, node)
      let (c, d) = unsafe look(map, index &+ 1, node)
      let (e, f) = unsafe look(map, index &+ 2, node)
      let (g, h) = unsafe look(map, index &+ 3, node)
      unsafe InputWeights.put(
        InputWeights.row(a, b, c, d), InputWeights.row(e, f, g, h), to: inputs + 2 &* index)
      index &+= 4
    }
  }

  /// What the history of a context says, in the logistic domain and as it is.
  @inline(__always) private func look(
    _ map: UnsafeMutablePointer<UInt32>, _ index: Int, _ node: Int
  ) -> (Int16, Int16) {
    let state = unsafe Int(buckets[bases[index] &+ node])
    let place = index &* 256 &+ state
    unsafe mapPlaces[index] = place
    let probability = unsafe Int(map[place] &>> 20)
    return unsafe (
      stretched[probability], Int16(truncatingIfNeeded: (probability &- 2048) &>> 1)
    )
  }

  /// What an expected byte says of a bit.
  @inline(__always) private func expect(
    _ byte: Int, _ trust: Int, _ partial: Int, _ left: Int
  ) -> (input: Int16, place: Int, bit: Int) {
    guard byte >= 0, (byte | 256) &>> (left &+ 1) == partial else { return (0, -1, 0) }
    let bit = byte &>> left & 1
    let value = unsafe stretched[Int(trustMaps[trust] &>> 20)]
    return (bit == 1 ? value : 0 &- value, trust, bit)
  }

  /// Learns what became of a bit.
  @inline(__always) private func learn(
    _ map: UnsafeMutablePointer<UInt32>, _ node: Int, _ bit: Int
  ) {
    var index = 0
    while index < Self.contextCount {
      unsafe learn(map + mapPlaces[index], bit)
      let history = unsafe buckets + (bases[index] &+ node)
      unsafe history.pointee = next[Int(history.pointee) &* 2 &+ bit]
      index &+= 1
    }
  }

  /// Moves a probability of 22 bits, which a count of 10 bits follows.
  @inline(__always) func learn(_ lesson: UnsafeMutablePointer<UInt32>, _ bit: Int) {
    let word = unsafe lesson.pointee
    let count = word & 1023
    let probability = Int64(word &>> 10)
    let target: Int64 = bit == 1 ? 0x3F_FFFF : 0
    let moved =
      unsafe probability &+ ((target &- probability) &* Int64(rates[Int(count)])) &>> 16
    unsafe lesson.pointee =
      UInt32(truncatingIfNeeded: moved) &<< 10 | (count < 1020 ? count &+ 1 : count)
  }

  // MARK: - Mixing

  @inline(__always) static func clamp(_ value: Int32) -> Int32 {
    max(-3071, min(3071, value))
  }

  @inline(__always) private func sum(_ set: Int) -> Int32 {
    unsafe Self.clamp(InputWeights.sum(weights + set, inputs) &>> 13)
  }

  @inline(__always) private func train(_ set: Int, _ error: Int32) {
    let step = Int16(truncatingIfNeeded: max(-32_767, min(32_767, (error &* rate) &>> 4)))
    unsafe InputWeights.train(weights + set, inputs, step)
  }

  // MARK: - Rolling back

  /// Keeps what is known, so that ``rollBack()`` comes back to it.
  mutating func keep() {
    unsafe kept = KeptTables(
      maps: KeptTable(maps, count: 3 * Self.contextCount * 256),
      trustMaps: KeptTable(trustMaps, count: 128),
      weights: KeptTable(weights, count: setCount * Self.inputCount),
      finalWeights: KeptTable(finalWeights, count: 4 * leafCount), bitCount: bitCount)
    bucketLog.isOpen = true
    refinementLog.isOpen = true
  }

  /// Forgets what was learnt since ``keep()``.
  ///
  /// - Complexity: O(*n*) for *n* symbols, and as much as the small tables take to copy.
  mutating func rollBack() {
    unsafe kept?.maps.restore(maps)
    unsafe kept?.trustMaps.restore(trustMaps)
    unsafe kept?.weights.restore(weights)
    unsafe kept?.finalWeights.restore(finalWeights)
    bitCount = kept?.bitCount ?? bitCount
    let buckets = unsafe UnsafeMutableRawPointer(self.buckets)
    bucketLog.undo { unsafe buckets.storeBytes(of: $1, toByteOffset: $0, as: SIMD2<UInt64>.self) }
    let refinements = unsafe self.refinements
    refinementLog.undo { unsafe refinements[$0] = $1 }
  }
}
