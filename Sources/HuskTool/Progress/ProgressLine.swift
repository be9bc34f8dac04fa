// SPDX-License-Identifier: Apache-2.0

/// A line on standard error that is replaced now and then, and is gone in the end.
///
/// Whoever waits less than a second, or looks somewhere else, does not see it.
package struct ProgressLine {
  /// How long nothing is shown.
  private static let patience = Duration.seconds(1)
  /// How long a line stays as it is, at least.
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 16

  private let io: any ToolIO
  private let isEnabled: Bool
  /// When the line may be written next.
  private var dueTime: Duration
  /// The width of the line on the screen.
  private var shownWidth = 0

  /// Creates a line that is not shown yet.
  package init(_ mode: ProgressBar.Mode, io: any ToolIO) {
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

  /// Shows another line, unless there was another a moment ago.
  package mutating func show(_ makeLine: () -> String) {
    guard isEnabled else { return }
    let now = io.now
    guard now >= dueTime else { return }
    dueTime = now + Self.interval
    let line = Self.cut(makeLine(), to: Prose.lineWidth - 1)
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

  /// A bar and a share in per cent, such as `[====>           ]  32 %`.
  package static func bar(_ share: Int) -> String {
    let filled = share * barWidth / 100
    let bar = String(repeating: "=", count: filled) + (filled < barWidth ? ">" : "")
    let space = String(repeating: " ", count: barWidth - bar.count)
    let padding = String(repeating: " ", count: 3 - String(share).count)
    return "[\(bar)\(space)] \(padding)\(share) %"
  }

  /// Text that is no wider than so many columns.
  package static func cut(_ text: String, to width: Int) -> String {
    text.columnCount <= width ? text : String(text.prefix(width - 1)) + "…"
  }
}
