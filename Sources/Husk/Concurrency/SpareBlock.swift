// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
import Synchronization

/// Where one block that was encoded waits, on whatever thread, until its memory is used again.
final class SpareBlock: Sendable {
  private let block = Mutex<ScannedBlock?>(nil)

  /// Keeps a block, instead of any that is there.
  func put(_ block: consuming ScannedBlock) {
    var kept: ScannedBlock? = block
    self.block.withLock { $0 = kept.take() }
  }

  /// Takes the block out, where there is one.
  func take() -> ScannedBlock? {
    block.withLock { $0.take() }
  }
}
