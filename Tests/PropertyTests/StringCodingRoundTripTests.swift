// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite(
  "Sorted strings, Base64 and strings of several patterns come back", .seeded,
  .timeLimit(.minutes(60)))
struct StringCodingRoundTripTests {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// Digits of random bits, whose last ones are zero.
  private func digits(_ count: Int, _ random: inout SeededGenerator) -> String {
    String((0..<count).map { $0 == count - 1 ? "A" : Self.digits[random.below(64)] })
  }

  private func encoding(_ strings: [String], _ level: Int) throws -> String {
    try encoding(of: strings.map { "\"\($0)\"" }, level)
  }

  private func encoding(of values: [String], _ level: Int) throws -> String {
    let json = Array(values.joined(separator: "\n").utf8)
    let block = try ColumnBlock(json, Effort(level: level))
    #expect(try block.decodeTwice() == json)
    let sizes = try ColumnSizes(
      block.payload.span, block.plan, rowCount: block.rowCount, byteLimit: json.count,
      limits: Limits())
    return try #require(sizes.columns.first { $0.kind == .values }).encoding
  }

  @Test("as Base64, with a prefix and of varying length", arguments: [1, 3, 5, 9])
  func base64(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let hashes = (0..<300).map { _ in "sha512-" + digits(86, &random) + "==" }
    #expect(try encoding(hashes, level) == "base64(constant)")
    let tokens = (0..<300).map { _ in
      let count = random.within(5...30)
      return digits(count * 4 + 2, &random).replacing("+", with: "-").replacing("/", with: "_")
    }
    #expect(try encoding(tokens, level).hasPrefix("base64("))
    // One string with a bit too many in its last digit.
    let almost = hashes.dropLast() + ["sha512-" + digits(85, &random) + "B=="]
    #expect(try !encoding(Array(almost), level).contains("base64"))
  }

  @Test("as digits, though the last ones stood there before", arguments: [1, 3])
  func digitsThatRecurAtTheEnd(level: Int) throws {
    var random = SeededGenerator(stream: level)
    var sums = (0..<600).map { _ in
      (0..<40).map { _ in String(random.below(16), radix: 16) }.joined()
    }
    sums += sums[540..<560]
    #expect(try encoding(sums, level).hasPrefix("hexadecimal"))
    // Where they do all the way, a text is better.
    let pairs = sums.prefix(300).flatMap { [$0, $0] }.shuffled(using: &random)
    #expect(try !encoding(pairs, level).hasPrefix("hexadecimal"))
  }

  @Test("by what each shares with the one before", arguments: [1, 3, 5])
  func frontCoding(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let words = (0..<1500).map { _ in
      String((0..<random.within(4...9)).map { _ in letters[random.below(26)] })
    }.sorted()
    let paths = words.map { "node_modules/@\($0.prefix(2))\u{e9}/\($0.prefix(4))/\($0)" }
    #expect(try encoding(paths, level).hasPrefix("front coding"))
    var shuffled = words
    shuffled.shuffle(using: &random)
    #expect(try !encoding(shuffled, level).contains("front coding"))
  }

  private func uuid(_ random: inout SeededGenerator) -> String {
    [8, 4, 4, 4, 12].map { count in
      String((0..<count).map { _ in random.pick(Array("0123456789abcdef")) })
    }.joined(separator: "-")
  }

  private func date(_ random: inout SeededGenerator) -> String {
    let parts = [random.within(1...12), random.within(1...28)].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(random.within(1970...2030))-\(parts[0])-\(parts[1])"
  }

  private func time(_ random: inout SeededGenerator) -> String {
    [24, 60, 60].map { limit in
      let value = random.below(limit)
      return value < 10 ? "0\(value)" : "\(value)"
    }.joined(separator: ":")
  }

