// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskTestKit

/// What became of a file that the tool was to write while something went wrong.
struct OutputTally {
  /// How many times it was tried.
  var count = 0
  /// How often the tool failed, and said why or was ended by a signal.
  var failed = 0
  /// How often it came to its end, and the whole file was there.
  var complete = 0
  /// How often there was something else under the name.
  var partial = 0
  /// How many temporary files were left behind.
  var leftBehind = 0

  /// The titles of the columns that ``cells`` are for.
  static let columns = [
    "tried", "failed", "complete", "a part under the name", "temporary files left",
  ]

  /// A cell for each column.
  var cells: [String] {
    [count, failed, complete, partial, leftBehind].map(\.grouped)
  }

  /// Looks at what was left.
  ///
  /// - Parameters:
  ///   - ending: How the tool ended.
  ///   - errors: What it said.
  ///   - found: What stands under the name, if anything.
  ///   - before: What stood there before, if anything.
  ///   - whole: What it was to write.
  ///   - temporary: How many temporary files were left.
  mutating func judge(
    _ ending: Child.Ending, _ errors: String, found: [UInt8]?, before: [UInt8]?,
    whole: [UInt8], temporary: Int
  ) {
    count += 1
    leftBehind += temporary
    switch ending {
    case .exited(0) where found == whole: complete += 1
    // A signal can come after the file has its name and before the process has ended.
    case .signalled where found == whole: complete += 1
    case .exited(1) where found == before && !errors.isEmpty: failed += 1
    case .signalled where found == before: failed += 1
    default: partial += 1
    }
  }
}
