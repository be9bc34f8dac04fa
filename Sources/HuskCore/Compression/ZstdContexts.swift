// SPDX-License-Identifier: Apache-2.0

internal import CZstd

/// How a context of libzstd compresses.
struct ZstdSetup: Equatable {
  /// From -5 to 22.
  var level: Int
  /// The binary logarithm of the window, in which long matches are looked for then; `nil` leaves it to the level.
  var windowLog: Int?
  /// Whether the preset dictionary stands before what is compressed.
  var isPreset = false
  /// Whether level 3 is the same for all sizes of text.
  var isEven = false

  /// A new context.
  @unsafe fileprivate func makeContext() -> OpaquePointer {
    guard let context = unsafe ZSTD_createCCtx() else { fatalError("zstd is out of memory") }
    unsafe set(ZSTD_c_compressionLevel, level, of: context)
    unsafe set(ZSTD_c_contentSizeFlag, 0, of: context)
    unsafe set(ZSTD_c_checksumFlag, 0, of: context)
    unsafe set(ZSTD_c_dictIDFlag, 0, of: context)
    if let windowLog {
      unsafe set(ZSTD_c_windowLog, min(max(windowLog, 10), 27), of: context)
      unsafe set(ZSTD_c_enableLongDistanceMatching, 1, of: context)
    }
    if isPreset {
      let dictionary = PresetDictionary.bytes
      let status = unsafe ZSTD_CCtx_loadDictionary(context, dictionary, dictionary.count)
      precondition(ZSTD_isError(status) == 0, "zstd refuses a dictionary")
    }
    return unsafe context
  }

  /// Of this many bytes level 3 of libzstd looks for matches of four bytes, with a smaller table, where it looks for
  /// five of fewer and of more: words take 2 to 3 % more for it.
  private static let oddByteCounts = (128 << 10) + 1...256 << 10
  /// What it takes for more bytes.
  private static let (usualMinMatch, usualHashLog) = (5, 17)

  /// Makes a context ready to compress so many bytes.
  @unsafe func prepare(_ context: OpaquePointer, for byteCount: Int) {
    guard isEven, level == 3 else { return }
    let isOdd = Self.oddByteCounts ~= byteCount
    // Zero leaves it to the level.
    unsafe set(ZSTD_c_minMatch, isOdd ? Self.usualMinMatch : 0, of: context)
    unsafe set(ZSTD_c_hashLog, isOdd ? Self.usualHashLog : 0, of: context)
  }

  @unsafe private func set(_ parameter: ZSTD_cParameter, _ value: Int, of context: OpaquePointer) {
    let status = unsafe ZSTD_CCtx_setParameter(context, parameter, Int32(value))
    precondition(ZSTD_isError(status) == 0, "zstd refuses a parameter")
  }
}

/// Contexts of libzstd that nobody uses, until somebody needs one again.
///
/// To make one takes as long as to compress a kilobyte or more, as libzstd asks the processor what it can do, which
/// a virtual machine has to answer; and each reads the dictionary anew. Whoever encodes one short document after
/// the other, each by itself, would spend most of the time on that. What a context was used for before makes no
/// difference to what it writes.
enum ZstdContexts {
  /// How much may wait, in bytes and in contexts.
  private static let (mostBytes, mostContexts) = (8 << 20, 32)
  /// Larger ones are of long texts, beside which making one takes no time.
  private static let mostBytesOfOne = 1 << 20

  /// A context that waits, which belongs to nobody else.
  @safe private struct Waiting: @unchecked Sendable {
    /// `nil` for one that decompresses.
    let setup: ZstdSetup?
    let context: OpaquePointer
    let byteCount: Int

    func free() {
      if setup == nil { unsafe ZSTD_freeDCtx(context) } else { unsafe ZSTD_freeCCtx(context) }
    }
  }

  private struct Pool {
    /// The one that has waited longest is first.
    var contexts: [Waiting] = []
    var byteCount = 0

    /// Takes out the context that was used last of those with a setup.
    mutating func take(_ setup: ZstdSetup?) -> Waiting? {
      guard let index = contexts.lastIndex(where: { $0.setup == setup }) else { return nil }
      byteCount -= contexts[index].byteCount
      return contexts.remove(at: index)
    }

    /// Puts a context in, and returns those for which there is no room.
    mutating func put(_ waiting: Waiting) -> [Waiting] {
      guard waiting.byteCount <= mostBytesOfOne else { return [waiting] }
      contexts.append(waiting)
      byteCount += waiting.byteCount
      var others: [Waiting] = []
      while contexts.count > mostContexts || byteCount > mostBytes {
        others.append(contexts.removeFirst())
        byteCount -= others[others.count - 1].byteCount
      }
      return others
    }
  }

  private static let pool = Guarded(Pool())

  private static func take(_ setup: ZstdSetup?) -> Waiting? {
    pool.withLockIfAvailable { $0.take(setup) } ?? nil
  }

  private static func put(_ waiting: Waiting) {
    for other in pool.withLockIfAvailable({ $0.put(waiting) }) ?? [waiting] { other.free() }
  }

  /// A context that compresses.
  @unsafe static func compressor(_ setup: ZstdSetup) -> OpaquePointer {
    if let waiting = take(setup) { return unsafe waiting.context }
    return unsafe setup.makeContext()
  }

  /// A context that decompresses.
  @unsafe static func decompressor() -> OpaquePointer {
    if let waiting = take(nil) { return unsafe waiting.context }
    guard let context = unsafe ZSTD_createDCtx() else { fatalError("zstd is out of memory") }
    return unsafe context
  }

  /// Takes back a context that ``compressor(_:)`` gave.
  @unsafe static func putBack(_ context: OpaquePointer, _ setup: ZstdSetup) {
    let byteCount = unsafe ZSTD_sizeof_CCtx(context)
    unsafe put(Waiting(setup: setup, context: context, byteCount: byteCount))
  }

  /// Takes back a context that ``decompressor()`` gave.
  @unsafe static func putBack(_ context: OpaquePointer) {
    let byteCount = unsafe ZSTD_sizeof_DCtx(context)
    unsafe put(Waiting(setup: nil, context: context, byteCount: byteCount))
  }
}
