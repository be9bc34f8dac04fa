// SPDX-License-Identifier: Apache-2.0

/// Chooses the texts that the text model of a template learns.
///
/// No run of bytes goes in that does not stand in many messages: texts are cut where that ends.
struct SampleSelection: ~Copyable {
  /// A text with the message it stands in.
  struct Text {
    var message: Int32
    var range: ByteRange
  }

  /// Runs of fewer bytes are left out.
  private static let window = 4
  /// Stands where something was left out.
  private static let gap: UInt8 = 0x01
  /// No more copies of one text go in.
  private static let mostCopies = 2
  /// So many messages at most are searched for a run.
  private static let searchedByteCount = 4 << 20

  private let source: ByteSource
  private let minSupport: Int
  private let texts: [[Text]]
  /// In how many messages each window stands, and the last of those.
  private var windows = IntegerTable()
  private var supports: [Int32] = []
  /// The texts that each window stands in, up to some.
  private var verified: [[UInt8]: Bool] = [:]

  /// Prepares to choose among the texts of slots.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ texts: [[Text]], _ source: ByteSource, minSupport: Int) {
    self.texts = texts
    self.source = source
    self.minSupport = minSupport
    var lastMessages: [Int32] = []
    // A message counts once, in however many slots a run stands.
    for text in texts.joined().sorted(by: { $0.message < $1.message }) {
      for offset in text.range.offset..<max(text.range.end - Self.window + 1, text.range.offset) {
        let number = windows.insert(Int64(source.halfWord(at: offset)))
        if number == supports.count {
          supports.append(0)
          lastMessages.append(-1)
        }
        if lastMessages[number] != text.message {
          lastMessages[number] = text.message
          supports[number] += 1
        }
      }
    }
  }

  /// Chooses texts of at most so many bytes in all, those of the last messages first.
  ///
  /// - Complexity: O(*n*) for *n* bytes, for each run that is looked for.
  mutating func choose(byteBudget: Int) -> [MessageTemplate.Sample] {
    let total = texts.joined().reduce(0) { $0 + $1.range.count }
    guard total > 0 else { return [] }
    var samples: [MessageTemplate.Sample] = []
    for (slot, own) in texts.enumerated() where !own.isEmpty {
      let share = own.reduce(0) { $0 + $1.range.count }
      // Slots with little text get more than their share of it.
      let budget = min(share, byteBudget * share / total)
      var chosen: [[UInt8]] = []
      var copies: [[UInt8]: Int] = [:]
      var byteCount = 0
      for text in own.reversed() where byteCount < budget {
        let cut = cut(text)
        guard cut.count > 1 else { continue }
        copies[cut, default: 0] += 1
        guard copies[cut] ?? 0 <= Self.mostCopies else { continue }
        byteCount += cut.count
        chosen.append(cut)
      }
      guard !chosen.isEmpty else { continue }
      samples.append(
        MessageTemplate.Sample(slot: slot, text: Array(chosen.reversed().joined())))
    }
    return samples
  }

  /// A text without what stands in few messages, and its terminator.
  private mutating func cut(_ text: Text) -> [UInt8] {
    var bytes: [UInt8] = []
    var offset = text.range.offset
    while offset < text.range.end {
      var end = offset
      while end + Self.window <= text.range.end, isCommon(end) { end += 1 }
      guard end > offset else {
        offset += 1
        if bytes.last != Self.gap { bytes.append(Self.gap) }
        continue
      }
      let run = ByteRange(offset: offset, count: end - offset + Self.window - 1)
      // Side by side two runs would be one that need not stand in many messages.
      if let last = bytes.last, last != Self.gap { bytes.append(Self.gap) }
      append(run, to: &bytes)
      offset = run.end
    }
    // A gap alone teaches nothing.
    return bytes == [Self.gap] ? [] : bytes + [RowCodec.terminator]
  }

  private func isCommon(_ offset: Int) -> Bool {
    guard let number = windows.find(Int64(source.halfWord(at: offset))) else { return false }
    return supports[number] >= minSupport
  }

  /// Appends a run that stands in many messages, or those of its halves that do.
  private mutating func append(_ run: ByteRange, to bytes: inout [UInt8]) {
    if run.count == Self.window || standsInMany(run) {
      source.append(run, to: &bytes)
      return
    }
    guard run.count >= 2 * Self.window else {
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
    var messages: Set<Int32> = []
    var searched = 0
    for text in texts.joined() where text.range.count >= run.count {
      searched += text.range.count
      guard searched <= Self.searchedByteCount, messages.count < minSupport else { break }
      if !messages.contains(text.message), holds(text.range, run) { messages.insert(text.message) }
    }
    verified[key] = messages.count >= minSupport
    return messages.count >= minSupport
  }

  private func holds(_ text: ByteRange, _ run: ByteRange) -> Bool {
    let first = source.halfWord(at: run.offset)
    var offset = text.offset
    while offset + run.count <= text.end {
      if source.halfWord(at: offset) == first,
        source.areEqual(ByteRange(offset: offset, count: run.count), run)
      {
        return true
      }
      offset += 1
    }
    return false
  }
}
