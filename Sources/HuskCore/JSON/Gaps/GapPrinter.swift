// SPDX-License-Identifier: Apache-2.0

/// What stands between two neighbours where a regular printer has written a document
/// (SPEC §5.2 Prediction).
package struct GapPrinter: Sendable {
  /// Whether it puts a line end before each member and element.
  private let hasLines: Bool
  /// The gap behind a colon, and a comma that ends no line.
  private let space: Int
  /// The gap between two texts.
  let betweenTexts: Int

  /// Creates the printer of a document without whitespace.
  package init() {
    hasLines = false
    space = GapModel.empty
    betweenTexts = GapModel.lineFeed
  }

  /// Creates the printer of a document whose style is known.
  ///
  /// - Parameter style: The style, with the first of the gaps that it lists, if any.
  package init(_ style: GapStyle) {
    hasLines = style.hasLines
    space = style.space
    betweenTexts = style.betweenTexts
  }

  /// The gap between two neighbours that are not two texts.
  ///
  /// - Parameters:
  ///   - last: The neighbour before the gap.
  ///   - next: The neighbour behind it.
  ///   - isBroken: Whether the container around the gap is broken.
  /// - Returns: The number of the gap.
  @inline(__always) func gap(
    between last: GapNeighbor, and next: GapNeighbor, isBroken: Bool
  ) -> Int {
    let closes = next == .closeObject || next == .closeArray
    switch last {
    case .openObject, .openArray: return hasLines && !closes ? GapStyle.indented : GapModel.empty
    case .colon: return space
    case .comma: return hasLines && isBroken ? GapStyle.indented : space
    default: return hasLines && closes && isBroken ? GapStyle.indented : GapModel.empty
    }
  }
}
