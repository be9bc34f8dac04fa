// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// Bytes that are wiped when nobody needs them any more, and that are never printed.
///
/// They are written once, by whoever makes them, and then only read, so threads may share them.
@safe package final class SecretBytes: @unchecked Sendable {
  private let buffer: UnsafeMutableBufferPointer<UInt8>

  /// Creates bytes of which a closure gives one after the other.
  package init(count: Int, _ byte: (Int) -> UInt8) {
    unsafe buffer = .allocate(capacity: count)
    for index in 0..<count { unsafe buffer.initializeElement(at: index, to: byte(index)) }
  }

  /// Creates bytes by HKDF-SHA-256 (RFC 5869).
  ///
  /// - Parameters:
  ///   - count: The number of bytes to make.
  ///   - key: The key material.
  ///   - salt: The salt, which may be empty.
  ///   - info: What the bytes are for.
  package convenience init(derived count: Int, from key: SecretBytes, salt: [UInt8], info: String) {
    self.init(derived: count, from: key, salt: salt, info: Array(info.utf8))
  }

  /// Creates bytes by HKDF-SHA-256, for a purpose that need not be text.
  package init(derived count: Int, from key: SecretBytes, salt: [UInt8], info: [UInt8]) {
    unsafe buffer = .allocate(capacity: count)
    unsafe buffer.initialize(repeating: 0)
    let status = unsafe husk_hkdf_sha256(
      LibCrypto.api, key.buffer.baseAddress, key.buffer.count, salt, salt.count, info, info.count,
      buffer.baseAddress, count)
    // Nothing secret has been made; there is no way to go on.
    guard status == 1 else { fatalError("libcrypto cannot derive a key") }
  }

  /// Creates bytes by scrypt (RFC 7914), or nothing where there is not the memory for it.
  ///
  /// - Parameters:
  ///   - count: The number of bytes to make.
  ///   - passphrase: What is stretched.
  ///   - salt: The salt, which may be empty.
  ///   - cost: The parameter N.
  ///   - blockSize: The parameter r.
  ///   - parallelism: The parameter p.
  package init?(
    stretched count: Int, from passphrase: SecretBytes, salt: [UInt8], cost: UInt64,
    blockSize: UInt64, parallelism: UInt64
  ) {
    unsafe buffer = .allocate(capacity: count)
    unsafe buffer.initialize(repeating: 0)
    // libcrypto counts some blocks beside the large table.
    let memory = 128 * blockSize * (cost + parallelism + 2)
    let status = unsafe husk_scrypt(
      LibCrypto.api, passphrase.buffer.baseAddress, passphrase.buffer.count, salt, salt.count, cost,
      blockSize,
      parallelism, memory, buffer.baseAddress, count)
    guard status == 1 else { return nil }
  }

  deinit {
    unsafe LibCrypto.api.OPENSSL_cleanse(buffer.baseAddress, buffer.count)
    unsafe buffer.deallocate()
  }

  /// The number of bytes.
  package var count: Int { unsafe buffer.count }

  /// Whether these are the bytes of another one, in a time that does not depend on where they differ.
  func hasBytes(of other: SecretBytes) -> Bool {
    guard count == other.count else { return false }
    return unsafe LibCrypto.api.CRYPTO_memcmp(buffer.baseAddress, other.buffer.baseAddress, count)
      == 0
  }

  /// Gives a closure the bytes.
  func withBytes<Result: ~Copyable>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    unsafe body(UnsafeBufferPointer(buffer))
  }

  /// Appends the bytes of a range to an array, which is to be wiped.
  package func append(_ range: Range<Int>, to target: inout [UInt8]) {
    for index in range { target.append(unsafe buffer[index]) }
  }

  /// Wipes an array that held secret bytes.
  package static func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe LibCrypto.api.OPENSSL_cleanse(bytes.baseAddress, bytes.count)
    }
    bytes = []
  }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
  /// Says nothing of the bytes.
  package var description: String { "(secret)" }

  /// Shows nothing of the bytes.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
