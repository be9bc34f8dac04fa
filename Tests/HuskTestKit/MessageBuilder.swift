// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Writes a message choice by choice as SPEC §13 Row layout says, whether or not the choices fit
/// together.
///
/// It shares the integers and the hashes with the library, and nothing else.
package struct MessageBuilder {
  /// What stands around the values.
  package enum Form: Sendable {
    case bare
    /// With another start of an identity than that of the template, where one is given.
    case referenced([UInt8]? = nil)
    /// With other bytes than those of the template, where they are given.
    case embedded([UInt8]? = nil)
  }

  /// The template.
  package let template: RowTemplate
  /// The form.
  package var form: Form = .bare
  /// The check, if another than that of the document.
  package var check: UInt32?
  /// Bytes behind the values.
  package var behind: [UInt8] = []
  /// How many bytes are cut off at the end.
  package var cut = 0
  private var encoder = ReferenceRangeEncoder()
  private var texts: ReferenceTextModel?
  private var met: [Int: Int] = [:]
  private var remarks: [String] = []

  /// Begins a message.
  package init(_ template: RowTemplate) { self.template = template }

  /// Writes that no gaps follow.
  package mutating func noGaps() { gaps([]) }

  /// Writes gaps; as the layout that they are, if the template lists it.
  package mutating func gaps(_ bytes: [UInt8]) {
    let number = template.layouts.firstIndex(of: bytes)
    choose(
      number ?? template.layouts.count, of: template.layoutFrequencies,
      bytes.isEmpty ? "no gaps" : "gaps")
    guard number == nil else { return }
    self.number(bytes.count, "bytes of gaps")
    for byte in bytes { encoder.bits(UInt64(byte), 8) }
    remarks.append("gaps: " + bytes.map { String($0) }.joined(separator: " "))
  }

  /// Writes one of some outcomes.
  package mutating func choose(_ number: Int, of frequencies: [Int], _ note: String) {
    encoder.choose(number, frequencies)
    let list = frequencies.map(String.init).joined(separator: " ")
    remarks.append("\(note): \(number) of \(list.count > 60 ? "\(frequencies.count)" : list)")
  }

  /// Writes a bit.
  package mutating func bit(_ bit: Int, _ probability: Int, _ note: String) {
    encoder.bit(bit, probability)
    remarks.append("\(note): \(bit) by \(probability) in 4096")
  }

  /// Writes bits.
  package mutating func bits(_ value: UInt64, _ count: Int, _ note: String) {
    encoder.bits(value, count)
    remarks.append("\(note): \(value) in \(count) bits")
  }

  /// Writes a number of which nothing is known.
  package mutating func number(_ value: Int, _ note: String) {
    let count = Int.bitWidth - value.leadingZeroBitCount
    bits(UInt64(count), 6, note)
    bits(UInt64(value), count, note)
  }

  /// Writes a symbol of a slot.
  package mutating func symbol(_ symbol: Int, at slot: Int) {
    let model = template.slots[slot]
    defer { met[slot] = symbol + 1 }
    let key = model.parent.map { met[$0] ?? 0 }
    if let key, let context = model.contexts.first(where: { $0.key == key }) {
      let place = context.symbols.firstIndex { $0.symbol == symbol }
      choose(
        place ?? context.symbols.count, of: context.symbols.map(\.frequency) + [context.escape],
        "slot \(slot) in context \(key)")
      if place != nil { return }
    }
    choose(symbol, of: model.frequencies, "slot \(slot)")
  }

  /// Writes the escape of a slot.
  package mutating func escape(at slot: Int) { symbol(template.slots[slot].escape, at: slot) }

  /// Writes the escape of a slot of scalars, and which form follows; `nil` is any value.
  package mutating func form(_ form: Int?, at slot: Int) {
    escape(at: slot)
    let model = template.slots[slot]
    choose(form ?? model.forms.count, of: model.formFrequencies, "form")
  }

  /// Writes an integer as a difference of what it is counted from.
  package mutating func difference(_ difference: Int64, _ integers: RowForm.Integers) {
    let count = 64 - difference.magnitude.leadingZeroBitCount
    let magnitude = difference > 0 ? 2 * count - 1 : 2 * count
    let place = integers.magnitudes.firstIndex(of: magnitude)
    choose(place ?? integers.magnitudes.count, of: integers.frequencies, "magnitude")
    if place == nil { bits(UInt64(magnitude), 8, "magnitude") }
    if count > 1 { bits(difference.magnitude % (1 << UInt64(count - 1)), count - 1, "open bits") }
  }

  /// Writes characters by their numbers in a class of so many.
  package mutating func characters(_ numbers: [Int], of count: Int) {
    for number in numbers { encoder.choose(number, [Int](repeating: 1, count: count)) }
    remarks.append("characters of \(count): " + numbers.map(String.init).joined(separator: " "))
  }

  /// Writes a text; that of no slot where none is given.
  package mutating func text(_ text: String, at slot: Int? = nil) {
    bytes(Array(text.utf8), at: slot)
  }

  /// Writes the bytes of a text; that of no slot where none is given.
  package mutating func bytes(_ text: [UInt8], at slot: Int? = nil) {
    var model = texts ?? template.textModel()
    model.start(slot ?? template.slots.count)
    for byte in text + [0x0A] { model.learn(byte) { encoder.bit($0, $1) } }
    texts = model
    remarks.append("text: " + String(decoding: text.prefix(40), as: UTF8.self))
  }

  /// Writes any value that is a string, without its mark.
  package mutating func anyString(_ string: String) {
    bits(0, 2, "a string")
    text(string)
  }

  /// Writes that a value is not as its slot says: any value follows, or the members of an object.
  package mutating func misfit(at slot: Int, isObject: Bool) {
    escape(at: slot)
    bit(1, 2048, "not as the slot says")
    bit(isObject ? 1 : 0, 2048, isObject ? "an object" : "any value")
  }

  /// Writes which of four kinds any value is that is an array or object, without what it has.
  package mutating func container(_ kind: UInt64, _ what: String) {
    bits(3, 2, "an array or object")
    bits(kind, 2, what)
  }

  /// The bytes of the message with a document, with what they are.
  package func listing(_ document: [UInt8]) -> HexListing {
    var listing = HexListing()
    let seed = Checksum.crc32(PaddedBytes(template.id.bytes))
    let check = check ?? Checksum.crc32(PaddedBytes(document), seed: seed)
    var whole = listing
    switch form {
    case .bare: whole.show(Array(FileBuilder.integer(check)[..<3]), "check")
    case .referenced(let other):
      whole.show([0xFD, 0x4D], "referenced")
      whole.show(other ?? Array(template.id.bytes[..<8]), "id")
      whole.show(FileBuilder.integer(check), "check")
    case .embedded(let other):
      let payload = [0] + (other ?? template.bytes)
      whole.show([0xFD, 0x54], "embedded")
      whole.show(RowSlot.varints([payload.count]) + payload, "template, not compressed")
      whole.show(FileBuilder.integer(check), "check")
    }
    for remark in remarks { whole.remark(remark) }
    whole.show(encoder.bytes, "values")
    whole.show(behind, "bytes behind")
    guard cut > 0 else { return whole }
    listing.show(Array(whole.bytes.dropLast(cut)), "without the last \(cut) bytes")
    return listing
  }
}
