// SPDX-License-Identifier: Apache-2.0

/// Small checks that need no library.
package enum Digest {
  /// The 64-bit FNV-1a hash of some bytes: a seed from a name, not a defence against anyone.
  package static func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
