// SPDX-License-Identifier: Apache-2.0

/// Draws datasets as programs write them: rows of fields that follow laws, for planners to find.
///
/// Laws stand in one another as deep as chance has it, so that encodings do, too.
package struct DatasetGenerator {
  fileprivate var random: SeededGenerator
  private let fields: [(key: String, law: Law, form: Form)]
  /// What the numbers of each field have come to, by the text that they belong to.
  private var totals: [Int: [String: Int]] = [:]

  /// How the text of a value comes about.
  fileprivate indirect enum Law {
    /// One of some texts, the first far more often than the last.
    case oneOf([String])
    case integer(ClosedRange<Int>)
    /// A number that grows from row to row.
    case counter(from: Int, step: Int)
    /// A number that changes by a little, by itself for each text of an earlier field.
    case walk(of: Int?, ClosedRange<Int>, scale: Int)
    /// So many times the number of an earlier field, and somewhat more.
    case multiple(of: Int, factor: Int, ClosedRange<Int>)
    case decimal(scale: Int, ClosedRange<Int>)
    /// A double that was computed.
    case computed(ClosedRange<Int>, divisor: Double)
    case digits(count: Int, radix: Int, isUpper: Bool)
    case date(from: Int)
    /// Texts one behind the other.
    case joined([Law])
    /// One of several laws, the first most often.
    case either([Law])
    /// The text of an earlier field.
    case copy(of: Int)
    /// What belongs to the text of an earlier field.
    case lookup(of: Int, [String])
  }

  /// What a field holds.
  fileprivate enum Form {
    case value
    /// So many values.
    case list(ClosedRange<Int>)
    /// Objects of so many members, some of which are missing.
    case object(Int)
  }

  /// Draws the laws of a dataset.
  package init(_ random: SeededGenerator) {
    var draw = LawDraw(random: random)
    fields = (0..<draw.random.within(1...6)).map { number in
      ("f\(number)", draw.field(number), draw.form())
    }
    self.random = draw.random
  }

  fileprivate init(random: SeededGenerator) {
    self.random = random
    fields = []
  }

  /// Rows of the dataset, as lines of JSON.
  package mutating func lines(_ count: Int) -> [UInt8] {
    var text = ""
    for row in 0..<count {
      var values: [String] = []
      for (number, field) in fields.enumerated() {
        values.append(value(field.law, row, values, of: number))
      }
      let members = fields.indices.compactMap { number -> String? in
        // Some values are missing, and some are of another kind.
        if random.chance(1, in: 400) { return nil }
        let content = random.chance(1, in: 400) ? "null" : content(number, row, values)
        return "\"\(fields[number].key)\":\(content)"
      }
      text += "{" + members.joined(separator: ",") + "}\n"
    }
    return Array(text.utf8)
  }

  /// What a field holds in a row.
  private mutating func content(_ number: Int, _ row: Int, _ values: [String]) -> String {
    let law = fields[number].law
    let earlier = Array(values[..<number])
    switch fields[number].form {
    case .value: return written(values[number])
    case .list(let range):
      let items = (0..<random.within(range)).map { _ in
        written(value(law, row, earlier, of: number))
      }
      return "[" + items.joined(separator: ",") + "]"
    case .object(let count):
      let members = (0..<count).compactMap { member -> String? in
        if random.chance(1, in: 30) { return nil }
        return "\"m\(member)\":" + written(value(law, row, earlier, of: number))
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  /// A number where the text of a value is one, most often, and else a string.
  private mutating func written(_ value: String) -> String {
    Self.isNumber(value) && !random.chance(1, in: 400) ? value : "\"\(value)\""
  }

  /// Whether a text is a number without an exponent, and not a very long one.
  private static func isNumber(_ text: String) -> Bool {
    guard text.utf8.count < 24, text.utf8.allSatisfy("-.0123456789".utf8.contains) else {
      return false
    }
    return (try? ReferenceParser.parse(Array(text.utf8))) != nil
  }

  fileprivate mutating func value(
    _ law: Law, _ row: Int, _ earlier: [String], of number: Int
  ) -> String {
    switch law {
    case .oneOf(let texts): return random.pickSkewed(texts)
    case .integer(let range): return "\(random.within(range))"
    case .counter(let start, let step): return "\(start + row * step)"
    case .walk(let other, let range, let scale):
      let key = other.map { earlier[$0] } ?? ""
      let total = totals[number, default: [:]][key, default: 0] + random.within(range)
      totals[number, default: [:]][key] = total
      return scale == 0 ? "\(total)" : LexemeGenerator.decimal(total, scale: scale)
    case .multiple(let other, let factor, let range):
      return
        "\((Int(earlier[other]) ?? earlier[other].utf8.count) % (1 << 40) * factor + random.within(range))"
    case .decimal(let scale, let range):
      return LexemeGenerator.decimal(random.within(range), scale: scale)
    case .computed(let range, let divisor): return "\(Double(random.within(range)) / divisor)"
    case .digits(let count, let radix, let isUpper):
      return (0..<count).map { _ in String(random.below(radix), radix: radix, uppercase: isUpper) }
        .joined()
    case .date(let start): return Self.date(start + row / 8)
    case .joined(let laws): return laws.map { value($0, row, earlier, of: number) }.joined()
    case .either(let laws): return value(random.pickSkewed(laws), row, earlier, of: number)
    case .copy(let other): return earlier[other]
    case .lookup(let other, let texts):
      return texts[earlier[other].utf8.reduce(0) { ($0 * 31 + Int($1)) % texts.count }]
    }
  }

  private static func date(_ day: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "20\(two(day / 336 % 100))-\(two(day / 28 % 12 + 1))-\(two(day % 28 + 1))"
  }
}

/// Draws laws.
private struct LawDraw {
  var random: SeededGenerator

  private static let separators = [" ", "-", "/", ".", ", ", ":", "=", "_", "\\n", "\u{e9}"]

  mutating func form() -> DatasetGenerator.Form {
    switch random.below(8) {
    case 0: .list(random.pick([0...3, 2...2, 0...40, 3...3]))
    case 1: .object(random.within(1...3))
    default: .value
    }
  }

  /// The law of a field, behind so many others.
  mutating func field(_ number: Int) -> DatasetGenerator.Law {
    switch random.below(number == 0 ? 5 : 12) {
    case 0, 1: joined(depth: 0)
    case 2: pool(of: joined(depth: 0))
    case 3: leaf()
    case 4: .walk(of: nil, random.pick([-9...9, 0...2, 1...1_000]), scale: random.pick([0, 0, 2]))
    case 5: .copy(of: random.below(number))
    case 6, 7: .lookup(of: random.below(number), texts(random.within(1...40)))
    case 8: .joined([leaf(), .copy(of: random.below(number)), leaf()])
    case 9:
      .walk(
        of: random.below(number), random.pick([-9...9, 0...2, 7...7]), scale: random.pick([0, 1]))
    case 10:
      .multiple(
        of: random.below(number), factor: random.pick([1, 2, 1_000]), random.pick([0...0, 0...3]))
    default: .either([.copy(of: random.below(number)), joined(depth: 1)])
    }
  }

  /// Parts with the same text between them in each row.
  private mutating func joined(depth: Int) -> DatasetGenerator.Law {
    var laws: [DatasetGenerator.Law] = []
    for _ in 0..<random.within(1...4) {
      if random.chance(2, in: 3) { laws.append(.oneOf([random.pick(Words.plain)])) }
      laws.append(.oneOf([random.pick(Self.separators)]))
      laws.append(part(depth: depth + 1))
    }
    if random.chance(1, in: 2) { laws.append(.oneOf([random.pick([" left", "px", "%", "]"])])) }
    return .joined(laws)
  }

  private mutating func part(depth: Int) -> DatasetGenerator.Law {
    switch random.below(depth < 4 ? 8 : 3) {
    case 0...2: leaf()
    case 3, 4: .either((0..<random.within(2...3)).map { _ in part(depth: depth + 1) })
    case 5: .joined([leaf(), .oneOf([random.pick(["px", "x", " ms", "large"])])])
    case 6: pool(of: joined(depth: depth + 1))
    default: joined(depth: depth + 1)
    }
  }

  private mutating func leaf() -> DatasetGenerator.Law {
    switch random.below(9) {
    case 0...2: .oneOf(texts(random.within(1...12)))
    case 3: .integer(0...random.pick([1, 9, 200, 70_000, 1 << 40]))
    case 4: .counter(from: random.below(2_000), step: random.pick([1, 1, 2, 1_000]))
    case 5: .decimal(scale: random.within(1...4), 0...random.pick([99, 9_999, 999_999]))
    case 6:
      .digits(
        count: random.pick([2, 4, 8, 12, 32]), radix: random.pick([10, 16]),
        isUpper: random.chance(1, in: 4))
    case 7: .computed(-999...random.pick([9, 99_999]), divisor: random.pick([3, 7, 10, 1_000]))
    default: .date(from: random.below(9_000))
    }
  }

  private mutating func texts(_ count: Int) -> [String] {
    (0..<count).map { number in
      random.pick(Words.plain) + (random.chance(1, in: 3) ? "" : "\(number)")
    }
  }

  /// One of some texts of a law, so that they recur.
  private mutating func pool(of law: DatasetGenerator.Law) -> DatasetGenerator.Law {
    var generator = DatasetGenerator(random: random)
    let texts = (0..<random.pick([3, 30, 300])).map { generator.value(law, $0, [], of: 0) }
    random = generator.random
    return .oneOf(texts)
  }
}
