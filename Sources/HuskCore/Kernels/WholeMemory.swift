// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Memory that is written from its start on and may be large, such as that of a text or its tokens.
///
/// Where it grows, the system moves its pages: they are neither copied nor there twice.
extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Allocates memory that will all be written soon; the caller frees it by ``deallocateWhole()``.
  @unsafe static func allocateWhole(capacity: Int) -> UnsafeMutablePointer {
    unsafe whole(malloc(byteCount(capacity)), capacity)
  }

  /// Moves what was made by ``allocateWhole(capacity:)`` to where there is room for `capacity` elements,
  /// with all that it holds; this place must not be used any more.
  @unsafe func reallocatedWhole(capacity: Int) -> UnsafeMutablePointer {
    unsafe Self.whole(realloc(self, Self.byteCount(capacity)), capacity)
  }

  /// Frees what was made by ``allocateWhole(capacity:)``.
  @unsafe func deallocateWhole() { unsafe free(self) }

  /// Gives the memory of `count` elements back to the system, as far as it is large; they hold nothing
  /// then, and can be written anew.
  @unsafe func giveBack(count: Int) {
    unsafe HugePages.giveBack(
      UnsafeMutableRawPointer(self), byteCount: count * MemoryLayout<Pointee>.stride)
  }

  private static func byteCount(_ capacity: Int) -> Int {
    max(capacity, 1) * MemoryLayout<Pointee>.stride
  }

  private static func whole(
    _ start: UnsafeMutableRawPointer?, _ capacity: Int
  ) -> UnsafeMutablePointer {
    guard let start = unsafe start else { fatalError("out of memory") }
    unsafe HugePages.advise(start, byteCount: byteCount(capacity))
    return unsafe start.bindMemory(to: Pointee.self, capacity: capacity)
  }
}
