// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Writes the values of rows as people read them, a line each.
struct RowPrinter {
  let options: PrintOptions
  let plan: TemplatePlan?
  let source: ByteSource
  /// What is said about values that are sealed, by their tokens.
  let sealed: [Int: String]
  /// What message templates list for each slot.
  let listed: [[Lexeme]]
  /// The lines so far.
  private(set) var text = ""
  /// How many more lines may be written.
  private(set) var lineCount: Int
  /// Whether there was another line to write.
  private(set) var isCut = false

  /// Prints rows that stand in `source`.
  ///
  /// - Parameters:
  ///   - options: How much is shown.
  ///   - lineCount: The most lines.
  ///   - plan: The template of the rows, if they have one.
  ///   - source: The text.
  ///   - sealed: What is said about values that are sealed, by their tokens.
  ///   - listed: What a message template lists for each slot.
  init(
    _ options: PrintOptions, lineCount: Int, _ plan: TemplatePlan?, _ source: ByteSource,
    sealed: [Int: String] = [:], listed: [[Lexeme]] = []
  ) {
    self.listed = listed
    self.options = options
    self.lineCount = lineCount
    self.plan = plan
    self.source = source
    self.sealed = sealed
  }

  /// Writes the value at a tape index, and what is in it.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - slot: The slot that the template has for it, if it has one.
  ///   - label: What stands before it.
  ///   - tape: The tokens.
  ///   - depth: How far the line is indented.
  ///   - notes: What is said behind it.
  mutating func append(
    _ index: Int, at slot: Int?, _ label: String, _ tape: borrowing TokenTape, depth: Int = 0,
    notes: [String] = []
  ) {
    var notes = notes
    let slot = slot.map { self.slot($0, at: index, tape) }
    if case .some(.none) = slot { notes.append("not as the template has it") }
    if let note = sealed[index] { notes.append(note) }
    let inner = slot ?? nil
    DeepStack.descend(to: depth) {
      switch tape[index].kind {
      case .openObject: appendObject(index, inner, label, tape, depth, notes)
      case .openArray: appendArray(index, inner, label, tape, depth, notes)
      default: appendScalar(index, inner, label, tape, depth, notes)
      }
    }
  }

  // MARK: Lines

  /// Writes a line, unless there are too many.
  private mutating func line(
    _ label: String, _ value: String, _ depth: Int, _ notes: [String] = []
  ) {
    guard lineCount > 0 else {
      isCut = true
      return
    }
    lineCount -= 1
    let indentation = String(repeating: " ", count: 2 * depth)
    let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    text += "\(indentation)\(label)\(value)\(suffix)\n"
  }

  private mutating func appendScalar(
    _ index: Int, _ slot: Int?, _ label: String, _ tape: borrowing TokenTape, _ depth: Int,
    _ notes: [String]
  ) {
    let lexeme = source.bytes(tape[index].range)
    var notes = notes
    if let plan, let slot, case .constant = plan.nodes[slot] { notes.append("always") }
    let entries = slot.map { self.entries(of: $0) } ?? []
    if let entry = entries.firstIndex(where: { $0.bytes == lexeme }) {
      notes.append("entry \(entry + 1) of \(entries.count)")
    }
    let (shown, isCut) = cut(lexeme)
    if isCut { notes.append("\(lexeme.count) bytes") }
    line(label, Self.kind(tape[index].kind, lexeme) + shown, depth, notes)
  }

  private mutating func appendObject(
    _ index: Int, _ slot: Int?, _ label: String, _ tape: borrowing TokenTape, _ depth: Int,
    _ notes: [String]
  ) {
    let end = index + tape[index].extent
    guard let plan, let slot, case .object(let number) = plan.nodes[slot] else {
      appendMap(index, slot, label, tape, depth, notes)
      return
    }
    let shape = plan.shapes[number]
    let missing = missingFields(of: shape, index, tape)
    line(label, "object #\(number)", depth, notes + Self.without(missing))
    var key = index + 1
    var field = 0
    while key < end, !isCut {
      let found = shape.search(tape[key].range, source, from: field)
      append(
        key + 1, at: found.map { shape.fields[$0].slot }, "\(name(key, tape)): ", tape,
        depth: depth + 1, notes: found == nil ? ["not in the template"] : [])
      field = found.map { $0 + 1 } ?? field
      key = Tokenizer.end(of: key + 1, on: tape)
    }
  }

  /// Writes an object that has no shape.
  private mutating func appendMap(
    _ index: Int, _ slot: Int?, _ label: String, _ tape: borrowing TokenTape, _ depth: Int,
    _ notes: [String]
  ) {
    let end = index + tape[index].extent
    let count = tape[end].extent
    var values: Int?
    if let plan, let slot, case .map(let keys) = plan.nodes[slot] { values = keys + 1 }
    line(label, "\(values == nil ? "object" : "map") of \(count)", depth, notes)
    var key = index + 1
    var number = 0
    while key < end, number < options.elementCount, !isCut {
      append(key + 1, at: values, "\(name(key, tape)): ", tape, depth: depth + 1)
      key = Tokenizer.end(of: key + 1, on: tape)
      number += 1
    }
    appendRest(count - number, depth + 1)
  }

  private mutating func appendArray(
    _ index: Int, _ slot: Int?, _ label: String, _ tape: borrowing TokenTape, _ depth: Int,
    _ notes: [String]
  ) {
    let end = index + tape[index].extent
    let count = tape[end].extent
    if let short = shortArray(index, tape) {
      line(label, "array of \(count): \(short)", depth, notes)
      return
    }
    var kind = "array"
    var first: Int?
    var step = 0
    if let plan, let slot {
      switch plan.nodes[slot] {
      case .array(let element): first = element
      case .tuple(let element, _):
        first = element
        step = 1
        kind = "tuple"
      default: break
      }
    }
    line(label, "\(kind) of \(count)", depth, notes)
    var element = index + 1
    var number = 0
    while element < end, number < options.elementCount, !isCut {
      append(
        element, at: first.map { $0 + step * number }, "[\(number)]: ", tape, depth: depth + 1)
      element = Tokenizer.end(of: element, on: tape)
      number += 1
    }
    appendRest(count - number, depth + 1)
  }

  private mutating func appendRest(_ count: Int, _ depth: Int) {
    if count > 0 { line("", "… \(count) more", depth) }
  }
}
