// SPDX-License-Identifier: Apache-2.0

/// Makes single JSON tokens, ordinary ones and those that trip naive code.
package enum LexemeGenerator {
  /// A number, string or literal.
  package static func scalar(_ random: inout SeededGenerator) -> [UInt8] {
    switch random.below(10) {
    case 0: Array("null".utf8)
    case 1: Array((random.chance(1, in: 2) ? "true" : "false").utf8)
    case 2...5: number(&random)
    default: string(&random)
    }
  }

  /// A number: mostly an ordinary integer or decimal, sometimes an odd one.
  package static func number(_ random: inout SeededGenerator) -> [UInt8] {
    let text: String
    switch random.below(12) {
    case 0...3: text = String(random.within(-20...999))
    case 4, 5: text = decimal(random.within(-2_000_000...2_000_000), scale: 2)
    case 6: text = decimal(random.within(-1_000_000_000...1_000_000_000), scale: 6)
    case 7: text = String(1_500_000_000_000 + random.below(300_000_000_000))
    case 8: text = String(Int64(bitPattern: random.next()))
    case 9, 10: text = random.pick(Words.oddNumbers)
    default: text = long(&random)
    }
    return Array(text.utf8)
  }

  /// A string with its quotes: words, scripts, escapes, or one of the forms that data holds.
  package static func string(_ random: inout SeededGenerator) -> [UInt8] {
    var text = "\""
    switch random.below(16) {
    case 0: break
    case 1...4: text += random.pick(Words.plain)
    case 5, 6: text += sentence(&random)
    case 7: text += random.pick(Words.scripts)
    case 8: text += date(&random)
    case 9: text += "https://example.com/\(random.pick(Words.plain))/\(random.below(100_000))?q=1"
    case 10: text += hexadecimal(&random, digitCount: random.pick([8, 32, 40, 64]))
    case 11: text += uuid(&random)
    case 12: text += number(String.init(decoding:as:), &random)
    case 13: text += #"{\"nested\":[1,\"two\",{}]}"#
    default: text += mixture(&random)
    }
    return Array((text + "\"").utf8)
  }

  /// A key with its quotes: mostly one of a few dozen that data has everywhere.
  package static func key(_ random: inout SeededGenerator) -> [UInt8] {
    let text: String
    switch random.below(10) {
    case 0...6: text = random.pick(Words.keys)
    case 7: text = random.pick(Words.keys) + "_" + random.pick(Words.plain)
    default: text = random.pick(Words.oddKeys)
    }
    return quoted(text)
  }

  /// A key with its quotes that is data: an id, a date or a path.
  package static func dataKey(_ random: inout SeededGenerator) -> [UInt8] {
    switch random.below(4) {
    case 0: quoted(String(random.below(1_000_000)))
    case 1: quoted(date(&random))
    case 2: quoted(hexadecimal(&random, digitCount: 12))
    default: quoted("node_modules/\(random.pick(Words.plain))/\(random.below(1_000))")
    }
  }

  /// Some text between quotes; it must be a lexeme already.
  package static func quoted(_ text: String) -> [UInt8] {
    Array("\"\(text)\"".utf8)
  }

  /// A decimal with a fixed number of digits after the point.
  package static func decimal(_ mantissa: Int, scale: Int) -> String {
    let digits = String(mantissa.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return (mantissa < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
  }

  private static func number(
    _ convert: ([UInt8], UTF8.Type) -> String, _ random: inout SeededGenerator
  ) -> String {
    convert(number(&random), UTF8.self)
  }

  /// An integer of up to 400 digits, or a fraction of as many.
  private static func long(_ random: inout SeededGenerator) -> String {
    var digits = String(random.within(1...9))
    let count = random.pick([19, 20, 40, 400])
    for _ in 1..<count { digits += String(random.below(10)) }
    return random.chance(1, in: 4) ? "-0.\(digits)" : digits
  }

  private static func sentence(_ random: inout SeededGenerator) -> String {
    var words: [String] = []
    for _ in 0..<random.pick([2, 3, 5, 8, 13, 60]) {
      words.append(random.pick(random.chance(1, in: 12) ? Words.scripts : Words.plain))
    }
    return words.joined(separator: " ")
  }

  private static func date(_ random: inout SeededGenerator) -> String {
    func two(_ range: ClosedRange<Int>) -> String {
      let number = random.within(range)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    let day = "20\(two(10...26))-\(two(1...12))-\(two(1...28))"
    if random.chance(1, in: 3) { return day }
    return "\(day)T\(two(0...23)):\(two(0...59)):\(two(0...59))Z"
  }

  private static func hexadecimal(_ random: inout SeededGenerator, digitCount: Int) -> String {
    var text = ""
    for _ in 0..<digitCount { text += String(random.below(16), radix: 16) }
    return random.chance(1, in: 4) ? text.uppercased() : text
  }

  private static func uuid(_ random: inout SeededGenerator) -> String {
    [8, 4, 4, 4, 12].map { hexadecimal(&random, digitCount: $0) }.joined(separator: "-")
  }

  private static func mixture(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<random.within(1...6) {
      text += random.pick(random.pick([Words.escapes, Words.escapes, Words.plain, Words.scripts]))
    }
    return text
  }
}
