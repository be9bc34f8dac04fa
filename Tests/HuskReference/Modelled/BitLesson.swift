// SPDX-License-Identifier: Apache-2.0

/// A probability that a bit is 1, and how often it was learnt (SPEC §16.2 Probabilities).
struct BitLesson {
  /// The probability, in 2²².
  var p: Int
  var count: Int

  mutating func learn(_ bit: Int) {
    let target = bit == 1 ? (1 << 22) - 1 : 0
    p += ((target - p) * (655_360 / (10 * count + 16))) >> 16
    if count < 1020 { count += 1 }
  }

  /// What the lesson says, as a logistic value.
  var said: Int { Probability.stretch(p >> 10) }
}

/// Probabilities in 65,536 as logistic values in 256ths (SPEC §16.2 Probabilities).
enum Probability {
  private static let points = [
    32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374,
    65438, 65476, 65500, 65514, 65523, 65528, 65531, 65533, 65534, 65535, 65535, 65535,
  ]

  static func clamp(_ x: Int) -> Int { max(-3071, min(3071, x)) }

  /// The probability of a logistic value.
  static func squash(_ x: Int) -> Int {
    let (i, part) = (abs(x) / 128, abs(x) % 128)
    let p = (points[i] * (128 - part) + points[min(i + 1, 24)] * part + 64) / 128
    return x < 0 ? 65_536 - p : p
  }

  private static let stretches: [Int] = {
    // A greater probability never has a lesser value.
    var x = -2047
    return (0..<4096).map { p in
      while x < 2047, squash(x) < 16 * p + 8 { x += 1 }
      return x
    }
  }()

  /// The logistic value of a probability in 4096.
  static func stretch(_ p: Int) -> Int { stretches[p] }
}

/// Hashes of 32 bits, which wrap around (SPEC §16.6 Rows).
enum Hash {
  static func mix(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let hash = ((a &* 0x9E37_79B1) ^ (b &+ 0x7F4A_7C15 &+ (a << 6))) &* 0x85EB_CA6B
    return hash ^ (hash >> 15)
  }

  /// SPEC §16.4 Mixing.
  static func scramble(_ hash: UInt32) -> UInt32 {
    let hash = hash &* 0x2C1B_3C6D
    return (hash ^ (hash >> 15)) &* 0x85EB_CA6B
  }
}
