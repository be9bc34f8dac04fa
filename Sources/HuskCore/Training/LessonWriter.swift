// SPDX-License-Identifier: Apache-2.0

/// Primes a template with messages (SPEC §13.13 Primed templates).
///
///     messages: the last ones that fit the template
///     trial:    most teach a model; what the others come to tells in which order they teach best, and
///               of which parts of values frequencies know more
///     lesson:   as many messages as there is room for
struct LessonWriter {
  /// The most bytes of messages.
  private static let textByteCount = 1_000_000
  /// So many coded bytes take about a tenth of a second to learn.
  private static let codedByteCount = 32_000
  /// A lesson that came out too long is tried again with a little less than would have fitted.
  private static let shrinking = 0.95
  /// So many messages at most are tried.
  private static let trialCount = 200
  /// Frequencies have to be better by so much, for they know the messages that are tried.
  private static let leastGain = 0.9
  /// Fewer messages than this are too few to try some.
  private static let fewMessages = 8

  let options: TrainingOptions
  /// For each slot, whether something of its values may go into the template.
  let areKept: [Bool]

  /// Adds a lesson to a template, which must have its samples, and takes out what its model knows; or
  /// leaves it as it is, where frequencies do better, or there is no room or are too few messages.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - tape: The messages.
  ///   - source: Where they stand.
  /// - Complexity: O(*n*) for *n* bytes, a few times.
  func prime(
    _ template: inout MessageTemplate, _ tape: borrowing TokenTape, _ source: ByteSource
  ) {
    let starts = starts(template, tape, source)
    let most = min(
      Lesson.mostMessages, Lesson.mostRestarts / PrimedModel.leafCount(template.slots))
    var chosen = last(of: starts.suffix(most), tape, byteLimit: Self.textByteCount)
    guard let trial = trial(template, chosen.starts, tape, source) else { return }
    var primed = template
    for slot in primed.slots.indices { primed.slots[slot].drop(trial.parts[slot]) }
    var lesson = Lesson(
      memory: Self.memory(for: chosen.byteCount), parts: trial.parts, messageCount: 0, bytes: [])
    primed.lesson = lesson
    let budget = min(max(options.byteBudget - primed.content.count, 0), Self.codedByteCount)
    while !chosen.starts.isEmpty {
      lesson.memory = Self.memory(for: chosen.byteCount)
      let order = trial.isShuffled ? Self.shuffled(chosen.starts) : Array(chosen.starts)
      var encoder = RangeEncoder()
      _ = taught(primed, lesson, order, tape, source, to: &encoder)
      lesson.bytes = encoder.finish()
      lesson.messageCount = order.count
      if lesson.bytes.count <= budget {
        primed.lesson = lesson
        template = primed
        return
      }
      let share = Double(budget) / Double(lesson.bytes.count) * Self.shrinking
      chosen = last(of: chosen.starts, tape, byteLimit: Int(Double(chosen.byteCount) * share))
    }
  }

  // MARK: - Messages

