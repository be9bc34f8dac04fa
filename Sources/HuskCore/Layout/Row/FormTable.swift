// SPDX-License-Identifier: Apache-2.0

/// The forms of all slots, laid out for walking: they hold numbers only, so a message counts no references.
///
/// Methods are inlined, since a call would copy the table. Those that encode and decode rely on what a reader of
/// templates checks: that forms and magnitudes have a frequency each, and one more. Slots that are being fitted have
/// none yet, and are only matched.
struct FormTable: ~Copyable {
  struct Form: BitwiseCopyable {
    /// The number of fraction digits of a number, or -1 for a string.
    var scale: Int
    fileprivate var firstPart: Int
    /// The number of parts of a string.
    var partCount: Int
    fileprivate var firstInteger: Int
  }

  struct Part: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case literal, digits, hexadecimal, upperHexadecimal, characters, moment, copy, text

      /// Whether it is an integer.
      var isInteger: Bool {
        switch self {
        case .digits, .hexadecimal, .upperHexadecimal, .moment: true
        case .literal, .characters, .copy, .text: false
        }
      }
    }

    var kind: Kind
    /// The unit of a moment.
    var unit = CalendarUnit.day
    /// The number of digits or characters; the slot of a copy.
    var count = 0
    /// The place of a literal, of what is between the runs of a moment, or of a class of characters.
    var bytes = ByteRange(offset: 0, count: 0)
    /// Where the number of each byte in a class of characters is.
    fileprivate var firstNumber = 0
  }

  /// How an integer is predicted, and how far off it is.
  struct Integer: BitwiseCopyable {
    var base: Int64
    /// The slot that it is counted from, or -1.
    var reference: Int
    /// The number of magnitudes that are listed.
    var magnitudeCount: Int
    fileprivate var firstMagnitude: Int
    fileprivate var firstSum: Int
  }

  private struct Slot: BitwiseCopyable {
    var firstForm: Int
    var formCount: Int
    var firstSum: Int
  }

  private var slots = Buffer<Slot>()
  private var forms = Buffer<Form>()
  private var parts = Buffer<Part>()
  private var integers = Buffer<Integer>()
  private var magnitudes = Buffer<Int>()
  /// Cumulative frequencies, from 0 to their total.
  private var sums = Buffer<Int>()
  /// The number of each byte in the classes of characters that occur, or -1.
  private var numbers = Buffer<Int8>()
  /// What parts stand in.
  private var bytes = PaddedBytes([])

  /// Lays out the forms of slots.
  ///
  /// - Complexity: O(*n*) for *n* bytes of them.
  init(_ models: [SlotModel]) {
    var content: [UInt8] = []
    var classes: [CharacterClass: Part] = [:]
    for model in models {
      slots.append(
        Slot(firstForm: forms.count, formCount: model.forms.count, firstSum: sums.count))
      Self.append(model.formFrequencies, to: &sums)
      for form in model.forms {
        var entry = Form(
          scale: -1, firstPart: parts.count, partCount: 0, firstInteger: integers.count)
        switch form {
        case .number(let scale, _): entry.scale = scale
        case .string(let list):
          entry.partCount = list.count
          for part in list { append(part, &content, &classes) }
        }
        for integer in form.integerModels { append(integer) }
        forms.append(entry)
      }
    }
    bytes = PaddedBytes(content)
  }

  private mutating func append(
    _ part: ValueForm.Part, _ content: inout [UInt8], _ classes: inout [CharacterClass: Part]
  ) {
    var entry = Part(kind: .text)
    func place(_ bytes: [UInt8]) -> ByteRange {
      content += bytes
      return ByteRange(offset: content.count - bytes.count, count: bytes.count)
    }
    switch part {
    case .literal(let literal):
      entry.kind = .literal
      entry.bytes = place(literal)
    case .digits(let width, _):
      entry.kind = .digits
      entry.count = width
    case .hexadecimal(let width, let isUppercase, _):
      entry.kind = isUppercase ? .upperHexadecimal : .hexadecimal
      entry.count = width
    case .characters(let set, let count):
      if let known = classes[set] {
        entry = known
      } else {
        entry.kind = .characters
        entry.bytes = place(set.characters)
        entry.firstNumber = numbers.count
        for number in set.numbers { numbers.append(number) }
        classes[set] = entry
      }
      entry.count = count
    case .moment(let unit, let separators, _):
      entry.kind = .moment
      entry.unit = unit
      entry.bytes = place(separators)
    case .copy(let slot):
      entry.kind = .copy
      entry.count = slot
    case .text: break
    }
    parts.append(entry)
  }

  private mutating func append(_ model: IntegerModel) {
    integers.append(
      Integer(
        base: model.base, reference: model.reference ?? -1,
        magnitudeCount: model.magnitudes.count, firstMagnitude: magnitudes.count,
        firstSum: sums.count))
    for magnitude in model.magnitudes { magnitudes.append(magnitude) }
    Self.append(model.frequencies, to: &sums)
  }

  private static func append(_ frequencies: [Int], to sums: inout Buffer<Int>) {
    var sum = 0
    sums.append(0)
    for frequency in frequencies {
      sum += frequency
      sums.append(sum)
    }
  }
}

