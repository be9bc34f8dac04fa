// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  #if canImport(Musl)
    internal import Musl
  #else
    internal import Glibc
  #endif
#endif

/// Asks the system for large pages, and gives them back.
///
/// Memory that is new costs a fault for each of its pages, which takes longer than to write text
/// there: of the time to decode a large file it was a third. It is only advice, and changes nothing
/// else.
enum HugePages {
  /// The size of a large page, in bytes.
  private static let pageSize = 2 << 20

  /// Advises the system that memory of so many bytes will all be written soon.
  ///
  /// Parts of large pages at the ends stay as they are, and so does memory that is smaller.
  @unsafe static func advise(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      let first = unsafe start.alignedUp(toMultipleOf: pageSize)
      let byteCount = unsafe (start + byteCount - first) & ~(pageSize - 1)
      // What it returns is of no use: memory that cannot have large pages has small ones.
      if byteCount > 0 { _ = unsafe madvise(first, byteCount, MADV_HUGEPAGE) }
    #endif
  }

  /// Gives the pages of so many bytes back to the system, which need not hold anything from now on; they
  /// can be written anew.
  ///
  /// Parts of large pages at the ends stay as they are.
  @unsafe static func giveBack(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      let first = unsafe start.alignedUp(toMultipleOf: pageSize)
      let byteCount = unsafe (start + byteCount - first) & ~(pageSize - 1)
      if byteCount > 0 { _ = unsafe madvise(first, byteCount, MADV_DONTNEED) }
    #endif
  }
}
