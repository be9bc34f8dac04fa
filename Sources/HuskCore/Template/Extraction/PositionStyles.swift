// SPDX-License-Identifier: Apache-2.0

/// How much the position of an element in its array says about how the values in it look.
///
/// Of a row that is a list of cells, `{"v":"7"}` each, or of a chart that is a list of series, the objects have the
/// same keys at all positions, and what stands there has nothing in common. That shows in how many digits numbers
/// have, and characters strings.
struct PositionStyles: ~Copyable {
  /// How a value looks.
  private enum Style {
    static let number = 1 << 12
    static let string = 2 << 12
    static let literal = 3 << 12
  }

  private let source: ByteSource
  /// The ways from an element to a value, by that to what it stands in and its key; the way from any to what
  /// an array holds has a key that no other hash is.
  private var ways = PairTable()
  private static let elements = 1 << 31
  /// How many values there are of each way, of each way at each position, and of these in each style.
  private var ofWays = Tally()
  private var ofPositions = Tally()
  private var ofStyles = Tally()
  private var ofPositionStyles = Tally()
  /// The number of values so far, and of tokens, each as often as it stands for others.
  private var (count, tokenCount) = (0, 0)
  /// The number of tokens that were looked at.
  private(set) var lookCount = 0
  /// How deeply what is being looked at nests.
  private var nesting = 0
  /// How many elements of a list are looked at.
  private static let mostElements = 256

  /// Counts pairs of numbers.
  private struct Tally: ~Copyable {
    private var numbers = PairTable()
    private var counts = Buffer<Int>()

    var count: Int { counts.count }

    /// Counts a pair so many times, and returns its number.
    mutating func add(_ first: Int, _ second: Int, times: Int) -> Int {
      let number = numbers.insert(first, second, counts.count)
      if number == counts.count { counts.append(0) }
      counts[number] += times
      return number
    }

    /// The sum of *n* times the binary logarithm of *n* of all counts *n*, times 4,096.
    var logarithms: Int {
      var sum = 0
      for number in 0..<counts.count {
        sum += counts[number] * BinaryLogarithm.of(counts[number])
      }
      return sum
    }
  }

  /// Prepares to count values of a text.
  init(_ source: ByteSource) { self.source = source }

  /// Counts the values in an element that starts at an index of the tape; of long lists in it some of them.
  ///
  /// - Returns: The index after it.
  /// - Complexity: O(*t*) for *t* tokens.
  mutating func add(
    _ tape: borrowing TokenTape, at index: Int, position: Int, way: Int = 0
  ) -> Int {
    let token = tape[index]
    guard !token.isScalar else {
      add(token, position, way)
      return index + 1
    }
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
      while inner < end {
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
    var index = range.lowerBound
    for _ in 0..<Self.mostElements where index < range.upperBound {
      index = add(tape, at: index, position: position, way: way)
    }
  }

  private mutating func add(_ token: Token, _ position: Int, _ way: Int, times: Int = 1) {
    let style = style(token)
    count += times
    tokenCount += times
    lookCount += 1
    _ = ofWays.add(way, 0, times: times)
    _ = ofStyles.add(way, style, times: times)
    let number = ofPositions.add(way, position, times: times)
    _ = ofPositionStyles.add(number, style, times: times)
  }

  private func hash(_ key: Token) -> Int {
    var hash: UInt32 = 0
    for offset in key.offset..<key.offset + key.extent {
      hash = (hash ^ UInt32(source[offset])) &* 0x0100_0193
    }
    return Int(hash >> 1)
  }

  private func style(_ token: Token) -> Int {
    switch token.kind {
    case .number: Style.number | digits(token)
    case .string: Style.string | characters(token)
    default: Style.literal | Int(source[token.offset])
    }
  }

  /// How many digits stand behind the point of a number, and before it.
  private func digits(_ token: Token) -> Int {
    var point = token.extent
    for index in 0..<token.extent where source[token.offset + index] == ASCII.period {
      point = index
    }
    return min(token.extent - point, 15) << 4 | min(point, 15)
  }

  /// How long a string is, and with what it starts and ends.
  private func characters(_ token: Token) -> Int {
    let length = min(token.extent, 63)
    let first = ASCII.isDigit(source[token.offset + 1]) ? 1 << 6 : 0
    let last = ASCII.isDigit(source[token.offset + token.extent - 2]) ? 1 << 7 : 0
    return length | first | last
  }

  /// How many bits it takes less to tell the styles of all values where positions are known.
  private var savedBitCount: Int {
    (ofPositionStyles.logarithms - ofPositions.logarithms - ofStyles.logarithms
      + ofWays.logarithms) >> 12
  }

  /// What a column takes that says little, and what must be gained besides, in bits.
  private static let (columnBitCount, leastGain) = (128, 256)
  /// The same where there are few arrays: that elements look alike at a position may be chance.
  private static let (fewColumnBitCount, leastGainOfFew) = (192, 4096)

  /// Whether each position is worth columns of its own, in `arrayCount` arrays of `allCount` tokens together.
  func differ(arrayCount: Int, allCount: Int) -> Bool {
    let saved = Int(Double(savedBitCount) * Double(allCount) / Double(tokenCount))
    let addedColumnCount = ofPositions.count - ofWays.count
    if arrayCount >= Self.manyArrays {
      return saved - addedColumnCount * Self.columnBitCount >= Self.leastGain
    }
    return saved - addedColumnCount * Self.fewColumnBitCount >= Self.leastGainOfFew
      && savedBitCount * 2 >= count
  }

  /// Fewer arrays are few.
  private static let manyArrays = 16
}
