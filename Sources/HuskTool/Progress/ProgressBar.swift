// SPDX-License-Identifier: Apache-2.0

package import Husk

/// One line on standard error that shows how far a command has got, and is gone when it is done.
///
///     log.ndjson [====>           ]  32 %  1.2 GB -> 87.3 MB (7.3 %)
///
/// Whoever waits less than a second, or looks somewhere else, does not see it.
package struct ProgressBar {
  /// When there is a bar.
  package enum Mode: Sendable {
    /// Where a person sees standard error, after a second.
    case automatic
    /// From the start, wherever standard error goes.
    case always
    /// Never.
    case never
  }

  private let name: String
  private let byteCount: Int?
  private var line: ProgressLine

  /// Creates a bar that is not shown yet.
  ///
  /// - Parameters:
  ///   - name: What messages call the input.
  ///   - byteCount: The size of the input, where it is known.
  ///   - mode: When there is a bar.
  ///   - io: The standard streams and the clock.
  package init(_ name: String, byteCount: Int?, _ mode: Mode, io: any ToolIO) {
    self.name = ProgressLine.cut(Printable.text(name), to: 20)
    self.byteCount = byteCount
    line = ProgressLine(mode, io: io)
  }

  /// Shows how far the command has got, unless it was shown a moment ago.
  ///
  /// - Parameters:
  ///   - readCount: The number of bytes that were read.
  ///   - progress: What was made of them.
  package mutating func update(_ readCount: Int, _ progress: StreamProgress) {
    line.show { [self] in text(readCount, progress) }
  }

  /// Takes the line off the screen.
  package mutating func erase() {
    line.erase()
  }

  private func text(_ readCount: Int, _ progress: StreamProgress) -> String {
    var text = name
    if let byteCount, byteCount > 0 {
      // A file that grows meanwhile has no more than all of it.
      let share = min(readCount * 100 / byteCount, 100)
      text += " \(ProgressLine.bar(share))"
    }
    text += "  \(Prose.bytes(readCount)) -> \(Prose.bytes(progress.outputByteCount))"
    let ratio = Transformation.percentage(
      progress.outputByteCount, of: progress.inputByteCount)
    return ratio.map { "\(text) (\($0))" } ?? text
  }
}
