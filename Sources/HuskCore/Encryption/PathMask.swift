// SPDX-License-Identifier: Apache-2.0

/// Seals short strings for addresses, so that `/orders/48213` can be `/orders/` and letters that only
/// the server can read (SPEC §14.10 Masks).
///
///     let mask = PathMask(keys, context: "orders")
///     let component = try mask.seal("48213")
///     let order = try mask.open(component, at: now)
///
/// A mask is made of letters, digits, `-` and `_`, and has four characters for each three bytes of
/// the string and 17 more, 22 with an expiry. The same string has the same mask under the same key,
/// context and expiry. Masks can be copied: who may open which address is for others to check.
public struct PathMask: Sendable {
  /// The most bytes that a string or a context may have.
  public static let maxByteCount = 65_536
  /// The most bytes that are sealed of one: an initialization vector and an expiry besides.
  private static let maxSealedByteCount = maxByteCount + 26

  private let keys: Keyring
  private let context: [UInt8]

  /// Creates masks under the active key of a keyring; all of its keys open.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - context: What the masks are for, so that none can be used elsewhere.
  public init(_ keys: Keyring, context: String) {
    self.keys = keys
    self.context = Array(context.utf8)
  }

  /// Seals a string.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - expiry: The second since 1970 UTC from which on the mask is refused; `nil` for never.
  /// - Returns: The mask.
  /// - Throws: ``HuskError/Code/missingKey`` where no key is active; ``HuskError/Code/limitExceeded``.
  /// - Complexity: O(*n*) for *n* bytes.
  public func seal(_ text: String, expiry: Int64? = nil) throws(HuskError) -> String {
    let key = try keys.sealingKey
    guard text.utf8.count <= Self.maxByteCount, context.count <= Self.maxByteCount else {
      throw Self.tooLong
    }
    var plaintext: [UInt8] = []
    // 0 says that there is none; what expired before 1970 has expired.
    Varint.append(expiry.map { max(UInt64(clamping: $0), 1) } ?? 0, to: &plaintext)
    plaintext += text.utf8
    let sealed = SyntheticCipher.seal(plaintext, under: Self.maskKey(key), associated: context)
    return Self.text(sealed)
  }

  /// Opens a mask.
  ///
  /// - Parameters:
  ///   - mask: The mask.
  ///   - now: The time in seconds since 1970 UTC.
  /// - Returns: The string.
  /// - Throws: ``HuskError/Code/authenticationFailed`` where it is no mask of these keys and this
  ///   context; ``HuskError/Code/expiredMask``; ``HuskError/Code/limitExceeded``.
  /// - Complexity: O(*n* × *k*) for *n* bytes and *k* keys.
  public func open(_ mask: String, at now: Int64) throws(HuskError) -> String {
    let refusal = HuskError(
      .authenticationFailed, "this is not a mask that was made with these keys for this context")
    guard mask.utf8.count <= (Self.maxSealedByteCount * 4 + 2) / 3,
      context.count <= Self.maxByteCount
    else { throw Self.tooLong }
    guard let sealed = Self.bytes(mask) else { throw refusal }
    let found = keys.keys.lazy
      .compactMap { SyntheticCipher.open(sealed, under: Self.maskKey($0), associated: context) }
      .first
    guard let plaintext = found else { throw refusal }
    var reader = ByteReader(plaintext.span)
    guard let expiry = try? reader.readVarint() else { throw refusal }
    guard reader.remaining <= Self.maxByteCount else { throw Self.tooLong }
    let text = String(validating: plaintext[reader.offset...], as: UTF8.self)
    guard let text else { throw refusal }
    guard expiry == 0 || now < 0 || UInt64(now) < expiry else {
      throw HuskError(.expiredMask, "the mask has expired")
    }
    return text
  }

  private static var tooLong: HuskError {
    HuskError(.limitExceeded, "more than \(maxByteCount) bytes of a string or a context")
  }

  private static func maskKey(_ key: EncryptionKey) -> SecretBytes {
    SecretBytes(
      derived: SyntheticCipher.keyByteCount, from: key.secret, salt: [], info: "husk 1 mask")
  }

  /// Base64 for addresses (RFC 4648 §5), without padding.
  private static func text(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    Base64Digits.append(bytes, to: &digits)
    let text = digits.lazy.filter { $0 != Base64Digits.padding }.map { digit in
      switch digit {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: digit
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var group: UInt32 = 0
    var count: UInt32 = 0
    for digit in text.utf8 {
      let value = Base64Digits.values[Int(digit)]
      guard value < 64 else { return nil }
      group = group << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> count))
      group &= 1 << count - 1
    }
    // One mask has one form, so that it can be looked up by it.
    return self.text(bytes) == text ? bytes : nil
  }
}
