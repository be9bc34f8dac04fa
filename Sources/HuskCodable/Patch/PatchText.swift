// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// A text that a patch is made of or applied to.
struct PatchText {
  /// A member of an object: where its key and its value are on the tape.
  struct Member {
    var name: [UInt8]
    var key: Int
    var value: Int { key + 1 }
  }

  let bytes: [UInt8]
  let tape: ValueTape

  init(_ bytes: [UInt8], limits: Limits) throws(HuskError) {
    self.bytes = bytes
    tape = try ValueTape(bytes, limits: limits)
  }

  func isObject(_ index: Int) -> Bool { tape.kind(at: index) == .openObject }

  /// The members of an object in order; names are compared byte by byte.
  func members(of object: Int) -> [Member] {
    var members: [Member] = []
    let close = tape.close(of: object)
    var key = object + 1
    while key < close {
      // A name with half a surrogate is told by its spelling.
      let name = tape.string(at: key).map { Array($0.utf8) } ?? tape.bytes(at: key)
      members.append(Member(name: name, key: key))
      key = tape.end(of: key + 1)
    }
    return members
  }

  /// The bytes of a value or key.
  func text(of index: Int) -> ArraySlice<UInt8> {
    let range = tape.range(of: index)
    return bytes[range.offset..<range.end]
  }

  /// Where a value or key starts.
  func start(of index: Int) -> Int { tape.range(of: index).offset }

  /// Where a value or key ends.
  func end(of index: Int) -> Int { tape.range(of: index).end }
}
