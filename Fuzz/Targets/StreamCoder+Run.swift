// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension StreamCoder where Self: ~Copyable {
  /// Sends bytes through the coder in pieces of a size, and returns all that comes out.
  mutating func run(_ bytes: [UInt8], in pieceByteCount: Int) throws(HuskError) -> [UInt8] {
    var output: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      let end = min(offset + pieceByteCount, bytes.count)
      append(Array(bytes[offset..<end]))
      while let piece = try next() { output += piece }
      offset = end
    }
    finish()
    while let piece = try next() { output += piece }
    return output
  }
}
