// SPDX-License-Identifier: Apache-2.0

/// Memory for text that is being decoded, with some room behind it.
@safe package struct OutputPlace {
  let start: UnsafeMutableRawPointer
  /// The most bytes that may be written in the end.
  package let byteLimit: Int
  /// Whether ``byteLimit`` is the whole size that is announced, and not that of a first, smaller try.
  let isWhole: Bool

  /// The error of a place that is full.
  package var tooLong: HuskError {
    isWhole
      ? HuskError(.limitExceeded, "a block has more than the bytes that it announces")
      : .lackOfRoom
  }

  /// The first bytes, which must have been written.
  package func view(_ count: Int) -> ByteView {
    unsafe ByteView(start, count: count)
  }

  /// The first bytes as a source, which must have been written; of what follows, as many as
  /// ``PaddedBytes/padding`` become zeros, for which there must be room.
  package func source(_ count: Int) -> ByteSource {
    unsafe (start + count).initializeMemory(
      as: UInt8.self, repeating: 0, count: PaddedBytes.padding)
    return unsafe ByteSource(padded: view(count))
  }

  /// The place behind the first `count` bytes.
  package func dropping(_ count: Int) -> OutputPlace {
    unsafe OutputPlace(
      start: start + count, byteLimit: byteLimit - count, isWhole: isWhole)
  }

  /// Writes bytes at the start; returns whether there is room for them.
  package func write(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= byteLimit else { return false }
    unsafe bytes.withUnsafeBytes {
      if let source = $0.baseAddress { unsafe start.copyMemory(from: source, byteCount: $0.count) }
    }
    return true
  }

  /// Writes bytes at an offset, which must not overlap; returns whether there is room for them.
  package func write(_ bytes: ByteView, at offset: Int) -> Bool {
    guard bytes.count <= byteLimit - offset else { return false }
    unsafe (start + offset).copyMemory(from: bytes.base, byteCount: bytes.count)
    return true
  }
}

extension ScratchPool {
  /// A copy of bytes.
  package mutating func copy(_ bytes: ByteView) -> ByteView {
    let copy = unsafe UnsafeMutableRawPointer(allocate(bytes.count, of: UInt8.self))
    unsafe copy.copyMemory(from: bytes.base, byteCount: bytes.count)
    return unsafe ByteView(copy, count: bytes.count)
  }

  /// A place for `byteLimit` bytes, which are all that are announced or not, and `slack` more.
  package mutating func place(
    byteLimit: Int, isWhole: Bool = true, slack: Int
  ) -> OutputPlace {
    unsafe OutputPlace(
      start: UnsafeMutableRawPointer(allocate(byteLimit + slack, of: UInt8.self)),
      byteLimit: byteLimit, isWhole: isWhole)
  }
}

extension [UInt8] {
  /// Makes room for text of `byteCount` bytes in all.
  package mutating func reserveText(_ byteCount: Int) {
    append(addingCapacity: byteCount - count) { output in
      unsafe output.withUnsafeMutableBufferPointer { (buffer, initialized) in
        guard let base = buffer.baseAddress else { return }
        unsafe HugePages.advise(base, byteCount: buffer.count)
      }
    }
  }

  /// Appends what `body` writes to a place with `room`, and `slack` more.
  ///
  /// It returns how many bytes it has written, at most as many as there is room for.
  ///
  /// - Throws: What `body` throws; the array is as it was then.
  package mutating func appendText(
    _ room: Room, slack: Int, _ body: (OutputPlace) throws(HuskError) -> Int
  ) throws(HuskError) {
    try append(addingCapacity: room.byteCount + slack) { (output) throws(HuskError) in
      try unsafe output.withUnsafeMutableBufferPointer {
        (buffer, initialized) throws(HuskError) in
        guard let base = buffer.baseAddress else { return }
        let place = unsafe OutputPlace(
          start: UnsafeMutableRawPointer(base + initialized), byteLimit: room.byteCount,
          isWhole: room.isWhole)
        let count = try body(place)
        precondition(count <= room.byteCount)
        initialized += count
      }
    }
  }
}
