// SPDX-License-Identifier: Apache-2.0

extension MessageTemplate {
  /// The version of the form that the template is written in.
  private var version: UInt8 { lesson == nil ? 1 : 2 }

  /// The canonical bytes, which the identity is computed of (SPEC §13.2 Message templates).
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var content: [UInt8] {
    let structureBytes = TemplateEncoding.encode(structure)
    var bytes: [UInt8] = [version]
    Varint.append(structureBytes.count, to: &bytes)
    bytes += structureBytes
    Varint.append(layouts.layouts.count, to: &bytes)
    for layout in layouts.layouts { Self.append(layout, to: &bytes) }
    for frequency in layouts.frequencies { Varint.append(frequency, to: &bytes) }
    let plan = TemplatePlan(structure)
    for (slot, model) in slots.enumerated() {
      if plan.hasHead(slot) {
        Varint.append(model.heads.count, to: &bytes)
        for head in model.heads { Varint.append(head, to: &bytes) }
        bytes += model.presence
        Self.append(model.symbols, to: &bytes)
      } else {
        Varint.append(model.entries.count, to: &bytes)
        for entry in model.entries { Self.append(entry.bytes, to: &bytes) }
        Self.append(model.symbols, to: &bytes)
        Varint.append(model.forms.count, to: &bytes)
        for form in model.forms { Self.append(form, to: &bytes) }
        for frequency in model.formFrequencies { Varint.append(frequency, to: &bytes) }
      }
    }
    Varint.append(samples.count, to: &bytes)
    for sample in samples {
      Varint.append(sample.slot, to: &bytes)
      Self.append(sample.text, to: &bytes)
    }
    if let lesson {
      bytes.append(UInt8(lesson.memory))
      bytes += lesson.parts.map(\.rawValue)
      Varint.append(lesson.messageCount, to: &bytes)
      Self.append(lesson.bytes, to: &bytes)
    }
    return bytes
  }

  /// The identity: the SHA-256 of ``content``.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the template, each time.
  public var id: TemplateID { TemplateID(hashing: content) }

  private static func append(_ string: [UInt8], to bytes: inout [UInt8]) {
    Varint.append(string.count, to: &bytes)
    bytes += string
  }

  private static func append(_ table: SymbolTable, to bytes: inout [UInt8]) {
    for frequency in table.frequencies { Varint.append(frequency, to: &bytes) }
    Varint.append(table.parent.map { $0 + 1 } ?? 0, to: &bytes)
    guard table.parent != nil else { return }
    Varint.append(table.contexts.count, to: &bytes)
    for context in table.contexts {
      Varint.append(context.key, to: &bytes)
      Varint.append(context.symbols.count, to: &bytes)
      Varint.append(context.escape, to: &bytes)
      for (symbol, frequency) in zip(context.symbols, context.frequencies) {
        Varint.append(symbol, to: &bytes)
        Varint.append(frequency, to: &bytes)
      }
    }
  }

  private static func append(_ model: IntegerModel, to bytes: inout [UInt8]) {
    Varint.append(ZigZag.encode(model.base), to: &bytes)
    Varint.append(model.reference.map { $0 + 1 } ?? 0, to: &bytes)
    Varint.append(model.magnitudes.count, to: &bytes)
    for magnitude in model.magnitudes { Varint.append(magnitude, to: &bytes) }
    for frequency in model.frequencies { Varint.append(frequency, to: &bytes) }
  }

  private static func append(_ form: ValueForm, to bytes: inout [UInt8]) {
    switch form {
    case .number(let scale, let model):
      bytes.append(0)
      Varint.append(scale, to: &bytes)
      append(model, to: &bytes)
    case .string(let parts):
      bytes.append(1)
      Varint.append(parts.count, to: &bytes)
      for part in parts { append(part, to: &bytes) }
    }
  }

  private static func append(_ part: ValueForm.Part, to bytes: inout [UInt8]) {
    switch part {
    case .literal(let literal):
      bytes.append(0)
      append(literal, to: &bytes)
    case .digits(let width, let model):
      bytes.append(1)
      Varint.append(width, to: &bytes)
      append(model, to: &bytes)
    case .hexadecimal(let width, let isUppercase, let model):
      bytes += [isUppercase ? 3 : 2, UInt8(width)]
      append(model, to: &bytes)
    case .characters(let set, let count):
      bytes += [4, set.rawValue]
      Varint.append(count, to: &bytes)
    case .moment(let unit, let separators, let model):
      bytes += [5, unit.rawValue] + separators
      append(model, to: &bytes)
    case .copy(let slot):
      bytes.append(6)
      Varint.append(slot, to: &bytes)
    case .text: bytes.append(7)
    }
  }
}

extension TemplatePlan {
  /// Whether values at a slot start with a head: a count, a tag, or which fields are there.
  package func hasHead(_ slot: Int) -> Bool {
    switch nodes[slot] {
    case .any, .constant, .enumeration: false
    case .object, .array, .tuple, .map, .oneOf: true
    }
  }

  /// The number of optional fields of the objects at a slot.
  package func optionalCount(_ slot: Int) -> Int {
    if case .object(let shape) = nodes[slot] { shapes[shape].optionalCount } else { 0 }
  }
}
