// SPDX-License-Identifier: Apache-2.0

/// What a block is to others that may be written as one.
package enum BlockRole: Equatable, Sendable {
  /// Nothing.
  case single
  /// The first of them.
  case first
  /// Another one, behind the one before.
  case follower
  /// The blocks held back, as one: it is written in their place where it is smaller. Where they have only parts
  /// in common, it holds no text, and is made of the encoded members.
  case joint(BlockLikeness)

  /// Whether it is several blocks together.
  package var isJoint: Bool { if case .joint = self { true } else { false } }
  /// Whether it is several blocks together that are to be encoded by themselves before.
  package var needsMembers: Bool { if case .joint(.parts) = self { true } else { false } }
}

/// What blocks have in common that may be written as one.
package enum BlockLikeness: Sendable {
  /// Rows, which may be copied.
  case rows
  /// Parts of rows, which text may repeat.
  case parts
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
  /// How much of it stands in blocks before it that may be written with it as one, if only in parts of rows.
  package var recurringPartShare = 0.0
  /// How many blocks are together in it.
  package var memberCount = 1
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
