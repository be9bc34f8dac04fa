// SPDX-License-Identifier: Apache-2.0

/// Compresses texts: short ones behind the preset dictionary, and by whatever else the effort allows.
package struct TextCompressor: ~Copyable {
  /// What a model is good for.
  package enum ModelUse: Sendable {
    case nothing
    /// Texts that are so short that decoding takes some hundredths of a second at most.
    case shortTexts
    /// Texts that are as long as a template may be that takes long to decompress.
    case templates
    case allTexts
  }

  private var long: Compressor
  private var short: Compressor?
  /// Whether short texts are compressed without the dictionary too, and the smaller result is taken.
  private let triesBoth: Bool
  /// Others that are tried on all texts.
  private var other: Compressor?
  private var quick: Compressor?
  private let modelUse: ModelUse
  /// The models, which learn when they are first used.
  private var model: Compressor?
  private var presetModel: Compressor?

  /// Longer texts have said by themselves, long before they end, what the dictionary says.
  package static let mostShortByteCount = 1 << 15
  /// What comes to no more bytes than ``leastResult`` repeats so much that it tells little by itself, up
  /// to so many bytes.
  private static let mostByteCount = 1 << 20
  private static let leastResult = 1 << 12
  /// What a text comes to behind the dictionary, of what it comes to without, at least, but for so many bytes.
  ///
  /// Of 900 beginnings of documents, of 1 KB to 1 MB, none came to less than 0.71 of it.
  private static let (leastOfPlain, mostSaved) = (0.7, 128.0)
  /// A model that has learnt the dictionary is better up to so many bytes; then it costs more time than
  /// it saves bytes.
  private static let mostPrimedByteCount = 1 << 18
  /// What comes to less than this by a model, of what a fast compressor makes of it, others bring to more.
  private static let leastShareOfOthers = 0.72
  /// What shrinks to a few kilobytes is predicted in no time, up to so many bytes; of more of them, what stands around a
  /// text in a file is less than half a hundredth.
  private static let (mostModelledByteCount, mostModelledResult) = (1 << 17, 5 << 10)

  /// Creates a compressor of texts.
  ///
  /// - Parameters:
  ///   - long: What compresses long texts.
  ///   - short: What compresses short ones, where that is not the same.
  ///   - triesBoth: Whether short texts are compressed by both.
  ///   - other: Another one whose result is taken where it is smaller.
  ///   - quick: One that takes little time, whose result is taken where it is smaller.
  ///   - modelUse: What texts are predicted by a model, where that is smaller.
  package init(
    _ long: consuming Compressor, short: consuming Compressor? = nil, triesBoth: Bool = false,
    other: consuming Compressor? = nil, quick: consuming Compressor? = nil,
    modelUse: ModelUse = .nothing
  ) {
    self.long = long
    self.short = short
    self.triesBoth = triesBoth
    self.other = other
    self.quick = quick
    self.modelUse = modelUse
    guard modelUse != .nothing else { return }
    model = Compressor(.modelled, level: 0)
    presetModel = Compressor(.presetModelled, level: 0)
  }

  /// Compresses a text or, where that does not make it smaller, takes it as it is.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - fastByteCount: What a fast compressor made of it in bytes, where that was tried.
  ///   - limit: The least size in bytes that is of no use: what is certainly not smaller is not tried.
  /// - Returns: What is smallest of what was tried.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func compress(
    _ text: Span<UInt8>, besides fastByteCount: Int? = nil, below limit: Int = .max
  ) -> CompressedText {
    var modelled: CompressedText?
    if modelUse == .allTexts, let fastByteCount {
      let first = predict(text)
      if Double(first.bytes.count) < Self.leastShareOfOthers * Double(fastByteCount) {
        return first
      }
      modelled = first
    }
    var best = CompressedText(codec: .none, bytes: [])
    let isShort = text.count <= Self.mostShortByteCount && short != nil
    if !isShort || triesBoth {
      best.codec = long.compressIfSmaller(text, appendingTo: &best.bytes)
      let repeats = best.bytes.count <= Self.leastResult && text.count <= Self.mostByteCount
      if isShort || repeats, Self.mayBecome(limit, besides: best.bytes.count) {
        Self.improve(&best, text, &short)
      }
    } else {
      Self.improve(&best, text, &short, isFirst: true)
    }
    Self.improve(&best, text, &other)
    Self.improve(&best, text, &quick)
    if isModelled(text.count, best.bytes.count) {
      let last = modelled ?? predict(text)
      if last.bytes.count < best.bytes.count { best = last }
    }
    return best
  }

  /// Whether a text may come to less than `limit` bytes behind the dictionary, if it comes to `plainCount` without.
  private static func mayBecome(_ limit: Int, besides plainCount: Int) -> Bool {
    Double(limit) > leastOfPlain * Double(plainCount) - mostSaved
  }

  /// Compresses a text by a model, or takes it as it is.
  private mutating func predict(_ text: Span<UInt8>) -> CompressedText {
    var result = CompressedText(codec: .none, bytes: [])
    if text.count <= Self.mostPrimedByteCount {
      Self.improve(&result, text, &presetModel, isFirst: true)
    } else {
      Self.improve(&result, text, &model, isFirst: true)
    }
    return result
  }

  /// Whether a model is to predict a text of `count` bytes that otherwise comes to `compressedCount`.
  private func isModelled(_ count: Int, _ compressedCount: Int) -> Bool {
    switch modelUse {
    case .nothing: false
    case .shortTexts:
      count <= Self.mostModelledByteCount && compressedCount <= Self.mostModelledResult
    case .templates: count <= Codec.modelledTemplateByteLimit
    case .allTexts: true
    }
  }

  /// Compresses a text by another compressor, if there is one, and takes what comes out where that is
  /// smaller or the first.
  static func improve(
    _ best: inout CompressedText, _ text: Span<UInt8>, _ compressor: inout Compressor?,
    isFirst: Bool = false
  ) {
    guard var next = compressor.take() else { return }
    var attempt = CompressedText(codec: .none, bytes: [])
    attempt.codec = next.compressIfSmaller(text, appendingTo: &attempt.bytes)
    compressor = consume next
    if isFirst || attempt.bytes.count < best.bytes.count { best = attempt }
  }
}
