// SPDX-License-Identifier: Apache-2.0

/// What a decoder does with what is sealed, and with what is not.
package struct SealPolicy: Sendable {
  /// The keys that open what is sealed.
  package var keys: Keyring
  /// Whether everything must be sealed.
  package var isRequired: Bool

  /// Creates a policy from its parts.
  package init(keys: Keyring = Keyring(), isRequired: Bool = false) {
    self.keys = keys
    self.isRequired = isRequired
  }

  /// Refuses what begins at `offset` and is not sealed, where it must be.
  ///
  /// - Throws: ``HuskError/Code/notSealed``.
  package func acceptUnsealed(at offset: Int) throws(HuskError) {
    guard isRequired else { return }
    throw HuskError(
      .notSealed, at: offset, "it is not sealed, so anybody can have written it")
  }
}
