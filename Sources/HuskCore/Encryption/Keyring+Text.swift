// SPDX-License-Identifier: Apache-2.0

extension Keyring {
  /// What the text of a keyring starts with.
  private static let title = "husk keyring 1"

  /// Reads the text of a keyring (SPEC §14.7 Key files).
  ///
  /// - Parameter text: The text, which the caller should wipe.
  /// - Throws: ``HuskError/Code/invalidKeyring`` with the offset of the line at fault; the message
  ///   quotes nothing of it.
  public init(text: [UInt8]) throws(HuskError) {
    self.init()
    var offset = 0
    var hasTitle = false
    for line in text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      guard hasTitle else {
        guard line.elementsEqual(Self.title.utf8) else {
          throw HuskError(.invalidKeyring, at: offset, "this is no key file")
        }
        hasTitle = true
        continue
      }
      try addKey(line, at: offset)
    }
    guard hasTitle else { throw HuskError(.invalidKeyring, at: 0, "this is no key file") }
    guard active != nil else {
      throw HuskError(.invalidKeyring, at: 0, "the key file has no active key")
    }
  }

  /// Reads a line such as `active 0123456789abcdef 00…`, with 64 digits at the end.
  private mutating func addKey(_ line: ArraySlice<UInt8>, at offset: Int) throws(HuskError) {
    let words = line.split(separator: ASCII.space, omittingEmptySubsequences: false)
    let isActive = words.first?.elementsEqual("active".utf8) == true
    guard words.count == 3, isActive || words[0].elementsEqual("key".utf8),
      words[2].count == 2 * EncryptionKey.byteCount,
      words[2].allSatisfy({ Hexadecimal.value($0) != nil })
    else {
      throw HuskError(.invalidKeyring, at: offset, "a line of the key file is not 'key ID DIGITS'")
    }
    let digits = words[2]
    let key = EncryptionKey(
      SecretBytes(count: EncryptionKey.byteCount) { index in
        let first = digits.startIndex + 2 * index
        return (Hexadecimal.value(digits[first]) ?? 0) << 4
          | (Hexadecimal.value(digits[first + 1]) ?? 0)
      })
    guard words[1].elementsEqual(key.id.description.utf8) else {
      throw HuskError(.invalidKeyring, at: offset, "a key does not have the name it is given")
    }
    guard !keys.contains(key) else {
      throw HuskError(.invalidKeyring, at: offset, "a key is in the file twice")
    }
    guard !isActive || active == nil else {
      throw HuskError(.invalidKeyring, at: offset, "two keys are active")
    }
    add(key, isActive: isActive)
  }

  /// The text of the keyring, which the caller should wipe when it is written.
  ///
  /// - Precondition: A key is active.
  public var text: [UInt8] {
    precondition(active != nil)
    var text: [UInt8] = []
    // What grows moves, and leaves a copy behind.
    text.reserveCapacity(64 + 128 * keys.count)
    text += Self.title.utf8
    text.append(ASCII.lineFeed)
    for key in keys {
      text += (key == active ? "active \(key.id) " : "key \(key.id) ").utf8
      for index in 0..<EncryptionKey.byteCount {
        var byte: [UInt8] = []
        key.secret.append(index..<index + 1, to: &byte)
        text += byte.flatMap { [Hexadecimal.digit($0 >> 4), Hexadecimal.digit($0 & 15)] }
        SecretBytes.wipe(&byte)
      }
      text.append(ASCII.lineFeed)
    }
    return text
  }
}
