// SPDX-License-Identifier: Apache-2.0

/// Where salts come from: the random bytes of the system, or in tests bytes that are known.
package struct SaltSource: Sendable {
  private let make: @Sendable () -> [UInt8]

  /// Creates a source of salts that a closure makes, of which no two may be the same.
  package init(_ make: @escaping @Sendable () -> [UInt8]) {
    self.make = make
  }

  /// The random bytes of the system.
  package static let system = SaltSource {
    var generator = SystemRandomNumberGenerator()
    return (0..<EncryptionHeader.saltByteCount).map { _ in generator.next() }
  }

  /// Makes a salt.
  package func next() -> [UInt8] { make() }
}
