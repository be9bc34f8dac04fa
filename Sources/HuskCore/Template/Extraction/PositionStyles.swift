// SPDX-License-Identifier: Apache-2.0

/// How much the position of an element in its array says about how the values in it look.
///
/// Of a row that is a list of cells, `{"v":"7"}` each, or of a chart that is a list of series, the objects have the
/// same keys at all positions, and what stands there has nothing in common. That shows in how many digits numbers
/// have, and characters strings. Numbers that go on from those at the same position of the array before look alike at
/// all positions once they are told so. Objects of the same keys at several places are compared in the same way: the
/// number of the place is their position.
struct PositionStyles: ~Copyable {
  /// How a value looks: its kind, and eight bits that say more.
  private enum Style {
    static let number: UInt16 = 1 << 8
    static let string: UInt16 = 2 << 8
    static let literal: UInt16 = 3 << 8
    static let bitCount = 10
    static let count = 1 << bitCount

    static func isNumber(_ style: UInt16) -> Bool { style >> 8 == number >> 8 }
    /// How many digits stand behind the point of a number.
    static func decimals(_ style: UInt16) -> Int { max(Int(style >> 4 & 15) - 1, 0) }
  }

  /// A value that was looked at.
  private struct Value: BitwiseCopyable {
    /// The way to it.
    var way: Int32
    /// The position of the element that it is or stands in.
    var position: UInt16
    var style: UInt16
    /// How many values it stands for.
    var times: Int32
    /// The digits of a number.
    var number: Int
  }

  /// At how many positions values are told apart.
  static let mostPositions = 64

  private let source: ByteSource
  /// The ways from an element to a value, by that to what it stands in and its key; the way from any to what
  /// an array holds has a key that no other hash is.
  private var ways = PairTable()
  private static let elements = 1 << 31
  private var values = Buffer<Value>()
  /// The number of values so far, and of tokens, each as often as it stands for others.
  private var (count, tokenCount) = (0, 0)
  /// The number of tokens that were looked at.
  private(set) var lookCount = 0
  /// Where that many were, the others of an element are left out.
  var lookLimit = Int.max
  /// How deeply what is being looked at nests.
  private var nesting = 0
  /// How many elements of a list are looked at.
  private static let mostElements = 256

  /// Prepares to count values of a text.
  init(_ source: ByteSource) { self.source = source }

  /// Counts the values in an element that starts at an index of the tape; of long lists in it some of them.
  ///
  /// - Returns: The index after it.
  /// - Complexity: O(*t*) for *t* tokens.
  @inline(__always) mutating func add(
    _ tape: borrowing TokenTape, at index: Int, position: Int, way: Int = 0
  ) -> Int {
    let token = tape[index]
    guard token.isScalar else {
      return addContainer(token, tape, at: index, position: position, way: way)
    }
    add(token, position, way)
    return index + 1
  }

  @inline(never) private mutating func addContainer(
    _ token: Token, _ tape: borrowing TokenTape, at index: Int, position: Int, way: Int
  ) -> Int {
    tokenCount += 1
    lookCount += 1
    nesting += 1
    defer { nesting -= 1 }
    return DeepStack.descend(to: nesting) {
      addInside(token, tape, at: index, position: position, way: way)
    }
  }

  private mutating func addInside(
    _ token: Token, _ tape: borrowing TokenTape, at index: Int, position: Int, way: Int
  ) -> Int {
    let end = index + token.extent
    var inner = index + 1
    if token.kind == .openArray {
      addElements(tape, inner..<end, position, ways.insert(way, Self.elements, ways.count + 1))
    } else {
      while inner < end, lookCount < lookLimit {
        let key = ways.insert(way, hash(tape[inner]), ways.count + 1)
        inner = add(tape, at: inner + 1, position: position, way: key)
      }
    }
    return end + 1
  }

  private mutating func addElements(
    _ tape: borrowing TokenTape, _ range: Range<Int>, _ position: Int, _ way: Int
  ) {
    if range.count == tape[range.upperBound].extent {
      // Scalars stand one behind the other, so that they can be from all places.
      let step = max(range.count / Self.mostElements, 1)
      for index in stride(from: range.lowerBound, to: range.upperBound, by: step) {
        add(tape[index], position, way, times: step)
      }
      return
    }
    var (index, elementCount) = (range.lowerBound, 0)
    while index < range.upperBound, elementCount < Self.mostElements, lookCount < lookLimit {
      index = add(tape, at: index, position: position, way: way)
      elementCount += 1
    }
  }

