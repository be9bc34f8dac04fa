// SPDX-License-Identifier: Apache-2.0

/// How strings are made from the values of another column (SPEC §8.6.6 Derived values).
///
/// From `7` and a prefix of `/users/` comes `"/users/7"`; from `"a.png"`, with four bytes less behind
/// and a suffix of `.jpg`, comes `"a.jpg"`.
package struct TextDerivation: Equatable {
  /// How many bytes are left out in front.
  package var front: Int
  /// How many bytes are left out behind.
  package var back: Int
  /// What stands before the rest.
  package var prefix: [UInt8]
  /// What stands behind it.
  package var suffix: [UInt8]

  /// The most bytes that are left out on a side.
  ///
  /// They are written before they are left out, and the place for text must have room for them.
  package static let cutLimit = 1024

  /// Creates a derivation; without arguments, strings with the same content.
  package init(front: Int = 0, back: Int = 0, prefix: [UInt8] = [], suffix: [UInt8] = []) {
    self.front = front
    self.back = back
    self.prefix = prefix
    self.suffix = suffix
  }

  /// Writes the derivation.
  package func write(to streams: inout StreamSet) {
    streams.describe(front)
    streams.describe(back)
    streams.describe(prefix)
    streams.describe(suffix)
  }

  /// Reads a derivation.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, or what reading throws.
  package init(from descriptors: inout DescriptorReader) throws(HuskError) {
    front = try descriptors.readCount(upTo: Self.cutLimit)
    back = try descriptors.readCount(upTo: Self.cutLimit)
    prefix = try descriptors.readBytes()
    suffix = try descriptors.readBytes()
  }
}
