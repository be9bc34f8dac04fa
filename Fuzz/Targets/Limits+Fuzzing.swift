// SPDX-License-Identifier: Apache-2.0

import HuskCore

extension Limits {
  /// Limits under which no input takes long or needs much memory, so that who needs more of either
  /// has forgotten a limit.
  static let fuzzing = Limits(
    depth: 64, shapes: 1000, templateEntries: 10_000, templateByteCount: 1 << 16,
    messageTemplateByteCount: 1 << 14, frameByteCount: 1 << 20, blockRowCount: 1 << 16,
    blockByteCount: 1 << 18, passphraseCost: 1, decodedByteCount: 1 << 18)
}

extension DecodeOptions {
  /// Options with the limits of targets.
  static let fuzzing = DecodeOptions(limits: .fuzzing)
}

extension EncodeOptions {
  /// Options with the limits of targets.
  static func fuzzing(
    _ layout: Layout = .auto, _ effort: Effort = Effort(level: 1)
  ) -> EncodeOptions {
    EncodeOptions(layout: layout, effort: effort, limits: .fuzzing)
  }
}

/// What a call gives, or the error that it ends with.
func outcome(
  _ body: () throws(HuskError) -> [UInt8]
) -> Result<[UInt8], HuskError> {
  do throws(HuskError) {
    return .success(try body())
  } catch { return .failure(error) }
}
