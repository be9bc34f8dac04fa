// SPDX-License-Identifier: Apache-2.0

import HuskTestKit

/// Texts that take every kind of column, and are small enough to damage each bit of their files.
enum SampleTexts {
  /// Lines of one kind, as logs and events have them.
  static let lines: [UInt8] = (0..<10).flatMap { SampleMessages.message($0) + [0x0A] }

  /// An array that somebody printed, with values of every sort.
  static let array = Array(
    """
    [
    \((0..<16).map {
      "  {\"id\": \($0), \"at\": \"2024-02-\($0 % 28 + 10) 10:00:0\($0 % 10)\", \"k\": \"k\($0 % 3)\", \"v\": \(Double($0) / 4)}"
    }.joined(separator: ",\n"))
    ]

    """.utf8)

  /// Maps, absent values and nested objects, a text to a line.
  static let nested: [UInt8] = (0..<12).flatMap { number in
    Array(
      ("{\"m\":{\"\(number)\":1,\"\(number + 1)\":[\(number)]},\"n\":\(number % 2 == 0 ? "null" : "1.5")"
        + ",\"o\":{\"h\":\"\(String(number * 7919, radix: 16))abcdef01\"}}\n").utf8)
  }

  /// What printers seldom write: carriage returns, doubled keys, escapes, and numbers nobody else spells so.
  static let odd = Array(
    "{\"a\":1.0,\"a\":1e5,\r\n \"\":\"\\u00e9\\/\",\"__proto__\":-0 }\r\n[true , 12345678901234567890123]"
      .utf8)

  /// Records that name one before them, and the sum of two of their numbers.
  static let related: [UInt8] = {
    var random = SeededGenerator(seed: 7)
    var names: [String] = []
    var named = 0
    var lines: [UInt8] = []
    for _ in 0..<80 {
      names.append(String(random.within(1 << 28...1 << 32 - 1), radix: 16))
      if random.chance(1, in: 2) { named = random.below(names.count) }
      let (net, tax) = (random.below(90_000), random.below(9000))
      lines += "{\"id\":\"\(names[names.count - 1])\",\"of\":\"\(names[named])\"".utf8
      lines += ",\"net\":\(net),\"tax\":\(tax),\"gross\":\(net + tax)}\n".utf8
    }
    return lines
  }()

  /// All of them.
  static let all = [lines, array, nested, odd, related]
}
