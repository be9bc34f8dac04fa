// SPDX-License-Identifier: Apache-2.0

/// Points at a speed and a share, with their names where there is room.
struct ScatterChart {
  /// A point.
  struct Point {
    /// What it stands for.
    var name: String
    /// The speed, in megabytes per second.
    var speed: Double
    /// The share, 1 for all of it.
    var share: Double
    /// The class of its color.
    var style: String
  }

  private struct Box {
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// The points.
  let points: [Point]
  /// What is at the bottom.
  let unit: String

  private static let width = 720.0
  private static let height = 420.0
  private static let left = 52.0
  private static let right = 24.0
  private static let top = 14.0
  private static let bottom = 44.0

  /// The drawing.
  var drawing: SVG {
    var svg = SVG(width: Self.width, height: Self.height)
    let floor = Self.height - Self.bottom
    let x = LogScale(points.map(\.speed), from: Self.left, to: Self.width - Self.right)
    let y = LogScale(points.map(\.share), from: floor, to: Self.top)
    for mark in y.marks {
      svg.line(Self.left, y.place(mark), Self.width - Self.right, y.place(mark), style: "grid")
      let text = mark * 100 < 1 ? Figure.decimal(mark * 100, 1) : Figure.decimal(mark * 100, 0)
      svg.text("\(text) %", Self.left - 6, y.place(mark) + 4, .end, style: "quiet")
    }
    for mark in x.marks {
      svg.line(x.place(mark), Self.top, x.place(mark), floor, style: "grid")
      let text = mark < 1 ? "\(mark)" : Figure.grouped(Int(mark))
      svg.text(text, x.place(mark), floor + 18, .middle, style: "quiet")
    }
    svg.text(
      unit, (Self.left + Self.width - Self.right) / 2, Self.height - 6, .middle, style: "quiet")
    var boxes = points.map { point in
      Self.box(x.place(point.speed), y.place(point.share), width: 10, height: 10)
    }
    for point in points {
      svg.point(
        x.place(point.speed), y.place(point.share), style: "dot \(point.style)",
        hint: "\(point.name): \(Figure.percent(point.share)), \(Figure.rounded(point.speed)) MB/s")
    }
    for point in points {
      label(point, x.place(point.speed), y.place(point.share), &boxes, on: &svg)
    }
    return svg
  }

  /// Writes the name of a point where it covers nothing, or nowhere.
  private func label(
    _ point: Point, _ x: Double, _ y: Double, _ boxes: inout [Box], on svg: inout SVG
  ) {
    let width = Double(point.name.count) * 7.3
    let places: [(x: Double, y: Double)] = [
      (x + 9 + width / 2, y), (x - 9 - width / 2, y), (x, y - 12), (x, y + 12),
      (x + 7 + width / 2, y - 10), (x + 7 + width / 2, y + 10), (x - 7 - width / 2, y - 10),
      (x - 7 - width / 2, y + 10),
    ]
    for place in places {
      let box = Self.box(place.x, place.y, width: width, height: 12)
      guard box.left >= Self.left, box.right <= Self.width - 2, box.top >= 0,
        box.bottom <= Self.height - Self.bottom, !boxes.contains(where: box.overlaps)
      else { continue }
      boxes.append(box)
      svg.text(point.name, place.x, place.y + 4, .middle, style: "name \(point.style)")
      return
    }
  }

  private static func box(_ x: Double, _ y: Double, width: Double, height: Double) -> Box {
    Box(left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2)
  }
}
