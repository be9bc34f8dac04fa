// SPDX-License-Identifier: Apache-2.0

/// Shares in per cent, by a number that grows.
struct LineChart {
  /// A line through points, of which some may be missing at its end.
  struct Line {
    /// What it stands for.
    var name: String
    /// The share at each of the numbers, 1 for all of it.
    var shares: [Double?]
    /// The class of its color.
    var style: String
  }

  /// The numbers at the bottom.
  let counts: [Int]
  /// What they count.
  let unit: String
  /// The lines.
  let lines: [Line]

  private static let width = 720.0
  private static let height = 380.0
  private static let left = 52.0
  private static let right = 138.0
  private static let top = 12.0
  private static let bottom = 44.0
  private static let lineHeight = 15.0

  /// The drawing.
  var drawing: SVG {
    var svg = SVG(width: Self.width, height: Self.height)
    let x = LogScale(
      counts.map(Double.init), from: Self.left, to: Self.width - Self.right)
    let most = max(lines.flatMap { $0.shares.compactMap { $0 } }.max() ?? 1, 0.01)
    let step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5].first { most / $0 <= 7 } ?? 10
    let highest = (most / step).rounded(.up) * step
    let floor = Self.height - Self.bottom
    func y(_ share: Double) -> Double { floor - share / highest * (floor - Self.top) }

    for index in 0...Int((highest / step).rounded()) {
      let share = Double(index) * step
      svg.line(Self.left, y(share), Self.width - Self.right, y(share), style: "grid")
      let text = Figure.decimal(share * 100, step < 0.01 ? 1 : 0)
      svg.text("\(text) %", Self.left - 6, y(share) + 4, .end, style: "quiet")
    }
    for mark in x.marks {
      svg.line(x.place(mark), floor, x.place(mark), floor + 4, style: "axis")
      svg.text(
        Figure.grouped(Int(mark)), x.place(mark), floor + 18, .middle, style: "quiet")
    }
    svg.line(Self.left, floor, Self.width - Self.right, floor, style: "axis")
    svg.text(
      unit, (Self.left + Self.width - Self.right) / 2, Self.height - 6, .middle, style: "quiet")
    draw(on: &svg, x, y)
    return svg
  }

  private func draw(on svg: inout SVG, _ x: LogScale, _ y: (Double) -> Double) {
    var labels: [(name: String, style: String, dash: String, y: Double)] = []
    var counts: [String: Int] = [:]
    for line in lines {
      // Lines of a family share a color, and differ in their dashes.
      let dash = "dash-\(counts[line.style, default: 0] % 4)"
      counts[line.style, default: 0] += 1
      let points = zip(self.counts, line.shares).compactMap { count, share in
        share.map { (x: x.place(Double(count)), y: y($0)) }
      }
      guard let last = points.last else { continue }
      svg.path(points, style: "line \(line.style) \(dash)")
      for point in points {
        svg.point(point.x, point.y, style: "dot \(line.style)", hint: line.name)
      }
      labels.append((line.name, line.style, dash, last.y))
    }
    // Names beside the ends of lines, pushed apart where they would overlap.
    labels.sort { $0.y < $1.y }
    for index in labels.indices.dropFirst() {
      labels[index].y = max(labels[index].y, labels[index - 1].y + Self.lineHeight)
    }
    let excess = (labels.last?.y ?? 0) - (Self.height - Self.bottom)
    if excess > 0 {
      for index in labels.indices.reversed() {
        let limit =
          index + 1 < labels.count
          ? labels[index + 1].y - Self.lineHeight : Self.height - Self.bottom
        labels[index].y = min(labels[index].y, limit)
      }
    }
    for label in labels {
      let start = Self.width - Self.right + 10
      svg.line(
        start, label.y, start + 26, label.y, style: "line \(label.style) \(label.dash)")
      svg.text(label.name, start + 32, label.y + 4, style: "name \(label.style)")
    }
  }
}
