// SPDX-License-Identifier: Apache-2.0

/// A drawing in the making, for a page that brings the style.
struct SVG {
  /// Where a text stands in relation to its point.
  enum Anchor: String {
    case start, middle, end
  }

  private var elements: [String] = []
  /// The width in units, which are pixels where there is room.
  let width: Double
  /// The height in units.
  var height: Double

  /// Creates an empty drawing.
  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Draws a straight line.
  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
    elements.append(
      "<line class=\"\(style)\" x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" "
        + "x2=\"\(Self.number(x2))\" y2=\"\(Self.number(y2))\"/>")
  }

  /// Draws a line through points.
  mutating func path(_ points: [(x: Double, y: Double)], style: String) {
    let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
    elements.append(
      "<polyline class=\"\(style)\" points=\"\(places.joined(separator: " "))\"/>")
  }

  /// Draws a rectangle that says what it is when somebody points at it.
  mutating func bar(
    _ x: Double, _ y: Double, width: Double, height: Double, style: String, hint: String
  ) {
    elements.append(
      "<rect class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
        + "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" rx=\"2\">"
        + "<title>\(HTML.escaped(hint))</title></rect>")
  }

  /// Draws a point that says what it is when somebody points at it.
  mutating func point(_ x: Double, _ y: Double, style: String, hint: String) {
    elements.append(
      "<circle class=\"\(style)\" cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"4.5\">"
        + "<title>\(HTML.escaped(hint))</title></circle>")
  }

  /// Writes a text.
  mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, style: String = ""
  ) {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    elements.append(
      "<text\(style) x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
        + "text-anchor=\"\(anchor.rawValue)\">\(HTML.escaped(text))</text>")
  }

  /// The drawing as an element of a page.
  ///
  /// - Parameters:
  ///   - id: What is unique on the page.
  ///   - title: What the drawing is, for who cannot see it.
  ///   - description: What it shows.
  /// - Returns: The element.
  func element(id: String, title: String, description: String) -> String {
    """
    <svg role="img" aria-labelledby="\(id)-title \(id)-desc" \
    viewBox="0 0 \(Self.number(width)) \(Self.number(height))">
    <title id="\(id)-title">\(HTML.escaped(title))</title>
    <desc id="\(id)-desc">\(HTML.escaped(description))</desc>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private static func number(_ value: Double) -> String {
    let text = Figure.decimal(value, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
