// SPDX-License-Identifier: Apache-2.0

/// Chooses the encoding of a column of scalars.
package struct ScalarPlanner: ~Copyable {
  private let source: ByteSource
  private let strategy: ColumnStrategy
  private var integers: IntegerPlanner

  /// Creates a planner for values that stand in `source`.
  package init(_ source: ByteSource, _ strategy: ColumnStrategy, _ effort: Effort) {
    self.source = source
    self.strategy = strategy
    integers = IntegerPlanner(effort)
  }

  /// Plans a column of integers.
  ///
  /// - Complexity: O(*n* log *n*) for *n* values, on average.
  package mutating func plan(_ values: [Int64]) -> IntegerPlan { integers.plan(values) }

  /// Plans a column.
  ///
  /// - Parameter values: The tokens of the values.
  /// - Complexity: O(*b*) for *b* bytes, on average.
  package mutating func plan(_ values: [Token]) -> ScalarPlan {
    if let constant = constant(values) { return .constant(source.bytes(constant.range)) }
    guard values.count >= strategy.smallCount else { return .shared }
    let plan = planClasses(values)
    // What is no more than text stands best where the document has it, among its neighbours.
    if strategy.sharesText, case .text = plan { return .shared }
    return plan
  }

  private mutating func planClasses(_ values: [Token]) -> ScalarPlan {
    var classes: [Int64] = []
    var groups: [[Token]] = [[], [], []]
    for value in values {
      let number = Self.number(ofClassOf: value, source)
      classes.append(Int64(number))
      groups[number].append(value)
    }
    let used = groups.indices.filter { !groups[$0].isEmpty }
    if used.count == 1 { return planGroup(values, used[0]) }
    if used == [0, 1] || groups[2].contains(where: { !$0.isScalar }) { return planRepeated(values) }
    let numbers = classes.map { Int64(used.firstIndex(of: Int($0)) ?? 0) }
    let columns = used.map { number in planGroup(groups[number], number) }
    let mixed = ScalarPlan.mixed(integers.plan(numbers), columns)
    let repeated = planRepeated(values)
    return byteCount(of: mixed) < byteCount(of: repeated) ? mixed : repeated
  }

  /// Numbers that can be typed are class 0, strings 1, everything else 2.
  private static func number(ofClassOf value: Token, _ source: ByteSource) -> Int {
    switch value.kind {
    case .number: source.parseDecimal(value.range) == nil ? 2 : 0
    case .string, .key: 1
    default: 2
    }
  }

  private mutating func planGroup(_ values: [Token], _ number: Int) -> ScalarPlan {
    if let constant = constant(values) { return .constant(source.bytes(constant.range)) }
    switch number {
    case 0:
      let repeated = planRepeated(values)
      guard let typed = planNumbers(values) else { return repeated }
      return byteCount(of: typed) < byteCount(of: repeated) ? typed : repeated
    case 1: return planRepeated(values)
    default: return planRepeated(values)
    }
  }

  /// The value that all are, or `nil`.
  private func constant(_ values: [Token]) -> Token? {
    guard values.count >= 2, let first = values.first, first.isScalar || first.kind == .key
    else { return nil }
    return values.allSatisfy { source.areEqual($0.range, first.range) } ? first : nil
  }

  private mutating func byteCount(of plan: ScalarPlan) -> Int {
    var streams = StreamSet()
    plan.write(to: &streams)
    var count = streams.descriptors.count
    for section in streams.shared + streams.large.map(\.bytes) where !section.isEmpty {
      count += integers.byteCount(of: section)
    }
    return count
  }
}

// MARK: - Numbers

extension ScalarPlanner {
  private mutating func planNumbers(_ values: [Token]) -> ScalarPlan? {
    var parts: [DecimalParts] = []
    parts.reserveCapacity(values.count)
    var scale = 0
    for value in values {
      guard let part = source.parseDecimal(value.range) else { return nil }
      parts.append(part)
      scale = max(scale, part.scale)
    }
    let exact = plan(parts, scale: scale)
    guard scale >= 12, let near = planNearDecimals(values) else { return exact }
    guard let exact else { return near }
    return byteCount(of: near) < byteCount(of: exact) ? near : exact
  }

  private mutating func plan(_ parts: [DecimalParts], scale: Int) -> ScalarPlan? {
    guard let style = Self.style(of: parts, scale: scale) else { return nil }
    var mantissas: [Int64] = []
    mantissas.reserveCapacity(parts.count)
    for part in parts {
      let (scaled, overflow) = part.mantissa.multipliedReportingOverflow(
        by: PowerOfTen.values[scale - part.scale])
      guard !overflow else { return nil }
      mantissas.append(scaled)
    }
    return .decimals(scale: scale, style, integers.plan(mantissas))
  }

