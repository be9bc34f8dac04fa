// SPDX-License-Identifier: Apache-2.0

/// How much time an encoder spends to make its output smaller.
public struct Effort: Sendable, Equatable {
  /// 1 to 9, 10 for ``max``, or 11 for ``archive``.
  public let level: Int

  /// The effort of a level from 1, the fastest, to 9, the smallest output.
  public init(level: Int) {
    self.level = Swift.min(Swift.max(level, 1), 9)
  }

  private init(beyond level: Int) {
    self.level = level
  }

  /// What is used where nothing is said.
  public static let `default` = Effort(level: 3)
  /// Spares nothing sensible.
  public static let max = Effort(beyond: 10)
  /// The smallest output, by a model of each field that decoding has to follow: a megabyte takes about
  /// half a second, either way (SPEC §16 Modelled blocks).
  public static let archive = Effort(beyond: 11)

  /// How many bytes of text a block has before it is cut.
  package var blockByteCount: Int {
    switch level {
    case ...6: 8 << 20
    case ...9: 16 << 20
    case 10: 64 << 20
    default: 16 << 20
    }
  }

  /// The level of the zstd stage.
  package var zstdLevel: Int {
    switch level {
    case 1: 1
    case 2: 2
    case 3: 3
    case 4: 6
    case 5: 9
    case 6: 12
    case 7: 15
    case 8: 16
    case 9: 18
    default: 22
    }
  }

  /// The level of the zstd stage of bytes of numbers that hardly repeat; where time is less dear it is tried on all that
  /// is compressed, too.
  ///
  /// What finds more matches takes longer and often makes them no smaller. In numbers, and in text of few letters, short
  /// matches even hold more than what they stand for.
  package var quickLevel: Int { level <= 6 ? 1 : 6 }

  /// The level of the zstd stage of text that is nearly all digits.
  ///
  /// A short match takes more bits there than what it stands for, and this level looks for longer ones.
  package var digitsLevel: Int { level == 3 ? 2 : zstdLevel }

  /// The level of the zstd stage of a block that is stored as text.
  ///
  /// At level 9 one must be there that compares with the best of zstd itself.
  package var storedLevel: Int { level == 9 ? 19 : zstdLevel }

  /// The level of zstd that is tried besides on a block whose columns are not worth their time; `nil` where it is
  /// not.
  ///
  /// It often finds much more than those below, and columns take several times as long.
  var insteadLevel: Int? { level < 3 ? 3 : nil }

  /// Whether what compresses stored text may forget what stands far away before it comes again, as zstd 1 does.
  var forgetsFarText: Bool { level == 1 }

  /// The level of the zstd stage of short texts: with them, higher levels take little time.
  ///
  /// Behind the dictionary, 9 and 12 make most texts no smaller than 8 and 10 do, and 15 makes them as small as 19.
  package var shortTextLevel: Int {
    switch level {
    case 1, 2: 4
    case 3: 5
    case 4: 8
    case 5: 14
    case 6: 15
    case 7...9: 19
    default: 22
    }
  }

  /// Whether text is stored where columns would save little, since it is decoded several times faster.
  package var prefersStoredText: Bool { level <= 3 }

  /// Whether it is worth a look if strings are composed of words: it takes a twelfth of the time of all else,
  /// and few files have enough of them.
  package var composesStrings: Bool { level > 1 }

  /// Up to how many bytes of a compressed text those of the file itself count, so that brotli is tried too, which comes
  /// to some hundredths less than zstd, and the quality of it; `nil` where it is not.
  ///
  /// It takes a part of the time that columns do there.
  var fewBytes: (most: Int, quality: Int)? {
    switch level {
    case 4...6: (1 << 10, 9)
    case 7, 8: (1 << 12, 10)
    // The zstd -19 that it must compare with has a dozen bytes fewer around a text.
    case 9: (1 << 12, 11)
    default: nil
    }
  }

  /// Whether blocks may be written as one that have no more in common than parts of their texts.
  var joinsLikeText: Bool { usesTrials && !usesModels }

  /// Whether encodings are chosen by compressing candidates, rather than by estimates.
  package var usesTrials: Bool { level >= 4 }

  /// How many values of an integer column are compressed to try its encodings.
  package var trialCount: Int { level < 7 ? 1 << 12 : level < 10 ? 1 << 14 : 1 << 20 }

  /// How many are compressed in turn to try those that were close before.
  ///
  /// Of the longest columns even the most are not all: plans for all of them would take as much memory as they
  /// do.
  var trialCounts: [Int] {
    level < 7 ? [trialCount] : [trialCount, level < 10 ? 1 << 20 : 1 << 22]
  }

  /// How many strategies of those that look best are compressed in earnest.
  package var strategyCount: Int { isSparing ? 1 : 2 }

  /// Whether a strategy of estimates that looks best is compressed beside the one that looks second, as to
  /// compress takes less time than to choose.
  var comparesEstimates: Bool { usesTrials && level < 7 }

  /// Whether there are things that would make the output smaller and are not tried.
  package var isSparing: Bool { level < 10 }

  /// What texts that are not split are predicted by a model.
  ///
  /// Where nothing else is spared, those are short for which a model takes no longer than it takes to start
  /// a program: there, a file is larger than its compressed text by a good part.
  var modelUse: TextCompressor.ModelUse {
    usesModels ? .allTexts : isSparing ? .nothing : .shortTexts
  }

  /// Whether values are predicted by a model.
  package var usesModels: Bool { self == .archive }
}