extension FormTable {
  /// The number of forms of a slot.
  @inline(__always) func count(at slot: Int) -> Int { slots[slot].formCount }

  /// A form of a slot.
  @inline(__always) func form(_ number: Int, at slot: Int) -> Form {
    forms[slots[slot].firstForm &+ number]
  }

  /// A part of a string.
  @inline(__always) func part(_ number: Int, of form: Form) -> Part {
    parts[form.firstPart &+ number]
  }

  /// An integer of a form.
  @inline(__always) func integer(_ number: Int, of form: Form) -> Integer {
    integers[form.firstInteger &+ number]
  }

  /// What the bytes of parts stand in.
  @inline(__always) var source: ByteSource { bytes.source }

  /// The number of a byte in a class of characters, or -1.
  @inline(__always) func number(of byte: UInt8, in part: Part) -> Int {
    Int(numbers[part.firstNumber &+ Int(byte)])
  }

  /// The number of a magnitude among those that are listed, or that behind the last.
  @inline(__always) func place(of magnitude: Int, _ integer: Integer) -> Int {
    for place in 0..<integer.magnitudeCount
    where magnitudes[integer.firstMagnitude &+ place] == magnitude {
      return place
    }
    return integer.magnitudeCount
  }

  /// A magnitude that is listed.
  @inline(__always) func magnitude(_ place: Int, _ integer: Integer) -> Int {
    magnitudes[integer.firstMagnitude &+ place]
  }

  /// Writes the number of a form, or that behind the last.
  @inline(__always)
  func encode(form number: Int, at slot: Int, to encoder: inout RangeEncoder) {
    encode(number, slots[slot].firstSum, slots[slot].formCount &+ 1, to: &encoder)
  }

  /// Reads the number of a form, or that behind the last.
  @inline(__always) func decodeForm(at slot: Int, from decoder: inout RangeDecoder) -> Int {
    decode(slots[slot].firstSum, slots[slot].formCount &+ 1, from: &decoder)
  }

  /// Writes the place of a magnitude.
  @inline(__always)
  func encode(place: Int, _ integer: Integer, to encoder: inout RangeEncoder) {
    encode(place, integer.firstSum, integer.magnitudeCount &+ 1, to: &encoder)
  }

  /// Reads the place of a magnitude.
  @inline(__always)
  func decodePlace(_ integer: Integer, from decoder: inout RangeDecoder) -> Int {
    decode(integer.firstSum, integer.magnitudeCount &+ 1, from: &decoder)
  }

  /// Writes one of several symbols.
  @inline(__always) private func encode(
    _ symbol: Int, _ first: Int, _ count: Int, to encoder: inout RangeEncoder
  ) {
    guard count > 1 else { return }
    assert(0..<count ~= symbol)
    let start = sums[first &+ symbol]
    encoder.encode(
      start: start, frequency: sums[first &+ symbol &+ 1] &- start, of: sums[first &+ count])
  }

  /// Reads one of several symbols, of which there are few.
  @inline(__always) private func decode(
    _ first: Int, _ count: Int, from decoder: inout RangeDecoder
  ) -> Int {
    guard count > 1 else { return 0 }
    let target = decoder.target(of: sums[first &+ count])
    var symbol = 0
    while sums[first &+ symbol &+ 1] <= target { symbol &+= 1 }
    let start = sums[first &+ symbol]
    decoder.take(start: start, frequency: sums[first &+ symbol &+ 1] &- start)
    return symbol
  }
}
