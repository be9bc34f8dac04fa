// SPDX-License-Identifier: Apache-2.0

import HuskCodable
import Synchronization

/// A record of streams.
struct StreamedRecord: Codable, Equatable, Sendable {
  var id: Int
  var name: String?
  var tags: [String]?

  init(_ id: Int) {
    self.id = id
    name = "record \(id % 17)"
    tags = id % 3 == 0 ? nil : ["a", "b\(id % 5)"]
  }

  init(id: Int, name: String? = nil) {
    self.id = id
    self.name = name
  }

  /// Records in a file of many blocks, and where the blocks end.
  static func file(
    _ count: Int, as form: HuskWriter<Self>.Form = .array, blockByteCount: Int = 400,
    encoder: HuskEncoder = HuskEncoder()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = HuskWriter<Self>(as: form, encoder: encoder, blockByteCount: blockByteCount) {
      bytes += $0
    }
    try writer.write(contentsOf: (0..<count).map(Self.init))
    try writer.finish()
    return bytes
  }
}

/// An asynchronous sequence of pieces that counts how many were taken.
final class CountedPieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  private let bytes: [UInt8]
  private let byteCount: Int
  private let error: (any Error)?
  /// How many bytes were taken.
  let taken = Atomic(0)

  init(_ bytes: [UInt8], of byteCount: Int, error: (any Error)? = nil) {
    self.bytes = bytes
    self.byteCount = byteCount
    self.error = error
  }

  func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

  struct Iterator: AsyncIteratorProtocol {
    let pieces: CountedPieces
    var offset = 0

    mutating func next() async throws -> [UInt8]? {
      guard offset < pieces.bytes.count else {
        if let error = pieces.error { throw error }
        return nil
      }
      let piece = Array(pieces.bytes[offset...].prefix(pieces.byteCount))
      offset += piece.count
      pieces.taken.store(offset, ordering: .sequentiallyConsistent)
      return piece
    }
  }
}
