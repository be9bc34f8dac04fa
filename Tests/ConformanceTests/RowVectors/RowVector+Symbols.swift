// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  /// A pair of which the first tells about the second.
  private static func pair(_ contexts: [RowSlot.Context], parent: Int = 1) -> RowTemplate {
    RowTemplate(
      [0, 5, 2, 0, 0],
      [
        .heads([0], [7, 1]), .scalars(["1", "2"], [2, 1, 1]),
        .scalars(["true", "false", "null"], [4, 2, 1, 1], parent: parent, contexts),
      ])
  }

  private static let told = pair([.init(1, [(0, 5), (2, 3)]), .init(2, [(1, 6)])])

  private static let run = RowTemplates.array(
    .scalars(["1", "2"], [3, 3, 1], parent: 1, [.init(0, [(1, 9)]), .init(2, [(0, 2), (1, 7)])]))

  /// Tables and contexts.
  static let symbols: [RowVector] = [
    RowVector("context", "§13.5", "A context knows the symbol.", told, "[1,null]") {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.symbol(2, at: 2)
    },
    RowVector("context_escape", "§13.5", "A context does not know the symbol.", told, "[2,true]") {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(1, at: 1)
      $0.symbol(0, at: 2)
    },
    RowVector(
      "context_missing", "§13.5", "No context has the key, which is that of the escape.", told,
      "[\"x\",false]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.form(nil, at: 1)
      $0.anyString("x")
      $0.symbol(1, at: 2)
    },
    RowVector(
      "context_of_escape", "§13.5", "A context selected by the escape, which lists the escape.",
      pair([.init(3, [(3, 4)])]), "[\"x\",\"y\"]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.form(nil, at: 1)
      $0.anyString("x")
      $0.form(nil, at: 2)
      $0.anyString("y")
    },
    RowVector(
      "context_without_symbols", "§13.5 §13.3", "A context with one outcome, which is no choice.",
      pair([.init(1, [], escape: 7)]), "[1,null]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.symbol(2, at: 2)
    },
    RowVector(
      "context_of_head", "§13.5", "The parent is a slot with heads.",
      pair([.init(1, [(1, 3)])], parent: 0), "[1,false]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.symbol(1, at: 2)
    },
    RowVector(
      "context_of_own_slot", "§13.5",
      "A slot is its own parent, and nothing came before the first.",
      run, "[2,2]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(1, at: 1)
      $0.symbol(1, at: 1)
    },
    RowVector(
      "context_not_used", "§13.5", "A symbol of a context, written as what is not in it.", told,
      "[1,true]", canonical: false
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.choose(2, of: [5, 3, 1], "not in the context")
      $0.choose(0, of: [4, 2, 1, 1], "slot 2")
    },
  ]
}
