// SPDX-License-Identifier: Apache-2.0

/// The memory of a block that nobody needs any more, for the next one.
///
/// Memory that is new from the system costs a fault for each of its pages.
struct SpareMemory: ~Copyable {
  var bytes: PaddedBytes?
  var tape: TokenTape
  var values: SlotValues

  /// No memory.
  init() {
    bytes = nil
    tape = TokenTape()
    values = SlotValues()
  }

  /// Takes a block apart.
  init(_ block: consuming ScannedBlock) {
    let rows = block.rows
    bytes = .some(rows.bytes)
    tape = rows.tape
    if let prediction = block.prediction {
      values = prediction.values
    } else {
      values = SlotValues()
    }
    tape.removeAll()
    values.removeAll()
  }
}
