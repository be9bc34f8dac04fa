// SPDX-License-Identifier: Apache-2.0

/// The keys of a key file, by their names (SPEC §14.7 Key files).
struct Keyring {
  /// The keys.
  private(set) var keys: [[UInt8]: [UInt8]] = [:]

  /// The name of a key (SPEC §14.1 Keys).
  static func name(of key: [UInt8]) -> [UInt8] {
    Cryptography.hkdf(key, salt: [], info: "husk 1 key id", 8)
  }

  /// Reads the text of a key file.
  init(_ text: [UInt8]) throws {
    let lines = text.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }
    let first = lines.first.map { String(decoding: $0, as: UTF8.self) }
    try demand(first == "husk keyring 1", .invalidKeyring, "the first line is another")
    var activeCount = 0
    for line in lines.dropFirst() {
      let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
      guard words.count == 3, let name = Self.bytes(words[1], 8),
        let key = Self.bytes(words[2], 32)
      else { throw ReferenceFault(.invalidKeyring, "a line is no key") }
      switch String(decoding: words[0], as: UTF8.self) {
      case "active": activeCount += 1
      case "key": break
      default: throw ReferenceFault(.invalidKeyring, "a line is no key")
      }
      try demand(Self.name(of: key) == name, .invalidKeyring, "a key has another name")
      let isNew = keys.updateValue(key, forKey: name) == nil
      try demand(isNew, .invalidKeyring, "a key stands twice")
    }
    try demand(activeCount == 1, .invalidKeyring, "\(activeCount) keys are active")
  }

  private static func bytes(_ digits: ArraySlice<UInt8>, _ count: Int) -> [UInt8]? {
    let lower: ClosedRange<UInt8> = 0x61...0x66
    guard digits.count == 2 * count,
      digits.allSatisfy({ Digits.decimal.contains($0) || lower.contains($0) })
    else { return nil }
    let values = digits.compactMap { Digits.value(hexadecimal: $0) }
    return (0..<count).map { UInt8(values[2 * $0] << 4 | values[2 * $0 + 1]) }
  }
}
