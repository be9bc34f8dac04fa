// SPDX-License-Identifier: Apache-2.0

/// What stands on a side of a gap (SPEC §5.1 Gaps).
enum Neighbour: Hashable {
  case edge, openBrace, closeBrace, openBracket, closeBracket, comma, colon, key, scalar

  var opens: Bool { self == .openBrace || self == .openBracket }
  var closes: Bool { self == .closeBrace || self == .closeBracket }
  /// Whether a text can end with it.
  var endsText: Bool { closes || self == .scalar }
  /// Whether a text can start with it.
  var startsText: Bool { opens || self == .scalar }
}

/// Predicts each gap from what stands around it (SPEC §5.2 Prediction).
struct GapModel {
  private struct Context: Hashable {
    var last: Neighbour
    var next: Neighbour
    var isBroken: Bool
    /// The depth, or `nil` in the context without it.
    var depth: Int?
  }

  private struct Lesson {
    var gap: Int
    var isMissed = false
  }

  private var learnt: [Context: Lesson] = [:]
  /// For each open array or object whether it is broken.
  private(set) var open: [Bool]
  /// The neighbour before the gap.
  private(set) var last: Neighbour

  private let table: GapTable

  /// Creates the model of a document, or of a block that continues one.
  init(_ table: GapTable, last: Neighbour = .edge, open: [Bool] = []) {
    self.table = table
    self.last = last
    self.open = open
  }

  /// The depth of a line that starts with a neighbour.
  func depth(of next: Neighbour) -> Int { open.count - (next.closes ? 1 : 0) }

  /// Whether the container in whose layout the gap stands is broken.
  private var isBroken: Bool {
    let around = last.opens ? open.dropLast() : open[...]
    return around.last ?? false
  }

  private func contexts(_ next: Neighbour) -> [Context] {
    let depth = min(depth(of: next), 31)
    return [
      Context(last: last, next: next, isBroken: isBroken, depth: depth),
      Context(last: last, next: next, isBroken: isBroken, depth: nil),
    ]
  }

  /// Whether a gap before a neighbour stands between two texts.
  func isBetweenTexts(_ next: Neighbour) -> Bool {
    open.isEmpty && last.endsText && next.startsText
  }

  /// The number of the gap that is expected before a neighbour.
  func predict(_ next: Neighbour) -> Int {
    for context in contexts(next) {
      if let lesson = learnt[context] { return lesson.gap }
    }
    if isBetweenTexts(next) { return table.betweenTexts }
    return printed(next)
  }

  /// What a printer puts before a neighbour.
  private func printed(_ next: Neighbour) -> Int {
    if last == .colon { return table.space }
    if last == .comma { return table.hasLines && isBroken ? 2 : table.space }
    guard table.hasLines else { return 0 }
    if last.opens { return next.closes ? 0 : 2 }
    return next.closes && isBroken ? 2 : 0
  }

  /// Learns the gap that stands before a neighbour.
  mutating func learn(_ gap: Int, hasLineEnd: Bool, _ next: Neighbour) {
    for context in contexts(next) {
      if let lesson = learnt[context], lesson.gap != gap, !lesson.isMissed {
        learnt[context]?.isMissed = true
      } else {
        learnt[context] = Lesson(gap: gap)
      }
    }
    if last.opens { open[open.count - 1] = hasLineEnd }
    if next.opens { open.append(false) }
    if next.closes { open.removeLast() }
    last = next
  }
}
