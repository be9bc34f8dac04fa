// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Values that were needed lately, up to so many bytes.
final class RecentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var byteCount: Int
    var lastUse: UInt64
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var byteCount = 0
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// Creates an empty cache.
  init(byteCount: Int) {
    limit = byteCount
  }

  /// The value of a key, which counts as a use.
  subscript(key: Key) -> Value? {
    state.withLock { state in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.value
    }
  }

  /// Keeps a value; where the limit is passed, the half that was used longest ago goes.
  ///
  /// - Complexity: O(1) on average, for entries of about one size.
  func keep(_ value: Value, for key: Key, byteCount: Int) {
    guard byteCount <= limit / 2 else { return }
    state.withLock { state in
      state.uses += 1
      state.byteCount += byteCount - (state.entries[key]?.byteCount ?? 0)
      state.entries[key] = Entry(value: value, byteCount: byteCount, lastUse: state.uses)
      guard state.byteCount > limit else { return }
      for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
        guard state.byteCount > limit / 2 else { break }
        state.byteCount -= entry.byteCount
        state.entries[key] = nil
      }
    }
  }
}