  /// Where the messages start that fit a template.
  private func starts(
    _ template: MessageTemplate, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> [Int] {
    let plan = TemplatePlan(template.structure)
    var starts: [Int] = []
    var index = 0
    while index < tape.count {
      if plan.end(ofFitting: TemplatePlan.root, index, tape, source) != nil {
        starts.append(index)
      }
      index = Tokenizer.end(of: index, on: tape)
    }
    return starts
  }

  /// The last of some messages that have at most so many bytes.
  private func last(
    of starts: ArraySlice<Int>, _ tape: borrowing TokenTape, byteLimit: Int
  ) -> (starts: ArraySlice<Int>, byteCount: Int) {
    var byteCount = 0
    var first = starts.endIndex
    while first > starts.startIndex {
      let start = starts[first - 1]
      let last = tape[Tokenizer.end(of: start, on: tape) - 1]
      let count = last.offset + (last.isScalar ? last.extent : 1) - tape[start].offset
      guard byteCount + count <= byteLimit else { break }
      byteCount += count
      first -= 1
    }
    return (starts[first...], byteCount)
  }

  /// The same messages far from their neighbours: what follows one another in time teaches that it
  /// does, which is of no use to messages that stand alone.
  private static func shuffled(_ starts: ArraySlice<Int>) -> [Int] {
    let count = starts.count
    var step = max(count * 5 / 8, 1)
    while !areCoprime(step, count) { step += 1 }
    return (0..<count).map { starts[starts.startIndex + $0 * step % count] }
  }

  private static func areCoprime(_ first: Int, _ second: Int) -> Bool {
    second == 0 ? first == 1 : areCoprime(second, first % second)
  }

  private static func memory(for byteCount: Int) -> Int {
    min(ModelMemory.bits(forBytes: byteCount), Lesson.memoryRange.upperBound)
  }

  // MARK: - Trials

  /// What is better: another order, and of which parts of values; `nil` where no model is.
  private func trial(
    _ template: MessageTemplate, _ starts: ArraySlice<Int>, _ tape: borrowing TokenTape,
    _ source: ByteSource
  ) -> (isShuffled: Bool, parts: [Lesson.Parts])? {
    let slotCount = template.slots.count
    var lesson = Lesson(
      memory: Lesson.memoryRange.upperBound, parts: Array(repeating: .all, count: slotCount),
      messageCount: 0, bytes: [])
    guard starts.count >= Self.fewMessages else { return nil }
    let taught = starts.dropLast(starts.count / 4)
    let left = starts.suffix(starts.count / 4)
    let step = (left.count + Self.trialCount - 1) / Self.trialCount
    let tried = stride(from: left.startIndex, to: left.endIndex, by: step).map { left[$0] }
    var best: (cost: Int, isShuffled: Bool, probe: CostProbe)?
    for isShuffled in [false, true] {
      var ignored = RangeEncoder()
      var codec = self.taught(
        template, lesson, isShuffled ? Self.shuffled(taught) : Array(taught), tape, source,
        to: &ignored)
      codec.primed?.keep()
      let (cost, probe) = codec.costs(of: tried, tape, source)
      if best.map({ cost < $0.cost }) ?? true { best = (cost, isShuffled, probe) }
    }
    guard let best else { return nil }
    var frequencies = RowCodec(template, limits: options.limits)
    let (plainCost, known) = frequencies.costs(of: tried, tape, source)
    var cost = best.cost
    for slot in lesson.parts.indices {
      if Self.isBetter(known.symbols[slot], than: best.probe.symbols[slot]) {
        lesson.parts[slot].remove(.symbols)
        cost -= best.probe.symbols[slot] - known.symbols[slot]
      }
      if Self.isBetter(known.integers[slot], than: best.probe.integers[slot]) {
        lesson.parts[slot].remove(.integers)
        cost -= best.probe.integers[slot] - known.integers[slot]
      }
    }
    return cost < plainCost ? (best.isShuffled, lesson.parts) : nil
  }

  private static func isBetter(_ known: Int, than modelled: Int) -> Bool {
    Double(known) < leastGain * Double(modelled)
  }

  /// A codec whose model has learnt some messages, which are written.
  private func taught(
    _ template: MessageTemplate, _ lesson: Lesson, _ starts: [Int],
    _ tape: borrowing TokenTape, _ source: ByteSource, to encoder: inout RangeEncoder
  ) -> RowCodec {
    var plain = template
    plain.lesson = nil
    var codec = RowCodec(plain, limits: options.limits)
    codec.prime(template.samples, lesson.parts, memory: lesson.memory)
    let entries = template.slots.map { Set($0.entries.map(\.bytes)) }
    let direction = LessonDirection.write { slot, token in
      guard areKept[slot] else { return false }
      // A value of one message shows nothing of another where single messages may show.
      return options.lessonSupport == 1
        || (token.isScalar || token.kind == .key)
          && entries[slot].contains(source.bytes(token.range))
    }
    for start in starts { codec.teach(start, tape, source, direction, to: &encoder) }
    return codec
  }
}

extension SlotModel {
  /// Takes out what is not used where a model codes parts of values.
  fileprivate mutating func drop(_ parts: Lesson.Parts) {
    if parts.contains(.symbols) {
      symbols.contexts = []
      symbols.frequencies = symbols.frequencies.map { _ in 1 }
    }
    guard parts.contains(.integers) else { return }
    forms = forms.map { form in
      form.replacing(
        form.integerModels.map { IntegerModel(base: $0.base, reference: $0.reference) })
    }
  }
}
