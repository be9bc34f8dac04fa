// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// The functions that libcrypto has (SPEC §14 Encryption).
enum Cryptography {
  /// What makes keys of keys.
  private static var functions: husk_crypto {
    var functions = husk_crypto()
    precondition(unsafe husk_find_crypto(&functions) == nil, "there is no libcrypto")
    return functions
  }

  /// SHA-256 (FIPS 180-4).
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe SHA256(bytes, bytes.count, &digest)
    return digest
  }

  /// The first bytes that HKDF-SHA-256 makes (RFC 5869).
  static func hkdf(_ key: [UInt8], salt: [UInt8], info: String, _ count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    let info = Array(info.utf8)
    let status = unsafe husk_hkdf_sha256(
      functions, key, key.count, salt, salt.count, info, info.count, &output, count)
    precondition(status == 1, "libcrypto has no HKDF")
    return output
  }

  /// The first 32 bytes of scrypt with N = 2^cost, r = 8 and p = 1 (RFC 7914).
  static func scrypt(_ passphrase: [UInt8], salt: [UInt8], cost: Int) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: 32)
    let status = unsafe husk_scrypt(
      functions, passphrase, passphrase.count, salt, salt.count, 1 << UInt64(cost), 8, 1,
      2048 << UInt64(cost), &output, output.count)
    return status == 1 ? output : nil
  }

  /// Opens what is sealed with AES-256-GCM, or gives nothing where it was changed.
  static func open(
    _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8]
  ) -> [UInt8]? {
    guard sealed.count >= 16 else { return nil }
    let text = Array(sealed.dropLast(16))
    var tag = Array(sealed.suffix(16))
    var plain = [UInt8](repeating: 0, count: text.count + 16)
    var count: Int32 = 0
    let context = unsafe EVP_CIPHER_CTX_new()
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    let isOpen =
      unsafe EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
      && EVP_DecryptUpdate(context, nil, &count, associated, Int32(associated.count)) == 1
      && EVP_DecryptUpdate(context, &plain, &count, text, Int32(text.count)) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
      && EVP_DecryptFinal_ex(context, &tag, &count) == 1
    return isOpen ? Array(plain[..<text.count]) : nil
  }

  /// Opens what is sealed with AES-SIV under a key of 64 bytes (RFC 5297).
  static func openDeterministic(
    _ sealed: [UInt8], key: [UInt8], associated: [UInt8]
  ) -> [UInt8]? {
    var tag = Array(sealed.prefix(16))
    let text = Array(sealed.dropFirst(16))
    var plain = [UInt8](repeating: 0, count: text.count + 16)
    var count: Int32 = 0
    let cipher = unsafe EVP_CIPHER_fetch(nil, "AES-256-SIV", nil)
    let context = unsafe EVP_CIPHER_CTX_new()
    defer {
      unsafe EVP_CIPHER_CTX_free(context)
      unsafe EVP_CIPHER_free(cipher)
    }
    let isReady =
      unsafe EVP_DecryptInit_ex2(context, cipher, key, nil, nil) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
    guard isReady else { return nil }
    if !associated.isEmpty {
      let isTaken =
        unsafe EVP_DecryptUpdate(context, nil, &count, associated, Int32(associated.count)) == 1
      guard isTaken else { return nil }
    }
    let isOpen = unsafe EVP_DecryptUpdate(context, &plain, &count, text, Int32(text.count)) == 1
    return isOpen ? Array(plain[..<text.count]) : nil
  }
}

/// What a template is known by (SPEC §4.5 Identity).
enum Identity {
  /// The identity of canonical bytes.
  static func of(_ canonical: [UInt8]) -> [UInt8] { Cryptography.sha256(canonical) }
}
