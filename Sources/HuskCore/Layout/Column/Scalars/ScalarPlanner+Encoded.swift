// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// How many neighbours stand for all values.
  static let windowCount = 512
  /// How many neighbours are compressed to judge an encoding.
  private static let trialCount = 64
  /// Fewer bytes are better left to the text that they share with others.
  private static let frontCodedLeast = 1024
  /// The shortest Base64 that is worth a look, in bytes.
  private static let base64Least = 16

  /// Plans strings as other bytes than their own, or returns `nil` where that does not pay.
  func planEncoded(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard values.count >= ColumnStrategy.smallCount else { return nil }
    return planBase64(values) ?? planFrontCoding(values)
  }

  /// Neighbours from the middle.
  func window(_ values: [UInt64], most limit: Int = windowCount) -> ArraySlice<UInt64> {
    let count = min(values.count, limit)
    let start = (values.count - count) / 2
    return values[start..<start + count]
  }

  /// Whether an encoding of the window comes to less than so many eighths of its text; where all
  /// values are compressed anyway, that is left to the measurement.
  private func pays(
    _ plan: ScalarPlan, _ window: ArraySlice<UInt64>, eighths: Int
  ) -> Bool {
    if effort.usesTrials { return true }
    var streams = StreamSet()
    streams.add(source.gatherText(Array(window)), .text)
    let bits = workspace.integers.bits(of: streams)
    return measure(plan).bits * 8 < bits * eighths
  }

  // MARK: - Base64

  private func planBase64(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard let form = base64Form(values) else { return nil }
    let window = window(values, most: Self.trialCount)
    guard let some = source.decodeBase64(window, form),
      pays(.base64(form, .bytes(some.lengths, isPacked: false), some.bytes), window, eighths: 8),
      let (lengths, bytes) = source.decodeBase64(values[...], form)
    else { return nil }
    let plan = workspace.integers.estimate(lengths)
    return Sized(
      .base64(form, plan.plan, bytes), bits: plan.bits + bytes.count * 8 + form.prefix.count * 8)
  }

  /// The form that some strings may have, or `nil` where one has none.
  private func base64Form(_ values: [UInt64]) -> Base64Form? {
    let first = Token(word: values[0]).content
    let last = Token(word: values[values.count - 1]).content
    guard first.count >= Self.base64Least else { return nil }
    var form = Base64Form()
    // What all start with ends before the first digit: behind the last byte that is none.
    let shared = source.commonPrefix(first, last, upTo: first.count)
    var start = first.offset
    for offset in first.offset..<first.offset + shared
    where !Base64Form.isDigit(source[offset]) && source[offset] != Base64Form.padding {
      start = offset + 1
    }
    form.prefix = source.bytes(ByteRange(offset: first.offset, count: start - first.offset))
    for word in [values[0], values[values.count / 2], values[values.count - 1]] {
      let content = Token(word: word).content
      guard content.count >= form.prefix.count else { return nil }
      let digitCount = content.count - form.prefix.count
      for offset in content.end - digitCount..<content.end {
        let byte = source[offset]
        if Base64Form.isURLDigit(byte) { form.isURL = true }
        guard Base64Form.isDigit(byte) || Base64Form.isURLDigit(byte) || byte == Base64Form.padding
        else { return nil }
      }
      if digitCount % 4 != 0 { form.isPadded = false }
    }
    return form
  }

  // MARK: - Front coding

  private func planFrontCoding(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard looksSorted(values),
      effort.usesTrials || ByteSource.textByteCount(values) ?? 0 >= Self.frontCodedLeast
    else { return nil }
    let window = window(values, most: Self.trialCount)
    let some = source.frontCode(window)
    let plan = ScalarPlan.frontCoded(.bytes(some.lengths, isPacked: false), some.rests)
    // What is left of strings recurs, so that many come to less than a few let expect.
    guard pays(plan, window, eighths: 10) else { return nil }
    let (lengths, rests) = source.frontCode(values[...])
    let planned = workspace.integers.estimate(lengths)
    return Sized(.frontCoded(planned.plan, rests), bits: planned.bits + rests.count * 4)
  }

  /// Whether some strings start as the ones before them do, for a third of their bytes and more.
  private func looksSorted(_ values: [UInt64]) -> Bool {
    let step = max(values.count / 16, 1)
    var total = 0
    var shared = 0
    var row = step
    while row < values.count {
      let content = Token(word: values[row]).content
      let last = Token(word: values[row - 1]).content
      total += content.count
      shared += source.commonPrefix(last, content, upTo: last.count)
      row += step
    }
    return shared * 3 > total
  }
}

extension Base64Form {
  /// Whether a byte is a digit of the alphabet with `+` and `/`.
  fileprivate static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
    default: false
    }
  }

  /// Whether a byte is a digit only of the alphabet with `-` and `_`.
  fileprivate static func isURLDigit(_ byte: UInt8) -> Bool { byte == 0x2D || byte == 0x5F }
}
