// SPDX-License-Identifier: Apache-2.0

extension TextModel {
  /// Writes a byte.
  package mutating func encode(_ byte: UInt8, to encoder: inout RangeEncoder) {
    guard !surprise.isLasting else { return encodeAndLearn(byte, to: &encoder) }
    if let guess {
      encoder.encode(bit: guess == byte ? 1 : 0, probability: keptProbability(of: guess))
      if guess == byte { return append(byte) }
    }
    // What is predicted does not wait for what is written.
    var probabilities = InlineArray<8, Int>(repeating: 0)
    _ = predict { position, probability in
      probabilities[position] = probability
      return Int(byte &>> UInt8(7 &- position)) & 1
    }
    var surprises = 0
    for position in 0..<8 {
      let bit = Int(byte &>> UInt8(7 &- position)) & 1
      encoder.encode(bit: bit, probability: probabilities[position])
      surprises &+= TextSurprise.count(bit, probabilities[position])
    }
    surprise.noteByte(surprises)
    append(byte)
  }

  /// Reads a byte.
  package mutating func decode(from decoder: inout RangeDecoder) -> UInt8 {
    guard !surprise.isLasting else { return decodeAndLearn(from: &decoder) }
    if let guess, decoder.bit(probability: keptProbability(of: guess)) == 1 {
      append(guess)
      return guess
    }
    var surprises = 0
    // A copy stays in registers.
    var copy = decoder
    let byte = predict { _, probability in
      let bit = copy.bit(probability: probability)
      surprises &+= TextSurprise.count(bit, probability)
      return bit
    }
    decoder = copy
    surprise.noteByte(surprises)
    append(byte)
    return byte
  }

  /// How likely a guess is in 4096, while nothing of the message is learnt.
  @inline(__always) private func keptProbability(of guess: UInt8) -> Int {
    var sum = 0
    for input in 0...Self.guessOrderCount {
      let weight = Int(weights[Self.guessWeightStart &+ input])
      sum &+= weight &* lessons.kept(guessLesson(input, guess))
    }
    return logistic.squash(sum &>> 16)
  }

  /// Goes through a byte while nothing of the message is learnt.
  ///
  /// - Parameter bit: The bit at a position of the byte, 0 to 7, of which the probability in 4096 is given.
  /// - Returns: The byte.
  @inline(__always)
  private func predict(_ bit: (_ position: Int, _ probability: Int) -> Int) -> UInt8 {
    let match = expectation
    let half = predictHalf(1, 0, match, bit)
    return UInt8(truncatingIfNeeded: predictHalf(half, 4, match, bit))
  }

  /// Goes through the four bits behind those of `partial`, and returns it with them.
  @inline(__always)
  private func predictHalf(
    _ partial: Int, _ position: Int, _ match: ExpectedByte,
    _ bit: (_ position: Int, _ probability: Int) -> Int
  ) -> Int {
    let lines = lines(partial)
    var node = 1
    for step in 0..<4 {
      let expected = match.bit(partial &<< step | node & (1 &<< step &- 1), position &+ step)
      let first = expected < 0 ? 0 : Self.inputCount
      var sum = 0
      for order in 0..<Self.orderCount {
        sum &+= Int(weights[first &+ order]) &* lessons.kept(lines[order] &+ node)
      }
      if expected >= 0 {
        let trust = Int(weights[first &+ Self.orderCount]) &* match.trust
        // A branch would be decided by the match, and go wrong as often as not.
        let zeros = expected &- 1
        sum &+= (trust ^ zeros) &- zeros
      }
      node = node &<< 1 | bit(position &+ step, logistic.squash(sum &>> 16))
    }
    return partial &<< 4 | node & 15
  }
}
