// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

/// A small input that would become a large text, or take a large table, if nobody stopped it.
struct Bomb {
  /// What it is called in reports.
  let name: String
  /// The input.
  let bytes: [UInt8]
  /// The limit that stops it; where there is none, that of what so small an input may decode to.
  var limit: KeyPath<Limits, Int>?
  /// Whether no rule is broken, and nothing large comes of it where it is read with care.
  var isValid = false
  /// Decodes it under limits.
  let decode: (Limits) throws(HuskError) -> Void

  /// A bomb that is a file.
  init(_ name: String, _ bytes: [UInt8]) {
    self.init(name, bytes) { (limits) throws(HuskError) in
      _ = try Husk.decode(bytes, options: DecodeOptions(limits: limits))
    }
  }

  /// A bomb that is decoded in a way of its own.
  init(
    _ name: String, _ bytes: [UInt8], decode: @escaping (Limits) throws(HuskError) -> Void
  ) {
    self.name = name
    self.bytes = bytes
    self.decode = decode
  }
}
