// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

/// The bytes of a regular file, in any order, for as long as somebody keeps it open.
struct FileBytes: SeekableBytes {
  let descriptor: Int32
  let byteCount: Int

  func read(_ range: Range<Int>) -> [UInt8] { FileRange.read(range, of: descriptor).bytes }
}
