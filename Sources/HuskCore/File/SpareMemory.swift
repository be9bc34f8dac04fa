// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The memory of a block that nobody needs any more, for the next one.
///
/// Memory that is new from the system costs a fault for each of its pages. It can
/// be handed to another thread, as it has no other owner.
struct SpareMemory: ~Copyable, @unchecked Sendable {
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
    if let prediction = block.prediction { values = prediction.values } else { values = SlotValues() }
    tape.removeAll()
    values.removeAll()
  }
}

/// Where one block is kept that was encoded, until the next one is cut.
package final class SpareBlock: Sendable {
  private let memory = Mutex<SpareMemory?>(nil)

  /// Keeps a block, instead of any that is there.
  package func put(_ block: consuming ScannedBlock) {
    var kept: SpareMemory? = SpareMemory(block)
    memory.withLock { $0 = kept.take() }
  }

  /// Takes the memory of a block out, or none.
  func take() -> SpareMemory {
    memory.withLock { $0.take() } ?? SpareMemory()
  }
}
