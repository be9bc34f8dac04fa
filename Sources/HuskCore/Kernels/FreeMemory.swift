// SPDX-License-Identifier: Apache-2.0

#if os(Linux) && canImport(Glibc)
  internal import CMalloc
#endif

/// Memory that nothing uses, and that the allocator keeps for what is allocated next.
package enum FreeMemory {
  /// The most that is served from memory in hand at all; the allocator takes no greater limit.
  private static let mostByteCount = 32 << 20
  /// What is got in large pages: most of what it takes to encode a block.
  private static let largePageByteCount = mostByteCount - 1 << 20
  /// Files of more bytes take so long that the faults of new memory do not count.
  private static let mostFileByteCount = 8 << 20
  /// Pieces of more bytes that are used once come from the system, one by one: it moves them when they grow.
  private static let mostPieceByteCount = 4 << 20

  /// Has the allocator serve what is allocated next on this thread from large pages, where so many bytes are
  /// few enough.
  ///
  /// A process that handles a small file and ends writes to memory that is new nearly everywhere, and each of
  /// its pages costs a fault: that is a fifth of the time to encode some megabytes. Pages that are not written
  /// to cost nothing, and where the system has no large pages, or another C library, all is as before.
  ///
  /// It is for the whole process, so it is for programs to decide, not for libraries.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the file.
  ///   - isOneBlock: Whether that is one block, so that large pieces of memory are used once.
  package static func reserveLargePages(for byteCount: Int, isOneBlock: Bool) {
    #if os(Linux) && canImport(Glibc)
      guard byteCount <= mostFileByteCount else { return }
      _ = mallopt(M_MMAP_THRESHOLD, CInt(mostByteCount))
      _ = mallopt(M_TRIM_THRESHOLD, CInt(2 * mostByteCount))
      if let start = unsafe malloc(largePageByteCount) {
        unsafe HugePages.advise(start, byteCount: largePageByteCount)
        unsafe free(start)
      }
      if isOneBlock { _ = mallopt(M_MMAP_THRESHOLD, CInt(mostPieceByteCount)) }
    #endif
  }

  /// Gives what lies free between and behind the pieces in use back to the system.
  ///
  /// It takes some milliseconds, and so does memory that is new: it is worth it where much was freed and
  /// what comes next needs other memory.
  static func giveBack() {
    #if os(Linux) && canImport(Glibc)
      _ = malloc_trim(0)
    #endif
  }
}
