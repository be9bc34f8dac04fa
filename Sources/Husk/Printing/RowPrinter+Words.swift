// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

extension RowPrinter {
  /// An array of scalars that fits a line.
  func shortArray(_ index: Int, _ tape: borrowing TokenTape) -> String? {
    let range = index + 1..<index + tape[index].extent
    guard !range.isEmpty, range.count <= min(options.elementCount, 16) else { return nil }
    var text = ""
    for element in range {
      guard tape[element].isScalar, sealed[element] == nil else { return nil }
      let lexeme = source.bytes(tape[element].range)
      let (shown, isCut) = cut(lexeme)
      guard !isCut else { return nil }
      text += text.isEmpty ? shown : ", \(shown)"
    }
    return text.count <= 60 ? text : nil
  }

  /// A lexeme up to so many characters, safe to show.
  func cut(_ lexeme: [UInt8]) -> (shown: String, isCut: Bool) {
    let (most, overflow) = options.characterCount.multipliedReportingOverflow(by: 8)
    // No more than that is looked at; what is cut inside a character ends before it.
    let start = overflow || lexeme.count <= most ? lexeme[...] : lexeme.prefix(most)
    let text = String(decoding: start, as: UTF8.self)
    guard start.count < lexeme.count || text.count > options.characterCount else {
      return (Printable.text(text), false)
    }
    return (Printable.text(String(text.prefix(options.characterCount))) + "…", true)
  }

  /// A key, in quotes unless it is an ordinary word.
  func name(_ key: Int, _ tape: borrowing TokenTape) -> String {
    let lexeme = source.bytes(tape[key].range)
    let word = String(decoding: lexeme.dropFirst().dropLast(), as: UTF8.self)
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(Self.isOfWord)
    return Printable.text(isPlain ? word : "\"\(word)\"")
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_-$@.".unicodeScalars.contains(scalar)
  }

  /// The type of a scalar, and a space, unless its lexeme says it.
  static func kind(_ kind: Token.Kind, _ lexeme: [UInt8]) -> String {
    switch kind {
    case .string: "string "
    case .number:
      lexeme.contains { $0 == ASCII.period || $0 | 0x20 == ASCII.lowerE }
        ? "number " : "integer "
    default: lexeme.first == ASCII.lowerN ? "" : "boolean "
    }
  }

  static func without(_ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let shown = names.prefix(4).joined(separator: ", ")
    return ["without \(shown)" + (names.count > 4 ? " and \(names.count - 4) more" : "")]
  }

  /// The optional fields of a shape that an object lacks.
  func missingFields(
    of shape: TemplatePlan.Shape, _ index: Int, _ tape: borrowing TokenTape
  ) -> [String] {
    guard shape.optionalCount > 0 else { return [] }
    var found: Set<[UInt8]> = []
    let end = index + tape[index].extent
    var key = index + 1
    while key < end {
      found.insert(source.bytes(tape[key].range))
      key = Tokenizer.end(of: key + 1, on: tape)
    }
    return shape.fields.filter { $0.isOptional && !found.contains($0.key) }.map {
      Printable.text(String(decoding: $0.content, as: UTF8.self))
    }
  }
}
