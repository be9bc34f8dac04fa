// SPDX-License-Identifier: Apache-2.0

#if os(Linux) && canImport(Glibc)
  internal import CMalloc
#endif

/// Memory that was freed, and that the allocator keeps for what is allocated next.
enum FreeMemory {
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
