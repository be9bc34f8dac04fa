// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// libcrypto, which is loaded when something of it is needed for the first time: most files are neither
/// sealed nor identified, and to load it takes as long as to decode 2 MB.
enum LibCrypto {
  /// Its functions.
  ///
  /// A program without them cannot go on: what is to be sealed must not stay open.
  static let api: husk_crypto = {
    var functions = husk_crypto()
    if let fault = unsafe husk_find_crypto(&functions) {
      fatalError("libcrypto cannot be loaded: \(unsafe String(cString: fault))")
    }
    return functions
  }()

  /// SHA-256 (FIPS 180-4).
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = unsafe api.SHA256(bytes, bytes.count, &digest)
    return digest
  }
}