  @Test("by their patterns, and others by themselves", arguments: [1, 3, 5, 9])
  func divided(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let identifiers = (0..<400).map { _ in random.chance(1, in: 20) ? "-" : uuid(&random) }
    let hexadecimal = try encoding(identifiers, level)
    #expect(hexadecimal.hasPrefix("mixed("))
    #expect(hexadecimal.hasSuffix(" of hexadecimal of 4 × planes / constant"))
    let dates = (0..<900).map { row in
      switch row % 3 {
      case 0: date(&random)
      case 1: date(&random) + "T" + time(&random) + "Z"
      default: random.pick(["unknown", "never", "", "soon"])
      }
    }
    let encoding = try encoding(dates, level)
    #expect(encoding.hasPrefix("mixed("))
    #expect(encoding.contains("pattern(day)"))
    #expect(encoding.contains("pattern(second)"))
    // Of strings that hardly any other one looks like, a column for each is no gain.
    let letters = Array("ghijklmnop")
    let words = (0..<400).map { row in
      String((0..<random.within(4...9)).map { _ in random.pick(letters) }) + "\(row)"
    }
    #expect(try !self.encoding(words, level).contains("mixed"))
  }

  @Test("however deep their columns nest", arguments: [1, 3, 5, 9])
  func nested(level: Int) throws {
    var random = SeededGenerator(stream: level)
    // Numbers, strings and literals; the strings recur, have several patterns, and some have none.
    let strings = (0..<300).map { row in
      row % 3 == 0
        ? uuid(&random)
        : row % 3 == 1 ? date(&random) : random.pick(["a", "b", "c"]) + "\u{e9}\(row)"
    }
    let values = (0..<4000).map { _ in
      random.chance(1, in: 10)
        ? random.pick(["null", "true", "1.5", "7", "[]"]) : "\"\(random.pick(strings))\""
    }
    #expect(try encoding(of: values, level).hasPrefix("mixed("))
    // Those that do not recur are divided in place of the entries of a dictionary.
    let distinct = strings + (0..<3000).map { _ in uuid(&random) }
    let others = distinct.map { random.chance(1, in: 10) ? "null" : "\"\($0)\"" }
    let ofOthers = try encoding(of: others, level)
    #expect(ofOthers.contains(") of mixed("))
    #expect(ofOthers.contains("of hexadecimal"))
  }

  private func decimal(_ random: inout SeededGenerator, _ fraction: Int) -> String {
    var digits = (0..<fraction).map { _ in "\(random.below(10))" }.joined()
    while digits.hasSuffix("0") { digits.removeLast() }
    let whole = random.pick(["0", "7", "-12", "345", "-0"])
    let number = digits.isEmpty ? whole : "\(whole).\(digits)"
    return number == "-0" ? "0" : number
  }

  @Test("as numbers, with what stands around them", arguments: [1, 3, 5, 9])
  func quoted(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let plain = (0..<500).map { _ in decimal(&random, 4) }
    #expect(try encoding(plain, level).hasPrefix("quoted decimals(scale 4) of"))
    let prices = (0..<500).map { _ in "\u{20ac} \(decimal(&random, 2))\\t" }
    #expect(try encoding(prices, level).hasPrefix("quoted decimals(scale 2) of"))
    // Fractions of as many digits each have a mantissa, and not two runs of digits, where those are not tried.
    let fixed = (0..<500).map { _ in "\(random.below(90)).\(random.within(10...99))" }
    let encoding = try encoding(fixed, level)
    #expect(level >= 4 || encoding.hasPrefix("quoted decimals(scale 2) of"))
  }

  @Test("as numbers, beside strings that are none", arguments: [1, 3, 5, 9])
  func quotedAmongOthers(level: Int) throws {
    var random = SeededGenerator(stream: level)
    // Numbers that cannot be written back are none, nor are those with something else around them.
    let others = ["", "n/a", "1e5", "-0", "007", "1.", "+1", "12345678901234567890", "5 %", "--1"]
    let values = (0..<800).map { _ in
      random.chance(1, in: 8) ? random.pick(others) : decimal(&random, 4)
    }
    let encoding = try encoding(values, level)
    #expect(encoding.hasPrefix("mixed("))
    #expect(encoding.contains("of quoted decimals(scale 4) of"))
  }

  private static let nouns = [
    "user", "order", "\u{fc}nit", "session_7", "cart", "Node", "x", "\u{65e5}\u{672c}",
  ]

  private static let fruits = ["apple", "pear", "plum", "fig", "kiwi", "lime", "date", "quince"]

