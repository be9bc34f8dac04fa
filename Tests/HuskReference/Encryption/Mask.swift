// SPDX-License-Identifier: Apache-2.0

/// Short strings that are sealed for places in addresses (SPEC §14.10 Masks).
enum Mask {
  /// The string that a mask holds at a second since 1970.
  static func open(
    _ mask: [UInt8], context: [UInt8], now: Int, _ keyring: Keyring
  ) throws -> [UInt8] {
    try demand(context.count <= 65_536, .limitExceeded, "\(context.count) bytes of a context")
    let failed = ReferenceFault(.authenticationFailed, "no key opens the mask")
    let areDigits = mask.allSatisfy { !Array("+/=".utf8).contains($0) }
    guard areDigits, let sealed = Base64.bytes(mask), sealed.count >= 16 else { throw failed }
    let plain = keyring.keys.values.lazy.compactMap { key in
      Cryptography.openDeterministic(
        sealed, key: Cryptography.hkdf(key, salt: [], info: "husk 1 mask", 64),
        associated: context)
    }.first
    guard let plain else { throw failed }
    var reader = ByteReader(plain)
    guard let expiry = try? reader.varint() else { throw failed }
    let text = reader.rest()
    try demand(text.count <= 65_536, .limitExceeded, "a string of \(text.count) bytes")
    guard String(validating: text, as: UTF8.self) != nil else { throw failed }
    try demand(expiry == 0 || expiry > now, .expiredMask, "it was over at \(expiry)")
    return text
  }
}
