// SPDX-License-Identifier: Apache-2.0

/// Bars below one another, each with its name and its number.
struct BarChart {
  /// A bar.
  struct Bar {
    /// What it stands for.
    var name: String
    /// How long it is.
    var value: Double
    /// The number beside it.
    var label: String
    /// The class of its color.
    var style: String
  }

  /// The bars, from top to bottom.
  let bars: [Bar]

  private static let width = 720.0
  private static let rowHeight = 22.0
  private static let labelWidth = 130.0
  /// The most characters of a name that the room beside a bar has space for.
  private static let mostCharacters = 30

  /// The drawing.
  var drawing: SVG {
    let longest = bars.map { min($0.name.count, Self.mostCharacters) }.max() ?? 0
    let left = Double(longest) * 7.3 + 14
    let room = Self.width - left - Self.labelWidth
    let most = max(bars.map(\.value).max() ?? 1, 1e-9)
    var svg = SVG(width: Self.width, height: Double(bars.count) * Self.rowHeight + 8)
    for (index, bar) in bars.enumerated() {
      let y = Double(index) * Self.rowHeight + 4
      let length = max(bar.value / most * room, 1)
      let name =
        bar.name.count > Self.mostCharacters
        ? "…" + bar.name.suffix(Self.mostCharacters - 1) : bar.name
      svg.text(name, left - 8, y + 15, .end)
      svg.bar(
        left, y + 2, width: length, height: Self.rowHeight - 5, style: bar.style,
        hint: "\(bar.name): \(bar.label)")
      svg.text(bar.label, left + length + 6, y + 15, style: "quiet")
    }
    return svg
  }
}