  @inline(never) private mutating func add(
    _ token: Token, _ position: Int, _ way: Int, times: Int = 1
  ) {
    count += times
    tokenCount += times
    lookCount += 1
    let (style, number) = look(at: token)
    values.append(
      Value(
        way: Int32(truncatingIfNeeded: way), position: UInt16(truncatingIfNeeded: position),
        style: style, times: Int32(truncatingIfNeeded: times), number: number))
  }

  /// A hash of a key that is the same in each process, as what is said of positions depends on it.
  private func hash(_ key: Token) -> Int {
    var hash = UInt64(truncatingIfNeeded: key.extent)
    var offset = key.offset
    let end = offset + key.extent
    while offset < end {
      let unused = UInt64(truncatingIfNeeded: max(offset + 8 - end, 0)) * 8
      hash = (hash ^ source.word(at: offset) << unused) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset += 8
    }
    return Int(hash >> 33)
  }

  /// How a value looks, and the digits that it has if it is a number.
  private func look(at token: Token) -> (style: UInt16, number: Int) {
    switch token.kind {
    case .number:
      let (digits, number) = lookAtNumber(token)
      return (Style.number | UInt16(truncatingIfNeeded: digits), number)
    case .string: return (Style.string | UInt16(truncatingIfNeeded: characters(token)), 0)
    default: return (Style.literal | UInt16(source[token.offset]), 0)
    }
  }

  /// How many bytes a number has from its point on, and before it; and its first digits, with its sign and without its
  /// point.
  @inline(__always) private func lookAtNumber(_ token: Token) -> (digits: Int, number: Int) {
    var (point, number) = (token.extent, 0)
    for index in 0..<token.extent {
      let byte = source[token.offset + index]
      if byte == ASCII.period {
        point = index
      } else if ASCII.isDigit(byte), index < Self.mostDigits {
        number = number * 10 + Int(byte - ASCII.zero)
      }
    }
    let isNegative = source[token.offset] == ASCII.minus
    return (min(token.extent - point, 15) << 4 | min(point, 15), isNegative ? -number : number)
  }

  /// More digits are no integer.
  private static let mostDigits = 18

  /// How long a string is, and with what it starts and ends.
  private func characters(_ token: Token) -> Int {
    let length = min(token.extent, 63)
    let first = ASCII.isDigit(source[token.offset + 1]) ? 1 << 6 : 0
    let last = ASCII.isDigit(source[token.offset + token.extent - 2]) ? 1 << 7 : 0
    return length | first | last
  }

  /// What a column takes that says little, and what must be gained besides, in bits.
  private static let (columnBitCount, leastGain) = (128, 256)
  /// The same where there are few arrays: that elements look alike at a position may be chance.
  private static let (fewColumnBitCount, leastGainOfFew) = (192, 4096)

  /// Whether each position is worth columns of its own.
  ///
  /// - Parameters:
  ///   - areMany: Whether there are many arrays; where not, that elements look alike may be chance.
  ///   - allCount: The number of tokens of all arrays together.
  /// - Returns: Whether it is.
  /// - Complexity: O(*v* + *w*) for *v* values that were looked at on *w* ways.
  consuming func differ(areMany: Bool, allCount: Int) -> Bool {
    // No value saves more than its style takes; of many places there are a few values each.
    let most = Double(count * Style.bitCount) * Double(allCount) / Double(tokenCount)
    let least = areMany ? Self.leastGain : Self.leastGainOfFew
    guard most >= Double(least) else { return false }
    let (savedBitCount, addedColumnCount) = compare()
    let saved = Int(Double(savedBitCount) * Double(allCount) / Double(tokenCount))
    if areMany {
      return saved - addedColumnCount * Self.columnBitCount >= Self.leastGain
    }
    return saved - addedColumnCount * Self.fewColumnBitCount >= Self.leastGainOfFew
      && savedBitCount * 2 >= count
  }

  /// Fewer arrays are few.
  static let manyArrays = 16

  /// How many bits it takes less to tell all values where positions are known, and how many columns more there are.
  ///
  /// Numbers are told by themselves or by how they change, whichever takes less of those on a way.
  private mutating func compare() -> (savedBitCount: Int, addedColumnCount: Int) {
    order(below: Self.mostPositions) { Int($0.position) }
    order(below: ways.count + 1) { Int($0.way) }
    var change = Buffer<Value>(repeating: values[0], count: values.count)
    for index in 0..<values.count { change[index] = changed(at: index) }
    let ofValues = costs()
    swap(&change, &values)
    let ofChanges = costs()
    var (saved, columnCount) = (0, 0)
    for (own, change) in zip(ofValues, ofChanges) {
      // How numbers change may differ in lists that are long, where the one before says it as well.
      saved += min(
        own.together - own.apart,
        min(own.together, change.together) - min(own.apart, change.apart))
      columnCount += own.columnCount - 1
    }
    return (saved >> 12, columnCount)
  }

