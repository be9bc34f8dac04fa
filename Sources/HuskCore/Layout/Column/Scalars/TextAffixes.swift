// SPDX-License-Identifier: Apache-2.0

/// What stands around the numbers in strings (SPEC §8.6.9 Quoted decimals).
///
/// `"$1.50"` is the number 1.50 behind a prefix of `$`.
package struct TextAffixes: Equatable {
  /// What stands before the number.
  package var prefix: [UInt8]
  /// What stands behind it.
  package var suffix: [UInt8]

  /// Creates affixes; without arguments, none.
  package init(prefix: [UInt8] = [], suffix: [UInt8] = []) {
    self.prefix = prefix
    self.suffix = suffix
  }

  /// Writes the affixes.
  package func write(to streams: inout StreamSet) {
    streams.describe(prefix)
    streams.describe(suffix)
  }

  /// Reads affixes.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, or what reading throws.
  package init(from descriptors: inout DescriptorReader) throws(HuskError) {
    prefix = try descriptors.readBytes()
    suffix = try descriptors.readBytes()
    guard (prefix + suffix).allSatisfy({ $0 >= ASCII.space }) else {
      throw ScalarReader.invalid("a control character around a number")
    }
  }
}
