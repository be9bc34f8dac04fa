// SPDX-License-Identifier: Apache-2.0

/// A block on its way to its encoder.
///
/// It can be handed to another thread: it is the only owner of its memory, which nothing changes.
package struct ScannedBlock: ~Copyable, @unchecked Sendable {
  /// The rows; they have no tokens where there is a prediction.
  package var rows: RowBlock
  /// The rows split as they were predicted, or `nil` where they were not.
  package var prediction: PredictedRows?
}
