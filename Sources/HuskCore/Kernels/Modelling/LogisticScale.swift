// SPDX-License-Identifier: Apache-2.0

/// The logistic function and its inverse for probabilities of 16 bits (SPEC §16.2 Probabilities).
enum LogisticScale {
  /// The largest value in the logistic domain, which counts in 256ths.
  static let most = 3071

  /// 65536 / (1 + e^(-x / 256)) for x = 0, 128, ..., 3072.
  private static let points = [
    32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374,
    65438, 65476, 65500, 65514, 65523, 65528, 65531, 65533, 65534, 65535, 65535, 65535,
  ]

  /// The probability in 65,536, 1 to 65,535, of each value from -3072 to 3071.
  static let squashed: [UInt16] = (-3072...3071).map { value in
    let magnitude = abs(value)
    let (index, part) = (magnitude / 128, magnitude % 128)
    let next = points[min(index + 1, points.count - 1)]
    let probability = (points[index] * (128 - part) + next * part + 64) / 128
    return UInt16(value < 0 ? 65536 - probability : probability)
  }

  /// The value of each probability in 4096: the least that is as probable or more, -2047 to 2047.
  static let stretched: [Int16] = {
    var table: [Int16] = []
    var value = -2047
    for probability in 0..<4096 {
      while value < 2047, Int(squashed[value + 3072]) < probability * 16 + 8 { value += 1 }
      table.append(Int16(value))
    }
    return table
  }()

  /// By how much a probability moves that was learnt so many times, in 65,536ths of its error.
  static let rates: [Int32] = (0..<1024).map { Int32(655_360 / (10 * $0 + 16)) }
}
