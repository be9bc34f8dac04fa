// SPDX-License-Identifier: Apache-2.0

/// LZString (Pieroxy, 2013): a dictionary coder of the LZ78 family that works on UTF-16, as a script in
/// a browser would; the bytes are those of its `compressToUint8Array`.
package enum LZString {
  /// The codes that are no phrases: a new character of 8 or of 16 bits, and the end.
  private enum Mark: Int {
    case narrow = 0
    case wide = 1
    case end = 2
  }

  /// The number of bits of a code, which grows with the dictionary.
  private struct Width {
    var bitCount: Int
    private var left: Int

    init(bitCount: Int, left: Int) {
      self.bitCount = bitCount
      self.left = left
    }

    /// Counts an entry of the dictionary.
    mutating func count() {
      left -= 1
      guard left == 0 else { return }
      left = 1 << bitCount
      bitCount += 1
    }
  }

  /// Compresses a text in UTF-8.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func compress(_ text: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    var width = Width(bitCount: 2, left: 2)
    var size = 3
    var characters: [UInt16: Int] = [:]
    // Characters that the reader has not seen yet, by code.
    var unseen: [Int: UInt16] = [:]
    var phrases: [Int: Int] = [:]
    var current: Int?

    func write(_ code: Int) {
      if let unit = unseen.removeValue(forKey: code) {
        let mark = unit < 256 ? Mark.narrow : .wide
        writer.write(mark.rawValue, width.bitCount)
        writer.write(Int(unit), mark == .narrow ? 8 : 16)
        width.count()
      } else {
        writer.write(code, width.bitCount)
      }
      width.count()
    }

    for unit in String(decoding: text, as: UTF8.self).utf16 {
      let character = characters[unit] ?? size
      if character == size {
        characters[unit] = character
        unseen[character] = unit
        size += 1
      }
      guard let phrase = current else {
        current = character
        continue
      }
      let longer = phrase << 16 | Int(unit)
      if let code = phrases[longer] {
        current = code
      } else {
        write(phrase)
        phrases[longer] = size
        size += 1
        current = character
      }
    }
    if let current { write(current) }
    writer.write(Mark.end.rawValue, width.bitCount)
    return writer.finish(multipleOf: 16)
  }

  /// Decompresses what ``compress(_:)`` made.
  ///
  /// - Throws: ``BenchError`` where it is something else.
  /// - Complexity: O(*n* + *m*) for *n* bytes that become *m*.
  package static func decompress(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = BitReader(bytes)
    var width = Width(bitCount: 2, left: 2)
    var units: [UInt16] = []
    // Phrases are parts of what was written before; the first three codes are none.
    var phrases: [(start: Int, count: Int)] = Array(repeating: (0, 0), count: 3)
    var last: (start: Int, count: Int)?
    while true {
      let code = try reader.read(width.bitCount)
      let start = units.count
      var count = 1
      switch Mark(rawValue: code) {
      case .end:
        return Array(String(decoding: units, as: UTF16.self).utf8)
      case .narrow, .wide:
        units.append(UInt16(try reader.read(code == Mark.narrow.rawValue ? 8 : 16)))
        phrases.append((start, 1))
        width.count()
      case nil:
        if code < phrases.count {
          count = phrases[code].count
          for index in phrases[code].start..<phrases[code].start + count {
            units.append(units[index])
          }
        } else if let last, code == phrases.count {
          // The phrase that is being made: the last one and its own first character.
          count = last.count + 1
          for index in last.start..<last.start + count { units.append(units[index]) }
        } else {
          throw BenchError("a code stands for nothing")
        }
      }
      if let last {
        phrases.append((last.start, last.count + 1))
        width.count()
      } else {
        // The first character has no phrase, but its code counts.
        width.count()
      }
      last = (start, count)
    }
  }
}
