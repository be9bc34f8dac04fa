// SPDX-License-Identifier: Apache-2.0

/// Writes a document in the text layout (SPEC §6 Text layout).
package struct TextEncoder: ~Copyable {
  /// The version of the layout that is written.
  package static let version = 1

  private let source: ByteSource
  private let plan: TemplatePlan
  private let assignment: Assignment
  private var bytes: [UInt8] = []
  private var isFirstValue = true
  /// How deeply what is being written nests.
  private var nesting = 0

  /// Encodes the document that `tape` and `source` hold.
  ///
  /// - Returns: One JSON text, followed by LF.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func encode(
    _ tape: borrowing TokenTape, _ source: ByteSource, limits: Limits
  ) -> [UInt8] {
    DeepStack.walk { encodeHere(tape, source, limits: limits) }
  }

  private static func encodeHere(
    _ tape: borrowing TokenTape, _ source: ByteSource, limits: Limits
  ) -> [UInt8] {
    let extractor = TemplateExtractor(tape, source, limits: limits)
    var encoder = TextEncoder(
      source: source, plan: TemplatePlan(extractor.template), assignment: extractor.assignment)
    encoder.appendHeader(extractor.template, textCount: tape.textCount)
    encoder.appendGaps(GapScanner.scan(tape, source))
    encoder.bytes += ",\"values\":[".utf8
    var index = 0
    while index < tape.count { index = encoder.append(TemplatePlan.root, index, tape) }
    encoder.bytes += "]}".utf8
    encoder.pad(limits)
    encoder.bytes.append(ASCII.lineFeed)
    return encoder.bytes
  }

  private init(source: ByteSource, plan: TemplatePlan, assignment: Assignment) {
    self.source = source
    self.plan = plan
    self.assignment = assignment
  }

  /// Appends spaces where a decoder would find the ratio suspicious (SPEC §10.1 Limits).
  private mutating func pad(_ limits: Limits) {
    guard source.count > limits.decodedByteCount(forInputOf: bytes.count) else { return }
    let needed = source.count / max(limits.decodedRatio, 1) + 1
    bytes += repeatElement(ASCII.space, count: max(needed - bytes.count, 0))
  }

  private mutating func appendHeader(_ template: Template, textCount: Int) {
    bytes += "{\"husk\":\(Self.version),\"template\":".utf8
    TextTemplate.append(template, to: &bytes)
    if textCount != 1 { bytes += ",\"texts\":\(textCount)".utf8 }
    bytes += ",\"check\":\"\(Hexadecimal.string(Checksum.crc32(source)))\"".utf8
  }

  private mutating func appendGaps(_ gaps: GapList) {
    guard !gaps.surprises.isEmpty else { return }
    bytes += ",\"gaps\":{".utf8
    if gaps.style.newline != [ASCII.lineFeed] {
      bytes += "\"newline\":".utf8
      appendBlanks(gaps.style.newline)
      bytes += ",".utf8
    }
    if !gaps.style.indent.isEmpty {
      bytes += "\"indent\":".utf8
      appendBlanks(gaps.style.indent)
      bytes += ",".utf8
    }
    if !gaps.style.entries.isEmpty {
      bytes += "\"list\":[".utf8
      for (index, entry) in gaps.style.entries.enumerated() {
        if index > 0 { bytes += ",".utf8 }
        switch entry {
        case .indent(let levels): bytes += String(levels).utf8
        case .literal(let literal): appendBlanks(literal.bytes)
        }
      }
      bytes += "],".utf8
    }
    let numbers = gaps.surprises.map { "\($0.skipped),\($0.gap)" }
    bytes += "\"at\":[\(numbers.joined(separator: ","))]}".utf8
  }

  /// Appends whitespace, and perhaps a byte order mark, as a JSON string.
  private mutating func appendBlanks(_ blanks: [UInt8]) {
    bytes.append(ASCII.quote)
    for byte in blanks {
      switch byte {
      case ASCII.lineFeed: bytes += "\\n".utf8
      case ASCII.carriageReturn: bytes += "\\r".utf8
      case ASCII.tab: bytes += "\\t".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(ASCII.quote)
  }
}

extension TextEncoder {
  private mutating func separate() {
    if !isFirstValue { bytes.append(ASCII.comma) }
    isFirstValue = false
  }

  private mutating func append(_ number: Int) {
    separate()
    bytes += String(number).utf8
  }

  /// Appends the value at a tape index as its slot says, and returns the index after it.
  private mutating func append(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    switch plan.nodes[slot] {
    case .any:
      separate()
      return appendRaw(index, tape)
    case .constant: return index + 1
    case .enumeration: return appendEntry(index, tape)
    case let node:
      nesting += 1
      defer { nesting -= 1 }
      return DeepStack.descend(to: nesting) { append(node, index, tape) }
    }
  }

  private mutating func append(
    _ node: TemplatePlan.Node, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    switch node {
    case .any, .constant, .enumeration: preconditionFailure("a scalar has nothing inside")
    case .object(let shape): return appendObject(plan.shapes[shape], index, tape)
    case .array(let element):
      let end = index + tape[index].extent
      append(tape[end].extent)
      var next = index + 1
      while next < end { next = append(element, next, tape) }
      return end + 1
    case .tuple(let first, let count):
      var next = index + 1
      for position in 0..<count { next = append(first + position, next, tape) }
      return next + 1
    case .map(let keys):
      let end = index + tape[index].extent
      append(tape[end].extent)
      var next = index + 1
      while next < end {
        next = append(keys + 1, append(keys, next, tape), tape)
      }
      return end + 1
    case .oneOf(let first, let count):
      let tag = plan.alternative(first, count, at: index, tape, assignment)
      append(tag)
      return append(first + tag, index, tape)
    }
  }

  /// Appends a value that may be in a dictionary (SPEC §6.4.2 Dictionary values).
  private mutating func appendEntry(_ index: Int, _ tape: borrowing TokenTape) -> Int {
    let choice = assignment[index]
    let kind = tape[index].kind
    guard choice < 0 || kind == .openObject else {
      append(Int(choice))
      return index + 1
    }
    separate()
    // Numbers are indices here, so a number that is meant stands in brackets.
    let isMarked = kind == .number || kind == .openArray
    if isMarked { bytes.append(ASCII.openBracket) }
    let next = appendRaw(index, tape)
    if isMarked { bytes.append(ASCII.closeBracket) }
    return next
  }

  private mutating func appendObject(
    _ shape: TemplatePlan.Shape, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    // Which optional fields are there, 32 to a number (SPEC §6.4.3 Objects).
    for word in shape.presence(ofObjectAt: index, tape, source) { append(Int(word)) }
    let end = index + tape[index].extent
    var next = index + 1
    var field = 0
    while next < end {
      field = shape.find(tape[next], source, from: field)
      next = append(shape.fields.entry(field).slot, next + 1, tape)
      field += 1
    }
    return end + 1
  }

  /// Appends a value as it is, without whitespace, and returns the index after it.
  private mutating func appendRaw(_ index: Int, _ tape: borrowing TokenTape) -> Int {
    let end = Tokenizer.end(of: index, on: tape)
    TokenPrinter.append(index..<end, tape, source, to: &bytes)
    return end
  }
}
