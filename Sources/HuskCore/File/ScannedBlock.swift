// SPDX-License-Identifier: Apache-2.0

/// What a block is to others that may be written as one.
package enum BlockRole: Sendable {
  /// Nothing.
  case single
  /// The first of them.
  case first
  /// Another one, behind the one before.
  case follower
  /// Those of late together, as text, from the first one on: it is written in their place, or they are.
  case joint
}

/// A block on its way to its encoder.
///
/// It can be handed to another thread: it is the only owner of its memory, which nothing changes.
package struct ScannedBlock: ~Copyable, @unchecked Sendable {
  /// The rows; they have no tokens where there is a prediction.
  package var rows: RowBlock
  /// The rows split as they were predicted, or `nil` where they were not.
  package var prediction: PredictedRows?
  /// How much of the rows stood before, where that was looked at.
  var recurrence = BlockRecurrence()
  /// What it is to others.
  package var role = BlockRole.single

  /// Whether the rows were split already.
  var isPredicted: Bool {
    switch prediction {
    case .some: true
    case .none: false
    }
  }

  /// Creates a block from rows and, where they were split already, how.
  package init(rows: consuming RowBlock, prediction: consuming PredictedRows?) {
    self.rows = rows
    self.prediction = prediction
  }
}
