// SPDX-License-Identifier: Apache-2.0

/// What stands between two neighbours where a regular printer has written a document
/// (SPEC §5.2 Prediction).
package struct GapPrinter: Sendable {
  /// Whether it puts each member and element on a line of its own.
  private let isIndented: Bool
  /// The gap behind a colon.
  private let space: Int

  /// Creates the printer of a document without whitespace.
  package init() {
    isIndented = false
    space = GapModel.empty
  }

  /// Creates the printer of a document whose style is known.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - lists: Whether the style lists any gap, or may do so later.
  package init(_ style: GapStyle, lists: Bool) {
    isIndented = !style.indent.isEmpty
    space = lists ? GapStyle.firstListed : GapModel.empty
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
    guard isIndented else { return GapModel.empty }
    let closes = next == .closeObject || next == .closeArray
    switch last {
    case .openObject, .openArray: return closes ? GapModel.empty : GapStyle.indented
    case .colon: return space
    case .comma: return isBroken ? GapStyle.indented : space
    default: return closes && isBroken ? GapStyle.indented : GapModel.empty
    }
  }
}
