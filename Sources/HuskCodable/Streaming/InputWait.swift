// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Waits until a descriptor has something to read, without a thread that waits with it.
final class InputWait: Sendable {
  private struct State: ~Copyable {
    var source: (any DispatchSourceRead)?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Waits until a read would return at once; files on disks never wait.
  ///
  /// - Throws: `CancellationError` where the task is cancelled meanwhile.
  static func wait(for file: SystemFile) async throws {
    while !file.hasInput {
      await InputWait().wait(for: file.descriptor)
      try Task.checkCancellation()
    }
  }

  private func wait(for descriptor: Int32) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { begin(descriptor, $0) }
    } onCancel: {
      cancel()
    }
  }

  private func begin(_ descriptor: Int32, _ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { state in
      guard !state.isCancelled else { return continuation.resume() }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler { [self] in cancel() }
      // Nothing of the source is left then, so that the descriptor may be closed.
      source.setCancelHandler { continuation.resume() }
      state.source = source
      source.activate()
    }
  }

  private func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.source?.cancel()
      state.source = nil
    }
  }
}