  /// A value as it is told by how it changes from the one before at its position.
  private func changed(at index: Int) -> Value {
    var value = values[index]
    guard Style.isNumber(value.style), index > 0, Style.isNumber(values[index - 1].style),
      values[index - 1].way == value.way, values[index - 1].position == value.position
    else { return value }
    let before = values[index - 1]
    let decimals = max(Style.decimals(value.style), Style.decimals(before.style))
    value.number = number(of: value, decimals) &- number(of: before, decimals)
    value.style = Style.number | UInt16(truncatingIfNeeded: Self.width(of: value.number))
    return value
  }

  /// The digits of a number with so many behind the point, as programs leave zeros out at the end.
  ///
  /// What does not fit tells nothing, as digits that change at random.
  private func number(of value: Value, _ decimals: Int) -> Int {
    (Style.decimals(value.style)..<decimals).reduce(value.number) { number, _ in number &* 10 }
  }

  /// How often each style was counted.
  private struct StyleCounts: ~Copyable {
    private var counts = Buffer<Int>(repeating: 0, count: Style.count)
    /// How often any was.
    private(set) var sum = 0

    mutating func add(_ style: UInt16, _ times: Int) {
      counts[Int(style)] += times
      sum += times
    }

    /// How often a style was counted, which it was not any more.
    mutating func remove(_ style: UInt16) -> Int {
      let count = counts[Int(style)]
      counts[Int(style)] = 0
      sum -= count
      return count
    }
  }

  /// What it takes to tell the values on a way, in 4096ths of a bit.
  private struct Cost {
    /// Where positions are not known, and where they are.
    var (together, apart) = (0, 0)
    /// The number of positions.
    var columnCount = 0
  }

  /// What it takes to tell the values on each way of which there are several, in the order of ways and positions.
  private func costs() -> [Cost] {
    var result: [Cost] = []
    var ofWay = StyleCounts()
    var ofPosition = StyleCounts()
    var start = 0
    while start < values.count {
      let way = values[start].way
      var end = start
      while end < values.count, values[end].way == way { end += 1 }
      // Alone, a value says nothing of its position.
      if end - start > 1 { result.append(cost(of: start..<end, &ofWay, &ofPosition)) }
      start = end
    }
    return result
  }

  /// What ``costs()`` says of the values on one way; nothing is counted yet, and nothing is when it is done.
  private func cost(
    of range: Range<Int>, _ ofWay: inout StyleCounts, _ ofPosition: inout StyleCounts
  ) -> Cost {
    var cost = Cost()
    var bitCount = 0
    var start = range.lowerBound
    for index in range {
      let (value, times) = (values[index], Int(values[index].times))
      ofWay.add(value.style, times)
      ofPosition.add(value.style, times)
      bitCount += times * Self.width(of: value.number)
      let next = index + 1
      guard next == range.upperBound || values[next].position != value.position else { continue }
      cost.apart += take(&ofPosition, start..<next)
      cost.columnCount += 1
      start = next
    }
    cost.together = take(&ofWay, range) + bitCount << 12
    cost.apart += bitCount << 12
    return cost
  }

  /// What it takes to tell the styles of some values, which are all that is counted; nothing is counted then.
  private func take(_ counts: inout StyleCounts, _ range: Range<Int>) -> Int {
    var cost = Self.logarithm(counts.sum) - Self.unseen
    for index in range {
      let count = counts.remove(values[index].style)
      if count > 0 { cost += Self.unseen - Self.logarithm(count) }
    }
    return cost
  }

  /// How many bits the magnitude of a number takes.
  private static func width(of number: Int) -> Int {
    Int.bitWidth - number.magnitude.leadingZeroBitCount
  }

  /// By how much what a sample takes seems less for each style but one, in 4096ths of a bit: 1 / 2 ln 2 (Miller and Madow).
  private static let unseen = 2955

  /// *n* times the binary logarithm of *n*, times 4,096.
  private static func logarithm(_ n: Int) -> Int { n > 1 ? n * BinaryLogarithm.of(n) : 0 }

  /// Puts the values in the order of their keys, which are below a limit; those of one key stay in theirs.
  private mutating func order(below limit: Int, by key: (Value) -> Int) {
    guard values.count > 0 else { return }
    var places = Buffer<Int32>(repeating: 0, count: limit + 1)
    for index in 0..<values.count { places[key(values[index]) + 1] += 1 }
    for index in 0..<limit { places[index + 1] += places[index] }
    var ordered = Buffer<Value>(repeating: values[0], count: values.count)
    for index in 0..<values.count {
      let value = values[index]
      ordered[Int(places[key(value)])] = value
      places[key(value)] += 1
    }
    swap(&ordered, &values)
  }
}
