// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Keys and salts that are the same each time, so that what is sealed is too.
package enum SampleKeys {
  /// A key of the bytes 0 to 31.
  package static let first = key(0)
  /// A key of the bytes 100 to 131.
  package static let second = key(100)

  /// The salt of the bytes that follow `start`.
  package static func salts(_ start: UInt8 = 200) -> SaltSource {
    SaltSource { (0..<16).map { start &+ UInt8($0) } }
  }

  /// Options that seal with the first key and a known salt.
  package static func options(
    _ layout: Layout = .auto, salt: UInt8 = 200, isEnveloped: Bool = false
  ) -> EncodeOptions {
    var options = EncodeOptions(layout: layout, key: first, isEnveloped: isEnveloped)
    options.salts = salts(salt)
    return options
  }

  /// Options that seal fields with the first key and a known salt.
  package static func fieldOptions(_ paths: FieldPaths, salt: UInt8 = 200) -> EncodeOptions {
    var options = EncodeOptions(fieldEncryption: FieldEncryption(paths, with: first))
    options.salts = salts(salt)
    return options
  }

  private static func key(_ start: UInt8) -> EncryptionKey {
    guard let key = EncryptionKey(bytes: (0..<32).map { start + $0 }) else {
      preconditionFailure("32 bytes are a key")
    }
    return key
  }
}
