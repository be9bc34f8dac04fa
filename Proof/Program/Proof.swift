// SPDX-License-Identifier: Apache-2.0

/// A family of faults, and what is promised where one of them happens.
enum Proof: String, CaseIterable {
  /// Files that are cut, and files in which a bit is flipped.
  case damage
  /// Counts and lengths that announce more than there is.
  case counts
  /// Small files that would become large ones.
  case bombs
  /// Damaged files that are to be decoded to a file.
  case outputs
  /// Disks without space, and places that nothing can be written to.
  case disk
  /// Readers that go away.
  case pipe
  /// Signals at any moment.
  case signals
  /// Processes that write to one store.
  case store

  /// Tries the faults.
  ///
  /// - Parameter settings: How many of them.
  /// - Returns: What came of it.
  /// - Throws: Whatever keeps the proof itself from working.
  func run(_ settings: Settings) async throws -> Report {
    switch self {
    case .damage: try DamageProof(settings).run()
    case .counts: try CountProof(settings).run()
    case .bombs: BombProof().run()
    case .outputs: try await OutputProof(settings).run()
    case .disk: try await DiskProof(settings).run()
    case .pipe: try await PipeProof(settings).run()
    case .signals: try await SignalProof(settings).run()
    case .store: try await StoreProof(settings).run()
    }
  }
}

/// What the command line asks for.
struct Settings {
  /// Of how many cases one is tried.
  var share = 1
  /// What a decoder may allocate beyond four times its input.
  var memory = 64 << 20

  /// So many, as far as the share goes, and at least a few.
  func count(_ all: Int) -> Int { max(all / share, min(all, 4)) }
}
