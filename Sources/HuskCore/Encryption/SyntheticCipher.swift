// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// AES-SIV with two keys of 256 bits (RFC 5297): the same text always becomes the same bytes, and
/// nothing but that shows.
enum SyntheticCipher {
  /// The number of bytes of a key.
  static let keyByteCount = 64
  /// The number of bytes that a text is longer for being sealed.
  static let tagByteCount = 16

  /// Seals a text that is not empty.
  ///
  /// - Returns: The synthetic initialization vector and the sealed bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  static func seal(_ text: [UInt8], under key: SecretBytes, associated: [UInt8]) -> [UInt8] {
    let context = Context(key, .sealing)
    precondition(context.start(associated), "libcrypto takes no associated data")
    var sealed: [UInt8] = []
    let isDone = context.finish(text, into: &sealed)
    precondition(isDone, "libcrypto does not encrypt")
    var tag = [UInt8](repeating: 0, count: tagByteCount)
    precondition(context.control(EVP_CTRL_AEAD_GET_TAG, &tag), "libcrypto gives no tag")
    return tag + sealed
  }

  /// Opens what was sealed.
  ///
  /// - Returns: The text, or `nil` where anything is other than it was.
  /// - Complexity: O(*n*) for *n* bytes.
  static func open(_ sealed: [UInt8], under key: SecretBytes, associated: [UInt8]) -> [UInt8]? {
    guard sealed.count > tagByteCount else { return nil }
    let context = Context(key, .opening)
    var tag = Array(sealed[..<tagByteCount])
    precondition(context.control(EVP_CTRL_AEAD_SET_TAG, &tag), "libcrypto takes no tag")
    guard context.start(associated) else { return nil }
    var opened: [UInt8] = []
    guard context.finish(Array(sealed[tagByteCount...]), into: &opened) else {
      SecretBytes.wipe(&opened)
      return nil
    }
    return opened
  }

  /// A context of libcrypto for one text.
  @safe private struct Context: ~Copyable {
    private let context: OpaquePointer

    init(_ key: SecretBytes, _ direction: SegmentCipher.Direction) {
      precondition(key.count == SyntheticCipher.keyByteCount)
      let cipher = unsafe LibCrypto.api.EVP_CIPHER_fetch(nil, "AES-256-SIV", nil)
      guard let context = LibCrypto.api.EVP_CIPHER_CTX_new(), let cipher = unsafe cipher
      else {
        fatalError("libcrypto has no AES-SIV")
      }
      unsafe self.context = unsafe context
      let status = unsafe key.withBytes { key in
        unsafe LibCrypto.api.EVP_CipherInit_ex(
          context, cipher, nil, key.baseAddress, nil, direction.rawValue)
      }
      unsafe LibCrypto.api.EVP_CIPHER_free(cipher)
      guard status == 1 else { fatalError("libcrypto has no AES-SIV") }
    }

    deinit { unsafe LibCrypto.api.EVP_CIPHER_CTX_free(context) }

    /// Takes associated data; where there is none, no string of it is authenticated.
    func start(_ associated: [UInt8]) -> Bool {
      guard !associated.isEmpty else { return true }
      var count: Int32 = 0
      return unsafe LibCrypto.api.EVP_CipherUpdate(
        context, nil, &count, associated, Int32(associated.count)) == 1
    }

    func finish(_ input: [UInt8], into output: inout [UInt8]) -> Bool {
      output = [UInt8](repeating: 0, count: input.count)
      var count: Int32 = 0
      guard
        unsafe LibCrypto.api.EVP_CipherUpdate(context, &output, &count, input, Int32(input.count))
          == 1,
        Int(count) == input.count
      else { return false }
      var rest = [UInt8](repeating: 0, count: SyntheticCipher.tagByteCount)
      return unsafe LibCrypto.api.EVP_CipherFinal_ex(context, &rest, &count) == 1
    }

    func control(_ operation: Int32, _ tag: inout [UInt8]) -> Bool {
      unsafe LibCrypto.api.EVP_CIPHER_CTX_ctrl(context, operation, Int32(tag.count), &tag) == 1
    }
  }
}
