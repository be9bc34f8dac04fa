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

  /// How long nothing is shown.
  private static let patience = Duration.seconds(1)
  /// How long a line stays as it is, at least.
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 16

  private let name: String
  private let byteCount: Int?
  private let io: any ToolIO
  private let isEnabled: Bool
  /// When the line may be written next.
  private var dueTime: Duration
  /// The width of the line on the screen.
  private var shownWidth = 0

  /// Creates a bar that is not shown yet.
  ///
  /// - Parameters:
  ///   - name: What messages call the input.
  ///   - byteCount: The size of the input, where it is known.
  ///   - mode: When there is a bar.
  ///   - io: The standard streams and the clock.
  package init(_ name: String, byteCount: Int?, _ mode: Mode, io: any ToolIO) {
    self.name = Self.cut(Printable.text(name), to: 20)
    self.byteCount = byteCount
    self.io = io
    dueTime = io.now
    switch mode {
    case .automatic:
      isEnabled = io.errorIsTerminal
      dueTime += Self.patience
    case .always: isEnabled = true
    case .never: isEnabled = false
    }
  }

  /// Shows how far the command has got, unless it was shown a moment ago.
  ///
  /// - Parameters:
  ///   - readCount: The number of bytes that were read.
  ///   - progress: What was made of them.
  package mutating func update(_ readCount: Int, _ progress: StreamProgress) {
    guard isEnabled else { return }
    let now = io.now
    guard now >= dueTime else { return }
    dueTime = now + Self.interval
    let line = line(readCount, progress)
    let width = line.columnCount
    io.log("\r\(line)\(String(repeating: " ", count: max(shownWidth - width, 0)))")
    shownWidth = max(width, shownWidth)
  }

  /// Takes the line off the screen.
  package mutating func erase() {
    guard shownWidth > 0 else { return }
    io.log("\r\(String(repeating: " ", count: shownWidth))\r")
    shownWidth = 0
  }

  private func line(_ readCount: Int, _ progress: StreamProgress) -> String {
    var line = name
    if let byteCount, byteCount > 0 {
      // A file that grows meanwhile has no more than all of it.
      let share = min(readCount * 100 / byteCount, 100)
      let filled = share * Self.barWidth / 100
      let bar = String(repeating: "=", count: filled) + (filled < Self.barWidth ? ">" : "")
      let space = String(repeating: " ", count: Self.barWidth - bar.count)
      let padding = String(repeating: " ", count: 3 - String(share).count)
      line += " [\(bar)\(space)] \(padding)\(share) %"
    }
    line += "  \(Prose.bytes(readCount)) -> \(Prose.bytes(progress.outputByteCount))"
    let ratio = Transformation.percentage(
      progress.outputByteCount, of: progress.inputByteCount)
    return Self.cut(ratio.map { "\(line) (\($0))" } ?? line, to: Prose.lineWidth - 1)
  }

  private static func cut(_ text: String, to width: Int) -> String {
    text.columnCount <= width ? text : String(text.prefix(width - 1)) + "…"
  }
}
