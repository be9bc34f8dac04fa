// SPDX-License-Identifier: Apache-2.0

/// Chooses the texts that the text model of a template learns.
///
/// No run of bytes goes in that does not stand in many messages: texts are cut where that ends.
struct SampleSelection: ~Copyable {
  /// Stands where something was left out.
  private static let gap: UInt8 = 0x01
  /// There are so many times as many bytes to choose among as are chosen.
  private static let choice = 4
  /// No more copies of one text go in.
  private static let mostCopies = 2

  private let source: ByteSource
  private let minSupport: Int
  private let texts: [[RunIndex.Text]]
  private let index: RunIndex
  /// Which runs stand in many messages, of those that were looked for.
  private var verified: [[UInt8]: Bool] = [:]

  /// Prepares to choose among the texts of slots.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ texts: [[RunIndex.Text]], _ source: ByteSource, minSupport: Int) {
    self.texts = texts
    self.source = source
    self.minSupport = minSupport
    index = RunIndex(Array(texts.joined()), source)
  }

  /// Chooses texts of about so many bytes in all, among those of the last messages.
  ///
  /// - Complexity: O(*n*) for *n* bytes, for each run that is looked for.
  mutating func choose(byteBudget: Int) -> [MessageTemplate.Sample] {
    let total = texts.joined().reduce(0) { $0 + $1.range.count }
    // All of them may be empty.
    guard total > 0 else { return [] }
    var candidates: [SampleCoverage.Candidate] = []
    for (slot, own) in texts.enumerated() where !own.isEmpty {
      let share = own.reduce(0) { $0 + $1.range.count }
      append(slot, upTo: Self.choice * byteBudget * share / total, to: &candidates)
    }
    var coverage = SampleCoverage(candidates, supports: index.supports)
    var samples: [MessageTemplate.Sample] = []
    for number in coverage.choose(byteBudget: byteBudget) {
      let candidate = candidates[number]
      if samples.last?.slot != candidate.slot {
        samples.append(MessageTemplate.Sample(slot: candidate.slot, text: []))
      }
      samples[samples.count - 1].text += candidate.text
    }
    return samples
  }

  /// Appends the last texts of a slot, of about so many bytes, in their order.
  private mutating func append(
    _ slot: Int, upTo byteLimit: Int, to candidates: inout [SampleCoverage.Candidate]
  ) {
    let start = candidates.count
    var copies: [[UInt8]: Int] = [:]
    var byteCount = 0
    for text in texts[slot].reversed() where byteCount < byteLimit {
      let cut = cut(text)
      guard cut.count > 1 else { continue }
      copies[cut, default: 0] += 1
      guard copies[cut] ?? 0 <= Self.mostCopies else { continue }
      byteCount += cut.count
      candidates.append(
        SampleCoverage.Candidate(slot: slot, text: cut, windows: index.windows(of: cut)))
    }
    candidates[start...].reverse()
  }

  /// A text without what stands in few messages, and its terminator.
  private mutating func cut(_ text: RunIndex.Text) -> [UInt8] {
    var bytes: [UInt8] = []
    var offset = text.range.offset
    while offset < text.range.end {
      var end = offset
      while end + RunIndex.window <= text.range.end, isCommon(end) { end += 1 }
      guard end > offset else {
        offset += 1
        if bytes.last != Self.gap { bytes.append(Self.gap) }
        continue
      }
      let run = ByteRange(offset: offset, count: end - offset + RunIndex.window - 1)
      // Side by side two runs would be one that need not stand in many messages.
      if let last = bytes.last, last != Self.gap { bytes.append(Self.gap) }
      append(run, to: &bytes)
      offset = run.end
    }
    // A gap alone teaches nothing.
    return bytes == [Self.gap] ? [] : bytes + [RowCodec.terminator]
  }

  private func isCommon(_ offset: Int) -> Bool {
    index.support(ofWindowAt: offset) >= minSupport
  }

  /// Appends a run that stands in many messages, or those of its halves that do.
  private mutating func append(_ run: ByteRange, to bytes: inout [UInt8]) {
    if run.count == RunIndex.window || standsInMany(run) {
      source.append(run, to: &bytes)
      return
    }
    guard run.count >= 2 * RunIndex.window else {
      if bytes.last != Self.gap { bytes.append(Self.gap) }
      return
    }
    let half = run.count / 2
    append(ByteRange(offset: run.offset, count: half), to: &bytes)
    if bytes.last != Self.gap { bytes.append(Self.gap) }
    append(ByteRange(offset: run.offset + half, count: run.count - half), to: &bytes)
  }

  /// Whether a run stands in many messages as a whole.
  private mutating func standsInMany(_ run: ByteRange) -> Bool {
    let key = source.bytes(run)
    if let known = verified[key] { return known }
    let isCommon = index.stands(run, inMany: minSupport)
    verified[key] = isCommon
    return isCommon
  }
}
