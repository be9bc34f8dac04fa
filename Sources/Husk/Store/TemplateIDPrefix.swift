// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// The start of an identity, long enough to be looked up: 8 to 32 bytes, or 16 to 64 hexadecimal
/// digits.
public struct TemplateIDPrefix: Sendable, Hashable {
  /// The least identity that begins with the prefix: what is not given is zero.
  package let lowerBound: [UInt8]
  /// The number of hexadecimal digits that are given.
  package let digitCount: Int

  /// Creates the prefix that is a whole identity.
  public init(_ id: TemplateID) {
    lowerBound = id.bytes
    digitCount = 2 * id.bytes.count
  }

  /// Creates a prefix from bytes.
  ///
  /// - Throws: ``TemplateStoreError/Code/invalidPrefix`` unless there are 8 to 32 of them.
  public init(bytes: some Collection<UInt8>) throws(TemplateStoreError) {
    guard 8...32 ~= bytes.count else {
      throw TemplateStoreError(
        .invalidPrefix,
        "an identity is looked up by 8 to 32 of its bytes, and these are \(bytes.count)")
    }
    lowerBound = Array(bytes) + repeatElement(0, count: 32 - bytes.count)
    digitCount = 2 * bytes.count
  }

  /// Creates a prefix from hexadecimal digits of either case.
  ///
  /// - Throws: ``TemplateStoreError/Code/invalidPrefix`` unless there are 16 to 64 of them and
  ///   nothing else.
  public init(hexadecimal text: String) throws(TemplateStoreError) {
    let digits = Array(text.utf8)
    guard 16...64 ~= digits.count, digits.allSatisfy(ASCII.isHexDigit) else {
      throw TemplateStoreError(
        .invalidPrefix,
        "an identity is looked up by 16 to 64 of its hexadecimal digits, and this is '\(text)'")
    }
    var bytes = [UInt8](repeating: 0, count: 32)
    for (index, digit) in digits.enumerated() {
      let value = ASCII.isDigit(digit) ? digit & 0xF : (digit & 0xF) + 9
      bytes[index / 2] |= index.isMultiple(of: 2) ? value << 4 : value
    }
    lowerBound = bytes
    digitCount = digits.count
  }

  /// The greatest identity that begins with the prefix.
  package var upperBound: [UInt8] {
    var bytes = lowerBound
    if digitCount % 2 == 1 { bytes[digitCount / 2] |= 0xF }
    for index in (digitCount + 1) / 2..<bytes.count { bytes[index] = 0xFF }
    return bytes
  }

  /// Whether an identity begins with the prefix.
  public func matches(_ id: TemplateID) -> Bool {
    let whole = digitCount / 2
    guard id.bytes.prefix(whole) == lowerBound.prefix(whole) else { return false }
    return digitCount % 2 == 0 || id.bytes[whole] & 0xF0 == lowerBound[whole]
  }
}

extension TemplateID {
  /// Creates the identity that a prefix is the whole of, or nothing where it is shorter.
  package init?(_ prefix: TemplateIDPrefix) {
    guard prefix.digitCount == 2 * prefix.lowerBound.count else { return nil }
    self.init(digest: prefix.lowerBound)
  }
}

extension TemplateIDPrefix: CustomStringConvertible {
  /// The prefix as lowercase hexadecimal digits.
  public var description: String { String(Hexadecimal.string(lowerBound).prefix(digitCount)) }
}
