// SPDX-License-Identifier: Apache-2.0

/// Finds the forms of strings that are not listed.
///
/// Strings of one length, and strings that are alike but for their digits, are taken apart; a form is
/// kept where it comes to less than the same strings as text.
struct FormFinder {
  let source: ByteSource
  let slot: Int
  let lines: MessageLines
  /// In how many messages strings must stand that have a form.
  let minSupport: Int

  /// A form must have so many strings, and one in so many of all.
  private static let leastCount = 6
  private static let leastShare = 12
  /// Hexadecimal digits are taken as integers of at most so many.
  private static let chunk = 8

  /// The forms of strings, whose ranges are those between the quotes, text at the end.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and O(*n* log *n*) for their order.
  func forms(_ strings: [ByteRange]) -> [ValueForm] {
    var forms: [ValueForm] = []
    var left = strings
    for isByLength in [true, false] {
      let groups = Dictionary(grouping: left) { isByLength ? .length($0.count) : skeleton(of: $0) }
      let ordered = groups.sorted {
        ($1.value.count, $0.value[0].offset) < ($0.value.count, $1.value[0].offset)
      }
      var rest: [ByteRange] = []
      for (_, group) in ordered {
        guard group.count >= Self.leastCount, group.count * Self.leastShare >= strings.count,
          lines.hold(group, inMany: minSupport),
          let parts = isByLength ? fixedParts(group) : variableParts(group),
          parts.count <= ValueForm.mostParts, isWorthIt(parts, group)
        else {
          rest += group
          continue
        }
        forms.append(.string(parts))
      }
      left = rest
    }
    return forms + [.string([.text])]
  }

  /// What strings of one group have in common.
  private enum Group: Hashable {
    case length(Int)
    case skeleton([UInt8])
  }

  /// The bytes of a string with one zero for each run of digits.
  private func skeleton(of string: ByteRange) -> Group {
    var bytes: [UInt8] = []
    for offset in string.offset..<string.end {
      let byte = source[offset]
      if !ASCII.isDigit(byte) {
        bytes.append(byte)
      } else if bytes.last != 0 {
        bytes.append(0)
      }
    }
    return .skeleton(bytes)
  }

  /// Whether strings come to less by parts than as text.
  private func isWorthIt(_ parts: [ValueForm.Part], _ strings: [ByteRange]) -> Bool {
    var model = SlotModel()
    model.forms = [.string(parts)]
    var matcher = FormMatcher([model])
    let registers = MessageRegisters([])
    var columns: [[Int64]] = []
    for string in strings {
      let lexeme = ByteRange(offset: string.offset - 1, count: string.count + 2)
      guard matcher.match(lexeme, at: 0, source, registers) != nil else { return false }
      if columns.isEmpty { columns = Array(repeating: [], count: matcher.integers.count) }
      for index in 0..<matcher.integers.count { columns[index].append(matcher.integers[index]) }
    }
    var cost = columns.reduce(0) { $0 + IntegerFitting($1, bases: IntegerBases($1)).cost }
    for case .characters(let set, let count) in parts {
      cost += BinaryLogarithm.of(set.characters.count) * count
    }
    return cost < TextCost.average(strings, source, slot: slot)
  }
}

// MARK: - Strings of one length

extension FormFinder {
  /// What stands at one place of strings of one length.
  private struct Place {
    var bytes: Set<UInt8> = []

    /// The byte that always stands there, unless it is a digit.
    var literal: UInt8? {
      guard bytes.count == 1, let byte = bytes.first, !ASCII.isDigit(byte) else { return nil }
      return byte
    }
  }

  /// The parts of strings of one length, or `nil` where they have none but text.
  private func fixedParts(_ strings: [ByteRange]) -> [ValueForm.Part]? {
    let count = strings[0].count
    guard 1...512 ~= count else { return nil }
    var places = Array(repeating: Place(), count: count)
    for string in strings {
      for index in 0..<count { places[index].bytes.insert(source[string.offset + index]) }
    }
    if let parts = momentParts(strings, places) { return parts }
    var parts: [ValueForm.Part] = []
    var index = 0
    while index < count {
      if let literal = places[index].literal, !isWithinHexadecimal(places, index) {
        Self.append(literal, to: &parts)
        index += 1
        continue
      }
      let start = index
      var bytes: Set<UInt8> = []
      while index < count, places[index].literal == nil || isWithinHexadecimal(places, index) {
        bytes.formUnion(places[index].bytes)
        index += 1
      }
      guard let run = run(bytes, start..<index, strings) else { return nil }
      parts += run
    }
    return parts.allSatisfy(\.isLiteral) ? nil : parts
  }

  private static func append(_ literal: UInt8, to parts: inout [ValueForm.Part]) {
    if case .literal(let before)? = parts.last {
      parts[parts.count - 1] = .literal(before + [literal])
    } else {
      parts.append(.literal([literal]))
    }
  }

