// SPDX-License-Identifier: Apache-2.0

/// Where encoded bytes come from, some at a time, and only when they are asked for.
protocol ChunkSource {
  /// The next bytes, or `nil` where there are no more.
  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]?
  /// The file that they are all of, where it can be read in any order.
  var randomAccess: SystemFile? { get }
}

extension ChunkSource {
  var randomAccess: SystemFile? { nil }
}

/// Bytes that are in memory.
struct ArrayChunks: ChunkSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    let chunk = Array(rest.prefix(1 << 18))
    rest.removeFirst(chunk.count)
    return chunk.isEmpty ? nil : chunk
  }
}

/// The bytes of a file, a pipe or a socket.
struct FileChunks: ChunkSource {
  let file: SystemFile

  var randomAccess: SystemFile? { file.isRegular ? file : nil }

  func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    try await InputWait.wait(for: file)
    return try read()
  }

  private func read() throws(HuskFileError) -> [UInt8]? {
    let chunk = try file.read(atMost: 1 << 18)
    return chunk.isEmpty ? nil : chunk
  }
}

/// The bytes of a sequence that gives them one by one.
struct ByteChunks<Base: AsyncSequence>: ChunkSource where Base.Element == UInt8 {
  /// So many are handed on at once, so that they do not wait long for others.
  private static var byteCount: Int { 1 << 14 }

  private var bytes: Base.AsyncIterator

  init(_ base: Base) { bytes = base.makeAsyncIterator() }

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    var chunk: [UInt8] = []
    while chunk.count < Self.byteCount, let byte = try await bytes.next(isolation: actor) {
      chunk.append(byte)
    }
    return chunk.isEmpty ? nil : chunk
  }
}

/// The bytes of a sequence that gives some at a time.
struct SequenceChunks<Base: AsyncSequence>: ChunkSource where Base.Element: Sequence<UInt8> {
  private var chunks: Base.AsyncIterator

  init(_ base: Base) { chunks = base.makeAsyncIterator() }

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
    guard let chunk = try await chunks.next(isolation: actor) else { return nil }
    return Array(chunk)
  }
}
