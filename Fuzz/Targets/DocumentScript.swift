// SPDX-License-Identifier: Apache-2.0

/// JSON that an input writes choice by choice, so that every input is valid JSON of some regularity.
///
///     outer form and whitespace (1 byte), shapes, rows until the input ends
///
/// A byte chooses what a value is; what repeats and what counts is as likely as what does not.
struct DocumentScript {
  private static let keys = [
    "id", "name", "at", "value", "tags", "", "__proto__", "a\\u0062", "user.id", "id", "é", "x",
  ]
  private static let words = [
    "open", "closed", "", "a b", "\\n", "\\ud800", "https://example.org/a", "é", "12", "-0", "null",
    "2024-02-29T23:59:60Z",
  ]
  private static let numbers = [
    "0", "-0", "1.0", "1e5", "1E+05", "-1.50", "9223372036854775807", "-9223372036854775808",
    "18446744073709551616", "0.1", "123456789012345678901234567890", "1e-400",
  ]
  private static let gaps = ["", " ", "\n  ", "\t", "\r\n", "  "]

  private var input: FuzzInput
  private var text: [UInt8] = []
  private var style = 0
  private var row = 0
  private var depth = 0
  private var shapes: [[Int]] = []
  private var last: [UInt8] = []

  /// Writes the document that an input stands for.
  static func document(_ input: consuming FuzzInput) -> [UInt8] {
    var script = DocumentScript(input: input)
    script.write()
    return script.text
  }

  private init(input: FuzzInput) { self.input = input }

  private mutating func write() {
    let form = input.choice(of: 4)
    style = input.choice(of: 4)
    for _ in 0...input.choice(of: 3) {
      shapes.append((0..<input.choice(of: 7)).map { _ in input.choice(of: Self.keys.count) })
    }
    if form == 1 { add("[") }
    repeat {
      if row > 0 { add(form == 1 ? "," : "\n") }
      if form == 1 { gap() }
      value()
      row += 1
    } while !input.isEmpty && row < 300 && text.count < 1 << 14 && form < 3
    if form == 1 { add("]") }
    if form == 0 { add("\n") }
  }

  private mutating func add(_ string: String) { text += string.utf8 }

  /// Whitespace: none, what it mostly is, or something else now and then.
  private mutating func gap() {
    switch style {
    case 0: break
    case 1: add(" ")
    case 2: add("\n" + String(repeating: "  ", count: depth))
    default: add(input.pick(Self.gaps))
    }
  }

  private mutating func value() {
    let start = text.count
    // Where no bytes are left, objects in objects would be all that comes.
    switch input.isEmpty ? 4 : input.choice(of: 14) {
    case 0, 1, 2: object(shapes[input.choice(of: shapes.count)])
    case 3: list()
    case 4: add("\(row * 3 + 1000)")
    case 5: add("\(input.number())")
    case 6: add("\(input.number()).\(input.choice(of: 100))")
    case 7: add(input.pick(Self.numbers))
    case 8: add("\"" + input.pick(Self.words) + "\"")
    case 9: add("\"user-\(row + input.choice(of: 3))\"")
    case 10: add(input.pick(["true", "false", "null"]))
    case 11: text += last
    case 12: add("\"2024-05-\(10 + row % 20)T08:\(10 + input.choice(of: 50)):27Z\"")
    default: add("\"\(String(UInt64(input.number() + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16))\"")
    }
    last = text.count - start < 200 ? Array(text[start...]) : []
    if last.isEmpty { last = Array("null".utf8) }
  }

  private mutating func object(_ shape: [Int]) {
    add("{")
    depth += 1
    let missing = input.byte()
    var isFirst = true
    for (place, key) in shape.enumerated() where missing & 128 == 0 || missing >> place & 1 == 0 {
      if !isFirst { add(",") }
      isFirst = false
      gap()
      add("\"" + Self.keys[key] + "\":")
      if style > 0 { add(" ") }
      if depth < 6 { value() } else { add("1") }
    }
    depth -= 1
    if !isFirst { gap() }
    add("}")
  }

  private mutating func list() {
    add("[")
    depth += 1
    for index in 0..<input.choice(of: 5) {
      if index > 0 { add(",") }
      gap()
      if depth < 6 { value() } else { add("1") }
    }
    depth -= 1
    add("]")
  }
}

extension FuzzInput {
  /// Takes a document: what the rest of the input is, or what it writes.
  mutating func document() -> [UInt8] {
    byte() & 1 == 0 ? all() : DocumentScript.document(FuzzInput(all()))
  }
}
