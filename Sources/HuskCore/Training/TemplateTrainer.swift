// SPDX-License-Identifier: Apache-2.0

/// Learns a template from messages of one kind (SPEC §13.2 Message templates).
///
///     var trainer = TemplateTrainer()
///     for message in messages { try trainer.add(message) }
///     let template = try trainer.train()
///
/// The same messages in the same order give the same template. Nothing of a value goes into it that
/// stands in fewer messages than ``TrainingOptions/minSupport`` says.
public struct TemplateTrainer: ~Copyable {
  private let options: TrainingOptions
  /// The paths of the fields that are excluded, or what is wrong with them.
  private let excluded: Result<Set<[[UInt8]]>, HuskError>
  private var tokenizer: Tokenizer
  /// The messages without whitespace, on a line each.
  private var lines: [UInt8] = []
  private var layouts = LayoutCounts()
  /// What finds the tokens of a single message.
  private var messageTokenizer: Tokenizer
  /// The number of messages so far.
  public private(set) var messageCount = 0

  /// Of ``TrainingOptions/excludedFields`` the paths that led nowhere in the messages that were learnt from last; they
  /// are perhaps misspelt.
  public private(set) var absentFields: [String] = []

  /// Creates a trainer.
  public init(options: TrainingOptions = TrainingOptions()) {
    self.options = options
    do throws(HuskError) {
      excluded = .success(try options.excludedPaths())
    } catch { excluded = .failure(error) }
    tokenizer = Tokenizer(limits: options.limits)
    messageTokenizer = Tokenizer(limits: options.limits)
  }

  /// Adds the messages of a text: one, or a sequence of them.
  ///
  /// - Throws: ``HuskError`` where it is not one JSON text or more, or
  ///   ``HuskError/Code/invalidSelection`` where one of ``TrainingOptions/excludedFields`` is no path.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func add(_ json: [UInt8]) throws(HuskError) {
    _ = try excluded.get()
    let bytes = PaddedBytes(json)
    try tokenizer.tokenize(bytes, as: .auto)
    var index = 0
    while index < tokenizer.tape.count {
      let end = Tokenizer.end(of: index, on: tokenizer.tape)
      let start = lines.count
      TokenPrinter.append(index..<end, tokenizer.tape, bytes.source, to: &lines)
      // Around a text that is alone, whitespace belongs to the message; not so in a sequence.
      let isAlone = index == 0 && end == tokenizer.tape.count
      let message = isAlone ? json : bytes.source.bytes(range(index..<end))
      try layouts.count(
        message, minifiedByteCount: lines.count - start, &messageTokenizer)
      lines.append(ASCII.lineFeed)
      messageCount += 1
      index = end
    }
  }

  /// Learns a template from the messages so far.
  ///
  /// - Throws: ``HuskError/Code/emptyInput`` where there are none,
  ///   ``HuskError/Code/limitExceeded`` where their keys alone are too much for a template, or
  ///   ``HuskError/Code/invalidSelection`` where one of ``TrainingOptions/excludedFields`` is no path.
  /// - Complexity: O(*n*) for *n* bytes, but for the search of contexts and samples, which is
  ///   bounded.
  public mutating func train() throws(HuskError) -> MessageTemplate {
    try DeepStack.walk { () throws(HuskError) in try trainHere() }
  }

  private mutating func trainHere() throws(HuskError) -> MessageTemplate {
    let excluded = try excluded.get()
    guard messageCount > 0 else {
      throw HuskError(.emptyInput, "there are no messages to learn from")
    }
    let bytes = PaddedBytes(lines)
    try tokenizer.tokenize(bytes, as: .ndjson)
    var values = SlotValues()
    let whole = TemplateExtractor.split(
      tokenizer.tape, bytes.source, isSample: true, limits: options.limits, into: &values)
    let absent = whole.absentPaths(of: excluded)
    absentFields = options.excludedFields.filter { field in
      FieldSelection.steps(of: field).map(absent.contains) ?? false
    }
    var structure = try TemplateEncoding.decode(whole.canonicalBytes, limits: options.limits)
    let counts = TrainingRecords(whole, tokenizer.tape, bytes.source)
    structure.removeFields(counts.fieldSupports, below: options.minSupport)
    let plan = TemplatePlan(structure)
    let records = TrainingRecords(plan, tokenizer.tape, bytes.source)
    var fitting = SlotFitting(plan, records, options, excluding: excluded)
    let template = fitting.template(
      structure, layouts.table(minSupport: options.minSupport), records, tokenizer.tape)
    // Keys count for no budget; what nobody would read is not handed out.
    guard template.content.count <= options.limits.ofMessageTemplates.templateByteCount else {
      throw HuskError(
        .limitExceeded,
        "the messages have too many different keys for a template of"
          + " \(options.limits.messageTemplateByteCount) bytes")
    }
    return template
  }

  /// Where the text of some tokens stands.
  private func range(_ tokens: Range<Int>) -> ByteRange {
    let last = tokenizer.tape[tokens.upperBound - 1]
    let start = tokenizer.tape[tokens.lowerBound].offset
    return ByteRange(
      offset: start, count: last.offset + (last.isScalar ? last.extent : 1) - start)
  }
}

extension Template {
  /// Leaves out fields that too few objects have; shapes must not have parents.
  mutating func removeFields(_ counts: [[Int]], below minCount: Int) {
    let all = allFields
    shapes = zip(all, counts).map { fields, counts in
      Shape(fields: zip(fields, counts).filter { $1 >= minCount }.map(\.0))
    }
    shareParents()
  }
}
