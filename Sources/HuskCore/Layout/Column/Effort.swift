// SPDX-License-Identifier: Apache-2.0

/// How much time an encoder spends to make its output smaller.
public struct Effort: Sendable, Equatable {
  /// 1 to 9, or 10 for ``max``.
  public let level: Int

  /// The effort of a level from 1, the fastest, to 9, the smallest output.
  public init(level: Int) {
    self.level = Swift.min(Swift.max(level, 1), 9)
  }

  private init(maximum: Void) {
    level = 10
  }

  /// What is used where nothing is said.
  public static let `default` = Effort(level: 3)
  /// Spares nothing sensible.
  public static let max = Effort(maximum: ())

  /// How many bytes of text a block has before it is cut.
  package var blockByteCount: Int {
    switch level {
    case ...3: 4 << 20
    case ...6: 8 << 20
    case ...9: 16 << 20
    default: 64 << 20
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

  /// The level of the zstd stage of a block that is stored as text.
  ///
  /// At the highest levels one must be there that compares with the best of zstd itself.
  package var storedLevel: Int { level == 9 ? 19 : zstdLevel }

  /// Whether encodings are chosen by compressing candidates, rather than by estimates.
  package var usesTrials: Bool { level >= 4 }

  /// How many values of an integer column are compressed to try an encoding.
  package var trialCount: Int { level < 7 ? 4096 : 1 << 20 }

  /// How many strategies of those that look best are compressed in earnest.
  package var strategyCount: Int { self == .max ? 2 : 1 }
}