  /// Whether a letter that always stands there is a digit among hexadecimal ones.
  private func isWithinHexadecimal(_ places: [Place], _ index: Int) -> Bool {
    guard let letter = places[index].literal, ASCII.isHexDigit(letter) else { return false }
    let isLower = letter >= 0x61
    func fits(_ place: Place) -> Bool {
      place.bytes.allSatisfy {
        ASCII.isDigit($0) || ASCII.isHexDigit($0) && ($0 >= 0x61) == isLower
      }
    }
    var low = index
    var high = index
    while low > 0, fits(places[low - 1]) { low -= 1 }
    while high + 1 < places.count, fits(places[high + 1]) { high += 1 }
    return high - low >= 7 && places[low...high].contains { $0.bytes.count > 1 }
  }

  /// The parts of a run of characters that vary.
  private func run(
    _ bytes: Set<UInt8>, _ range: Range<Int>, _ strings: [ByteRange]
  ) -> [ValueForm.Part]? {
    guard
      let set = CharacterClass.allCases.first(where: { set in
        bytes.allSatisfy { set.numbers[Int($0)] >= 0 }
      })
    else { return nil }
    switch set {
    case .decimal where range.count <= PowerOfTen.mostDigits:
      return [.digits(width: range.count, IntegerModel())]
    case .hexadecimal, .upperHexadecimal:
      var parts: [ValueForm.Part] = []
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
        let width = min(Self.chunk, range.upperBound - start)
        parts.append(hexadecimal(set, start, width, strings))
      }
      return parts
    default: return [.characters(set, count: range.count)]
    }
  }

  private func hexadecimal(
    _ set: CharacterClass, _ start: Int, _ width: Int, _ strings: [ByteRange]
  ) -> ValueForm.Part {
    let values = strings.map { string in
      (0..<width).reduce(Int64(0)) { value, index in
        value << 4 | Int64(set.numbers[Int(source[string.offset + start + index])])
      }
    }
    // Random digits are cheapest as they are.
    guard IntegerFitting(values, bases: IntegerBases(values)).cost < 4 * width << 12 else {
      return .characters(set, count: width)
    }
    return .hexadecimal(width: width, isUppercase: set == .upperHexadecimal, IntegerModel())
  }

  /// Parts that start with a moment, or `nil`.
  private func momentParts(_ strings: [ByteRange], _ places: [Place]) -> [ValueForm.Part]? {
    guard
      let unit = CalendarUnit.allCases.reversed().first(where: { unit in
        places.count >= unit.digitCount + unit.runCount - 1 && isMoment(unit, places)
      })
    else { return nil }
    var separators: [UInt8] = []
    var offset = 0
    for width in unit.widths.dropLast() {
      offset += width
      separators.append(source[strings[0].offset + offset])
      offset += 1
    }
    offset += unit.widths[unit.runCount - 1]
    var parts: [ValueForm.Part] = [.moment(unit, separators: separators, IntegerModel())]
    for place in places[offset...] {
      guard place.bytes.count == 1, let byte = place.bytes.first else { return nil }
      Self.append(byte, to: &parts)
    }
    return parts
  }

  /// Whether places are those of the digits of a unit with one separator between runs.
  private func isMoment(_ unit: CalendarUnit, _ places: [Place]) -> Bool {
    var offset = 0
    for (index, width) in unit.widths.enumerated() {
      if index > 0 {
        guard places[offset].literal != nil else { return false }
        offset += 1
      }
      guard places[offset..<offset + width].allSatisfy({ $0.bytes.allSatisfy(ASCII.isDigit) })
      else { return false }
      offset += width
    }
    return offset == places.count || !places[offset].bytes.contains(where: ASCII.isDigit)
  }
}

// MARK: - Strings that differ in their digits

extension FormFinder {
  /// The parts of strings that are alike but for runs of digits.
  private func variableParts(_ strings: [ByteRange]) -> [ValueForm.Part]? {
    guard case .skeleton(let skeleton) = skeleton(of: strings[0]), skeleton.contains(0),
      skeleton.count <= 512
    else { return nil }
    var widths: [Set<Int>] = []
    for string in strings {
      var run = 0
      var offset = string.offset
      while offset < string.end {
        let count = source.digitCount(offset, string.end)
        guard count > 0 else {
          offset += 1
          continue
        }
        if widths.count == run { widths.append([]) }
        // Zeros in front must be kept, so the width is.
        widths[run].insert(source[offset] == ASCII.zero && count > 1 ? -count : count)
        run += 1
        offset += count
      }
    }
    var parts: [ValueForm.Part] = []
    var run = 0
    for byte in skeleton {
      guard byte == 0 else {
        Self.append(byte, to: &parts)
        continue
      }
      let counts = Set(widths[run].map(abs))
      let isFixed = counts.count == 1
      guard let most = counts.max(), most <= PowerOfTen.mostDigits,
        isFixed || widths[run].allSatisfy({ $0 > 0 })
      else { return nil }
      let hasZeros = widths[run].contains { $0 < 0 }
      parts.append(.digits(width: hasZeros ? most : 0, IntegerModel()))
      run += 1
    }
    return parts
  }
}

extension ValueForm.Part {
  /// Whether it is always the same.
  var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}
