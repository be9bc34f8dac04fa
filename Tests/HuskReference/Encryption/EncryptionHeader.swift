// SPDX-License-Identifier: Apache-2.0

/// What says with which key something is sealed (SPEC §14.2 Encryption headers).
struct EncryptionHeader {
  private let scheme: UInt8
  private let name: [UInt8]
  let salt: [UInt8]
  private let cost: Int

  /// Reads a header.
  init(_ reader: inout ByteReader) throws {
    scheme = try reader.byte()
    try demand(1...2 ~= scheme, .unsupportedEncryption, "scheme \(scheme)")
    name = try reader.take(8)
    salt = try reader.take(16)
    cost = scheme == 2 ? Int(try reader.byte()) : 0
  }

  /// The key that was used, if it is at hand.
  func key(_ settings: Reference) throws -> [UInt8] {
    let key = scheme == 1 ? try keyOfRing(settings.keys) : try keyOfPassphrase(settings)
    guard let key else { throw ReferenceFault(.missingKey, "the key is not at hand") }
    return key
  }

  /// The field key that was used, if it is at hand (SPEC §14.8 Sealed fields).
  func fieldKey(_ settings: Reference) throws -> [UInt8]? {
    try demand(scheme == 1, .unsupportedEncryption, "fields that are sealed with a passphrase")
    return try keyOfRing(settings.fieldKeys)
  }

  private func keyOfRing(_ text: [UInt8]?) throws -> [UInt8]? {
    try text.flatMap { try Keyring($0).keys[name] }
  }

  /// SPEC §14.11 Passphrases.
  private func keyOfPassphrase(_ settings: Reference) throws -> [UInt8]? {
    try demand(cost > 0, .unsupportedEncryption, "a cost of 0")
    try demand(cost <= settings.limits.passphraseCost, .limitExceeded, "a cost of \(cost)")
    guard let passphrase = settings.passphrase,
      let key = Cryptography.scrypt(passphrase, salt: salt, cost: cost)
    else { return nil }
    return Keyring.name(of: key) == name ? key : nil
  }
}

/// The key and the nonces of the segments of a file or a message (SPEC §14.3 Segments).
struct SegmentKey {
  private let key: [UInt8]
  private let nonceStart: [UInt8]

  /// Derives them from a key.
  init(_ key: [UInt8], salt: [UInt8], info: String) {
    let bytes = Cryptography.hkdf(key, salt: salt, info: info, 39)
    self.key = Array(bytes.prefix(32))
    nonceStart = Array(bytes.suffix(7))
  }

  /// Opens segment number `number`.
  func open(
    _ segment: [UInt8], number: Int, isLast: Bool, associated: [UInt8]
  ) throws -> [UInt8] {
    let digits = (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    let nonce = nonceStart + digits + [isLast ? 1 : 0]
    let plain = Cryptography.open(segment, key: key, nonce: nonce, associated: associated)
    guard let plain else {
      throw ReferenceFault(.authenticationFailed, "segment \(number) does not open")
    }
    return plain
  }
}
