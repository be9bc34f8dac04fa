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
  /// Memory that holds no large page stays as it is. Otherwise the advice is for the small pages at the
  /// ends, too: what the allocator got from the system in one piece must stay one, or it cannot be moved
  /// when it grows.
  @unsafe static func advise(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      let first = unsafe start.alignedUp(toMultipleOf: pageSize)
      guard unsafe start + byteCount - first >= pageSize else { return }
      let smallPageSize = Int(getpagesize())
      let bottom = unsafe start.alignedDown(toMultipleOf: smallPageSize)
      let top = unsafe (start + byteCount).alignedUp(toMultipleOf: smallPageSize)
      // What it returns is of no use: memory that cannot have large pages has small ones.
      _ = unsafe madvise(bottom, top - bottom, MADV_HUGEPAGE)
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
