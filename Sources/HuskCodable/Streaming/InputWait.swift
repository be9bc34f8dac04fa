// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Waits until a descriptor has something to read, without a thread of those that tasks run on.
///
/// A thread of its own does it. A dispatch source would need none; but those are kept by number, and
/// one of a descriptor that somebody else has closed keeps that of the next one of its number from
/// ever firing.
final class InputWait: Sendable {
  /// How long a cancelled wait may go on, in milliseconds.
  private static let patience: Int32 = 20

  private let isCancelled = Atomic(false)

  /// Waits until a read would return at once; files on disks never wait.
  ///
  /// - Throws: `CancellationError` where the task is cancelled meanwhile.
  static func wait(for file: SystemFile) async throws {
    guard !file.hasInput(within: 0) else { return }
    await InputWait().wait(for: file)
    try Task.checkCancellation()
  }

  private func wait(for file: SystemFile) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [self] in
          while !isCancelled.load(ordering: .relaxed), !file.hasInput(within: Self.patience) {}
          continuation.resume()
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
  }
}