  /// Strings of words and numbers of a few kinds.
  private func line(_ kind: Int, _ random: inout SeededGenerator) -> String {
    let noun = random.pick(Self.nouns)
    return switch kind {
    case 0:
      "Accepted \(noun) from 10.0.\(random.below(256)).\(random.below(256)) port \(random.below(1024))"
    case 1: "{\\\"id\\\":\(random.below(100_000)),\\\"kind\\\":\\\"\(noun)\\\"}"
    default: "GET /\(noun)/\(random.below(1000)) -> \(random.pick(["ok", "", "not found", "1e5"]))"
    }
  }

  @Test("as they are where that takes less time")
  func notComposed() throws {
    var random = SeededGenerator(stream: 1)
    let kinds = (0..<900).map { line($0 % 3, &random) }
    #expect(try !encoding(kinds, 1).contains("composed of "))
  }

  @Test("as what differs in them", arguments: [2, 3, 5, 9])
  func composed(level: Int) throws {
    var random = SeededGenerator(stream: level)
    for kind in 0..<2 {
      let lines = (0..<600).map { _ in line(kind, &random) }
      let encoding = try encoding(lines, level)
      #expect(encoding.hasPrefix("composed of "))
      #expect(encoding.contains("dictionary of \(Self.nouns.count), "))
    }
    let kinds = (0..<900).map { line($0 % 3, &random) }
    let mixed = try encoding(kinds, level)
    #expect(mixed.hasPrefix("mixed("))
    #expect(mixed.contains(" of composed of "))
    // Beside others, some of them of no kind, and where strings recur.
    let values = (0..<2000).map { row in
      random.chance(1, in: 20)
        ? random.pick(["null", "\"\"", "\"-\"", "7", "\"a lone sentence, of its own.\""])
        : "\"\(line(row % 2, &random))\""
    }
    #expect(try encoding(of: values, level).contains("composed of "))
    let few = (0..<80).map { _ in line(0, &random) }
    let recurring = (0..<3000).map { _ in random.pick(few) }
    _ = try encoding(recurring, level)
    // Longer than what is written by numbers alone.
    let sentence = "- a remark as long as any that is written beside a line of a log, and then some"
    _ = try encoding(recurring.map { $0 + sentence }, level)
    // Words without anything between them are not composed of others.
    let bare = (0..<600).map { _ in String((0..<9).map { _ in random.pick(Array("ghijklmnop")) }) }
    #expect(try !encoding(bare, level).contains("composed"))
  }

  @Test("as what differs in them, however many forms that has", arguments: [2, 3, 5, 7, 9])
  func composedOfDivided(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let lines = (0..<900).map { _ in
      let width =
        random.chance(1, in: 4)
        ? "\(random.below(200))px" : random.pick(["auto", "none", "inherit"])
      return "user \(random.pick(Self.fruits)) has \(width) left"
    }
    // Entries of a dictionary that are composed of words, and of numbers with a unit or of other words that recur:
    // each of these could stand in another column, but not more than four may.
    let encoding = try encoding((0..<2000).map { _ in random.pick(lines) }, level)
    #expect(encoding.hasPrefix("dictionary of "))
  }

  @Test("whatever separates their words", arguments: 1...24)
  func separated(stream: Int) throws {
    var random = SeededGenerator(stream: stream)
    let separators = [
      " ", "-", "/", ".", ", ", "\\n", "\\u00e9", "=", "@", "[", "\u{2192}", "\\\"", "$",
    ]
    let frame = (0..<random.within(1...40)).map { _ in random.pick(separators) }
    let words = (0..<random.within(2...30)).map { _ in
      random.chance(1, in: 3)
        ? "\(random.below(5000))" : random.pick(Self.nouns) + "\(random.below(9))"
    }
    let isLoose = random.chance(1, in: 2)
    let strings = (0..<random.within(64...700)).map { _ in
      let kept =
        isLoose ? frame.prefix(frame.count - random.below(min(frame.count, 3))) : frame[...]
      return random.chance(1, in: 50) ? "" : kept.map { random.pick(words) + $0 }.joined()
    }
    _ = try encoding(strings, random.pick([1, 3, 5, 9]))
  }
}
