// SPDX-License-Identifier: Apache-2.0

/// Documents that are one long object, most of it in one array or object of alike values: what `"rows": [ … ]` holds
/// is split as rows are.
extension RowScanner {
  /// Samples are one byte in so many of a text, where that is no less than the first sample of rows and no more
  /// than the last.
  private static let sampleShare = 64
  /// Texts are so many times as long as their samples, or are not predicted.
  private static let leastSamples = 16

  /// Whether a text that starts at an offset may be predicted, if it is the whole document.
  ///
  /// It must not matter how the text arrives: so one that is long is not taken before it is known whether
  /// another follows.
  func mayBeWhole(at start: Int) -> Bool {
    guard predictsWhole, let least = samples.first, start == 0, base == 0, !continues else {
      return false
    }
    return window.source[0] == ASCII.openBrace && window.count >= Self.leastSamples * least
  }

  /// Whether the text at the start of a document may be predicted, and all of it seems to be there.
  private var isWhole: Bool {
    mayBeWhole(at: 0) && (isComplete || window.count >= expectedByteCount ?? .max)
  }

  /// Takes the text at the start of the document as its sample predicts it, if it is the whole document; it is
  /// tried once.
  mutating func takeWhole() -> Bool {
    guard isWhole else { return false }
    predictsWhole = false
    let source = window.source
    guard let least = samples.first, let most = samples.last else { return false }
    let byteCount = min(max(source.count / Self.sampleShare, least), most)
    // Room for the tokens of what had arrived before takes several times its size.
    if source.count > RowBlock.largeByteCount { tape = TokenTape() }
    guard source.count <= Token.maxOffset,
      let sample = ContainerSample(of: source, byteCount: byteCount), predict(by: sample)
    else { return false }
    if predictor?.foresees(sample, source) ?? false, hasPredictedEnd(from: sample.valueEnd),
      predictor?.takeWhole(source) == sample.valueEnd
    {
      isWholePredicted = true
      passRow(0, sample.valueEnd, 0, behindComma: false)
      return true
    }
    scanAnew()
    return false
  }

  /// Finds what predicts the text that a sample is of, and how that stands; returns whether there is anything.
  private mutating func predict(by sample: ContainerSample) -> Bool {
    let bytes = PaddedBytes(sample.text)
    let (source, frame) = (bytes.source, BlockFrame())
    var tokenizer = Tokenizer(limits: limits)
    guard (try? tokenizer.tokenize(bytes, as: .json)) != nil else { return false }
    let tape = tokenizer.takeTape()
    // What repeats in parts is seldom as predicted, and takes little time to scan.
    guard !tape.isMostlyRepeated, let spacing = spacing(of: tape, source, frame, open: nil) else {
      return false
    }
    var survey = Survey(tape, source)
    // More elements follow, which are like one of these or another.
    survey.hasShapesByText = false
    var values = SlotValues()
    swap(&values, &spare.values)
    let plan = TemplateExtractor.split(tape, source, survey, limits: limits, into: &values)
    return predict(by: plan, spacing, frame, reusing: values)
  }
}
