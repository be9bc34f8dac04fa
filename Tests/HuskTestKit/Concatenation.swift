// SPDX-License-Identifier: Apache-2.0

extension Sequence<[UInt8]> {
  /// The bytes of all, one after the other.
  ///
  /// What `joined()` gives is copied byte by byte, which takes seconds for a megabyte in a debug build.
  package func concatenated() -> [UInt8] { reduce(into: [], +=) }
}