  /// Plans numbers as doubles next to short decimals.
  private mutating func planNearDecimals(_ values: [Token]) -> ScalarPlan? {
    var doubles: [Double] = []
    for value in values {
      let lexeme = String(decoding: source.bytes(value.range), as: UTF8.self)
      guard let double = Double(lexeme), double.isFinite else { return nil }
      doubles.append(double)
    }
    guard let scale = Self.nearScale(doubles), let style = style(of: doubles, values) else {
      return nil
    }
    var mantissas: [Int64] = []
    var distances: [Int64] = []
    for double in doubles {
      guard let (mantissa, distance) = NearDecimal.find(double, scale: scale) else { return nil }
      mantissas.append(mantissa)
      distances.append(distance)
    }
    return .nearDecimals(
      scale: scale, style, integers.plan(mantissas), distances: integers.plan(distances))
  }

  /// The lowest scale at which all doubles lie next to decimals.
  private static func nearScale(_ doubles: [Double]) -> Int? {
    var scale = 0
    for double in doubles {
      while NearDecimal.find(double, scale: scale) == nil {
        scale += 1
        if scale > NearDecimal.scaleLimit { return nil }
      }
    }
    return scale
  }

  /// The style in which all doubles are written, or `nil`.
  private func style(of doubles: [Double], _ values: [Token]) -> NearDecimal.Style? {
    for style in [NearDecimal.Style.shortest, .seventeen] {
      var text: [UInt8] = []
      let fits = zip(doubles, values).allSatisfy { double, value in
        text.removeAll(keepingCapacity: true)
        NearDecimal.append(double, style, to: &text)
        return source.areEqual(value.range, text)
      }
      if fits { return style }
    }
    return nil
  }

  /// The style in which all numbers are written, or `nil`.
  private static func style(of parts: [DecimalParts], scale: Int) -> DecimalStyle? {
    if parts.allSatisfy({ $0.scale == scale }) { return .fixed }
    if parts.allSatisfy({ $0.scale == 0 || $0.mantissa % 10 != 0 }) { return .trimmed }
    let isTrimmedToOne = parts.allSatisfy { $0.scale == 1 || $0.scale > 1 && $0.mantissa % 10 != 0 }
    return isTrimmedToOne ? .trimmedToOne : nil
  }
}

// MARK: - Strings

extension ScalarPlanner {
  private mutating func planRepeated(_ values: [Token]) -> ScalarPlan {
    var table = SliceTable(source)
    var indices: [Int64] = []
    var firsts: [Token] = []
    indices.reserveCapacity(values.count)
    for value in values {
      let number = table.insert(value.range)
      if number == firsts.count { firsts.append(value) }
      indices.append(Int64(number))
    }
    let areStrings = values.allSatisfy { $0.kind == .string || $0.kind == .key }
    let plain = areStrings ? planDistinct(values) : .text(text(values))
    guard firsts.count * 4 <= values.count * 3, strategy.usesDictionaries else { return plain }
    let entries = areStrings ? planDistinct(firsts) : .text(text(firsts))
    let dictionary = ScalarPlan.dictionary(entries, count: firsts.count, integers.plan(indices))
    return byteCount(of: dictionary) < byteCount(of: plain) ? dictionary : plain
  }

  private mutating func planDistinct(_ values: [Token]) -> ScalarPlan {
    let text = ScalarPlan.text(text(values))
    guard strategy.typesStrings else { return text }
    let contents = values.map { Self.content($0) }
    let typed: ScalarPlan
    if let (pattern, columns) = StringPattern.find(contents, source) {
      typed = .pattern(pattern, columns.map { integers.plan($0) })
    } else if let (pattern, columns) = HexPattern.find(contents, source) {
      typed = .hexadecimal(pattern, columns.map { integers.plan($0) })
    } else {
      return text
    }
    return byteCount(of: typed) < byteCount(of: text) ? typed : text
  }

  /// The text of values (SPEC §8.4.1 Texts).
  package func text(_ values: [Token]) -> [UInt8] {
    var text: [UInt8] = []
    for value in values { append(value, to: &text) }
    return text
  }

  /// Appends one value to a text.
  @inline(__always) package func append(_ value: Token, to text: inout [UInt8]) {
    switch value.kind {
    case .string, .key:
      source.append(Self.content(value), to: &text)
      text.append(TextTerminator.string)
    case .number, .literal:
      source.append(value.range, to: &text)
      text.append(TextTerminator.scalar)
    default:
      appendContainer(value.range, to: &text)
      text.append(TextTerminator.container)
    }
  }

  /// Appends an array or object without its whitespace.
  private func appendContainer(_ range: ByteRange, to text: inout [UInt8]) {
    var isInString = false
    var isEscaped = false
    for offset in range.offset..<range.end {
      let byte = source[offset]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == ASCII.backslash {
          isEscaped = true
        } else if byte == ASCII.quote {
          isInString = false
        }
      } else if byte == ASCII.quote {
        isInString = true
      } else if ASCII.isWhitespace(byte) {
        continue
      }
      text.append(byte)
    }
  }

  /// The bytes of a string or key between its quotes.
  @inline(__always) package static func content(_ value: Token) -> ByteRange {
    ByteRange(offset: value.offset + 1, count: value.extent - 2)
  }
}
