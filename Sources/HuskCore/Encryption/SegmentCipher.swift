// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// AES-256-GCM under one key, for segments that each have a nonce of their own.
@safe package struct SegmentCipher: ~Copyable {
  /// The number of bytes of a key.
  package static let keyByteCount = 32
  /// The number of bytes of a nonce.
  package static let nonceByteCount = 12
  /// The number of bytes that a segment is longer for being sealed.
  static let tagByteCount = 16

  /// What a cipher is used for.
  package enum Direction: Int32 {
    /// Sealed segments are opened.
    case opening
    /// Segments are sealed.
    case sealing
  }

  private let context: OpaquePointer
  private let direction: Direction

  /// Creates a cipher under the first bytes of a secret.
  package init(_ key: SecretBytes, _ direction: Direction) {
    precondition(key.count >= Self.keyByteCount)
    guard let context = LibCrypto.api.EVP_CIPHER_CTX_new() else {
      fatalError("libcrypto is out of memory")
    }
    unsafe self.context = unsafe context
    self.direction = direction
    let status = unsafe key.withBytes { key in
      let cipher = LibCrypto.api.EVP_aes_256_gcm()
      return unsafe LibCrypto.api.EVP_CipherInit_ex(
        context, cipher, nil, key.baseAddress, nil, direction.rawValue)
    }
    guard status == 1 else { fatalError("libcrypto has no AES-256-GCM") }
  }

  // libcrypto wipes the key schedule.
  deinit { unsafe LibCrypto.api.EVP_CIPHER_CTX_free(context) }

  /// Seals a segment that is given in parts.
  ///
  /// - Parameters:
  ///   - parts: The bytes of the segment, one array behind the other.
  ///   - nonce: What no other segment under this key has.
  ///   - associated: What is authenticated with it, in parts.
  /// - Returns: The sealed bytes and their tag.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func seal(
    _ parts: [[UInt8]], nonce: [UInt8], associated: [[UInt8]]
  ) -> [UInt8] {
    precondition(direction == .sealing)
    start(nonce, associated)
    let count = parts.reduce(0) { $0 + $1.count }
    return unsafe [UInt8](unsafeUninitializedCapacity: count + Self.tagByteCount) {
      buffer, written in
      guard let base = buffer.baseAddress else { return }
      for part in parts {
        unsafe part.withUnsafeBufferPointer { unsafe update($0, into: base + written) }
        written += part.count
      }
      finish(.sealing)
      let status = unsafe LibCrypto.api.EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagByteCount), base + written)
      precondition(status == 1, "libcrypto gives no tag")
      written += Self.tagByteCount
    }
  }

  /// Opens a segment.
  ///
  /// - Returns: The bytes that were sealed, or `nil` where anything is other than it was: nothing
  ///   of a segment gets out before all of it has been authenticated.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func open(
    _ sealed: Span<UInt8>, nonce: [UInt8], associated: [[UInt8]]
  ) -> [UInt8]? {
    precondition(direction == .opening)
    guard sealed.count >= Self.tagByteCount else { return nil }
    start(nonce, associated)
    let count = sealed.count - Self.tagByteCount
    var isAuthentic = false
    var opened = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      unsafe sealed.withUnsafeBufferPointer { sealed in
        // An empty array has no place for bytes, and libcrypto would take that for something else.
        if count > 0, let base = buffer.baseAddress {
          unsafe update(UnsafeBufferPointer(rebasing: sealed[..<count]), into: base)
        }
        var tag = unsafe Array(sealed[count...])
        let status = unsafe LibCrypto.api.EVP_CIPHER_CTX_ctrl(
          context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagByteCount), &tag)
        precondition(status == 1, "libcrypto takes no tag")
        isAuthentic = finish(.opening)
      }
      written = count
    }
    guard isAuthentic else {
      SecretBytes.wipe(&opened)
      return nil
    }
    return opened
  }

  private func start(_ nonce: [UInt8], _ associated: [[UInt8]]) {
    precondition(nonce.count == Self.nonceByteCount)
    let status = unsafe LibCrypto.api.EVP_CipherInit_ex(context, nil, nil, nil, nonce, -1)
    precondition(status == 1, "libcrypto takes no nonce")
    for part in associated {
      unsafe part.withUnsafeBufferPointer { unsafe update($0, into: nil) }
    }
  }

  /// Counts of libcrypto have 31 bits, so that larger data goes in several steps.
  ///
  /// What has no target is authenticated, and nothing else.
  private func update(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>?
  ) {
    guard let base = source.baseAddress else { return }
    var offset = 0
    while offset < source.count {
      let step = min(source.count - offset, 1 << 30)
      var count: Int32 = 0
      let status = unsafe LibCrypto.api.EVP_CipherUpdate(
        context, target.map { unsafe $0 + offset }, &count, base + offset, Int32(step))
      precondition(status == 1 && count == step, "libcrypto does not encrypt")
      offset += step
    }
  }

  /// Says whether what was opened is authentic.
  @discardableResult private func finish(_ direction: Direction) -> Bool {
    var rest = [UInt8](repeating: 0, count: Self.tagByteCount)
    var count: Int32 = 0
    let status = unsafe LibCrypto.api.EVP_CipherFinal_ex(context, &rest, &count)
    precondition(direction == .opening || status == 1, "libcrypto does not encrypt")
    return status == 1
  }
}
