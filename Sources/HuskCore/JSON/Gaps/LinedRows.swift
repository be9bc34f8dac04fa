// SPDX-License-Identifier: Apache-2.0

/// Rows of an array that stand on lines of their own, in each of which nothing stands between tokens, or
/// a space behind each colon and comma (SPEC §5.2 Prediction).
package struct LinedRows {
  /// What the numbers of gaps mean.
  let style: GapStyle
  /// How the block stands in its document.
  let frame: BlockFrame
  /// The number of the gap behind the bracket that opens the array.
  let first: Int
  /// The number of the gap behind each comma between rows.
  let between: Int
  /// The bracket that opens each row.
  let opening: GapNeighbor
  /// How rows go on behind their opening bracket and those inside.
  let inside: [Inside]
  /// The space inside rows, or `nil` where there is none.
  package let line: PrintedLines?

  /// What stands behind a bracket that opens, and whether the container around is broken.
  struct Inside {
    let opening: GapNeighbor
    let next: GapNeighbor
    let isBroken: Bool
  }

  /// The bytes behind the bracket that opens the array.
  package var lead: [UInt8] { bytes(first) }

  /// What stands between two rows.
  package var separator: [UInt8] { [ASCII.comma] + bytes(between) }

  /// What is expected before the bracket that closes the array.
  package var closing: [UInt8] {
    isBroken && style.hasLines ? bytes(GapStyle.indented, depth: 0) : []
  }

  private func bytes(_ gap: Int, depth: Int = 1) -> [UInt8] {
    var bytes: [UInt8] = []
    style.append(gap, depth: depth, to: &bytes)
    return bytes
  }

  /// Whether the array is broken.
  private var isBroken: Bool { !frame.continues && style.breaksLine(first) }

  /// Whether all gaps that follow are predicted to be those of such rows, where a model has learnt those of
  /// the first of them.
  ///
  /// A gap of such rows is told by its neighbours and by whether it stands in the array, so whatever was
  /// learnt from some of them is right for all. What was not learnt is expected to stand on one line, but
  /// for what follows a bracket that opens, where lines are expected.
  ///
  /// - Complexity: O(1).
  func areExpected(by model: borrowing GapModel) -> Bool {
    !style.hasLines
      || inside.allSatisfy { place in
        model.hasLearnt(between: place.opening, and: place.next, isBroken: place.isBroken)
      }
  }
}
