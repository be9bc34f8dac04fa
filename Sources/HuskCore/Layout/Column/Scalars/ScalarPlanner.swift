// SPDX-License-Identifier: Apache-2.0

/// Chooses the encoding of a column of scalars.
package struct ScalarPlanner {
  /// Columns with fewer values share the text of the block: what a description of their own costs
  /// does not come back.
  package static let smallCount = 12

  private let source: ByteSource

  /// Creates a planner for values that stand in `source`.
  package init(_ source: ByteSource) {
    self.source = source
  }

  /// Plans a column.
  ///
  /// - Parameter values: The tokens of the values.
  /// - Complexity: O(*b*) for *b* bytes, on average.
  package func plan(_ values: [Token]) -> ScalarPlan {
    if let constant = constant(values) { return .constant(source.bytes(constant.range)) }
    guard values.count >= Self.smallCount else { return .shared }
    return planMany(values)
  }

  private func planMany(_ values: [Token]) -> ScalarPlan {
    var strings: [Token] = []
    var numbers: [Token] = []
    var others: [Token] = []
    for value in values {
      switch value.kind {
      case .string, .key: strings.append(value)
      case .number: numbers.append(value)
      default: others.append(value)
      }
    }
    if strings.count == values.count { return planStrings(values) }
    if numbers.count == values.count { return planNumbers(values) ?? planDictionary(values) }
    let groups = [strings, numbers, others].filter { !$0.isEmpty }
    if groups.count == 1 || others.contains(where: { !$0.isScalar }) { return planDictionary(values) }
    return planMixed(values, groups)
  }

  private func planMixed(_ values: [Token], _ groups: [[Token]]) -> ScalarPlan {
    let kinds: [Token.Kind] = groups.map { $0[0].kind }
    let classes = values.map { value in
      Int64(kinds.firstIndex { ($0 == .key ? .string : $0) == (value.kind == .key ? .string : value.kind) } ?? 0)
    }
    return .mixed(
      IntegerPlanner.plan(classes).plan,
      groups.map { group in
        if let constant = constant(group) {
          return (group.count, .constant(source.bytes(constant.range)))
        }
        if group[0].kind == .number { return (group.count, planNumbers(group) ?? planDictionary(group)) }
        if group[0].kind == .string { return (group.count, planStrings(group)) }
        return (group.count, planDictionary(group))
      })
  }

  /// The value that all are, or `nil`.
  private func constant(_ values: [Token]) -> Token? {
    guard values.count >= 2, let first = values.first, first.isScalar || first.kind == .key
    else { return nil }
    return values.allSatisfy { source.areEqual($0.range, first.range) } ? first : nil
  }

  // MARK: - Numbers

  private func planNumbers(_ values: [Token]) -> ScalarPlan? {
    var parts: [DecimalParts] = []
    parts.reserveCapacity(values.count)
    var scale = 0
    for value in values {
      guard let part = source.parseDecimal(value.range) else { return nil }
      parts.append(part)
      scale = max(scale, part.scale)
    }
    guard let style = style(of: parts, scale: scale) else { return nil }
    var mantissas: [Int64] = []
    mantissas.reserveCapacity(parts.count)
    for part in parts {
      let (scaled, overflow) = part.mantissa.multipliedReportingOverflow(
        by: PowerOfTen.values[scale - part.scale])
      guard !overflow else { return nil }
      mantissas.append(scaled)
    }
    return .decimals(scale: scale, style, IntegerPlanner.plan(mantissas).plan)
  }

  /// The style in which all numbers are written, or `nil`.
  private func style(of parts: [DecimalParts], scale: Int) -> DecimalStyle? {
    if parts.allSatisfy({ $0.scale == scale }) { return .fixed }
    if parts.allSatisfy({ $0.scale == 0 || $0.mantissa % 10 != 0 }) { return .trimmed }
    let isTrimmedToOne = parts.allSatisfy { $0.scale == 1 || $0.scale > 1 && $0.mantissa % 10 != 0 }
    return isTrimmedToOne ? .trimmedToOne : nil
  }

  // MARK: - Strings

  private func planStrings(_ values: [Token]) -> ScalarPlan {
    let contents = values.map { Self.content($0) }
    if let (pattern, columns) = StringPattern.find(contents, source) {
      return .pattern(pattern, columns.map { IntegerPlanner.plan($0).plan })
    }
    if let (pattern, columns) = HexPattern.find(contents, source) {
      return .hexadecimal(pattern, columns.map { IntegerPlanner.plan($0).plan })
    }
    return planDictionary(values)
  }

  /// Plans a dictionary, or a text where the values hardly repeat.
  private func planDictionary(_ values: [Token]) -> ScalarPlan {
    var table = SliceTable(source)
    var indices: [Int64] = []
    indices.reserveCapacity(values.count)
    for value in values { indices.append(Int64(table.insert(value.range))) }
    // Only tokens know what a value is; the first of each number stands for all.
    guard table.count * 2 <= values.count else { return .text(text(values)) }
    var firsts: [Token] = []
    for (value, index) in zip(values, indices) where Int(index) == firsts.count {
      firsts.append(value)
    }
    let plan = IntegerPlanner.plan(indices)
    let repeats = Double(values.count - firsts.count)
    guard plan.byteCount < repeats * 2.3 else { return .text(text(values)) }
    return .dictionary(.text(text(firsts)), count: firsts.count, plan.plan)
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
