// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension EncryptionVector {
  /// Those of passphrases, of a cost that takes no time.
  static func passphrases() throws -> [EncryptionVector] {
    let file = try sealed(.auto)
    func changed(_ cost: UInt8) -> [UInt8] {
      var file = file
      file[31] = cost
      return file
    }
    return [
      EncryptionVector(
        passphrase: "passphrase", "A file that words open.", file, document: document),
      EncryptionVector(
        passphrase: "passphrase_message", "A message that words open.", try sealed(.row),
        document: document),
      EncryptionVector(
        passphrase: "passphrase_cost_allowed", "The cost is that of the limit.",
        options: "passphraseCost=10", file, document: document),
      EncryptionVector(
        passphrase: "passphrase_changed", refused: .missingKey, at: 7, "The words are others.",
        words: "correct horse battery stable", file),
      EncryptionVector(
        passphrase: "passphrase_missing", refused: .missingKey, at: 7, "No words are given.",
        words: nil, file),
      EncryptionVector(
        passphrase: "passphrase_cost_too_high", refused: .limitExceeded, at: 31,
        "It would take 1 GiB more than what is allowed.", changed(21)),
      EncryptionVector(
        passphrase: "passphrase_cost_limited", refused: .limitExceeded, at: 31,
        "The limit is below the cost.", options: "passphraseCost=9", file),
      EncryptionVector(
        passphrase: "passphrase_without_cost", refused: .unsupportedEncryption, at: 31,
        "scrypt has a cost of 2 at least.", changed(0)),
      EncryptionVector(
        passphrase: "passphrase_cost_changed", refused: .missingKey, at: 7,
        "Another cost makes another key.", changed(11)),
    ]
  }

  private static let words = "correct horse battery staple"

  private static func sealed(_ layout: Layout) throws -> [UInt8] {
    var options = EncodeOptions(layout: layout, passphrase: Passphrase(bytes: Array(words.utf8)))
    options.salts = SampleKeys.salts()
    options.passphraseCost = 10
    return try Husk.encode(json: Array(document.utf8), options: options)
  }

  /// Decodes with a passphrase.
  private init(
    passphrase name: String, _ comment: String, options: String = "sealed", _ sealed: [UInt8],
    document: String
  ) {
    self.init(
      name, "§14.2 §14.11", "success", nil, comment, options, Array(Self.words.utf8), sealed,
      document, keysOf: "passphrase")
  }

  /// Is refused with a passphrase.
  private init(
    passphrase name: String, refused error: HuskError.Code, at offset: Int, _ comment: String,
    options: String? = nil, words: String? = Self.words, _ sealed: [UInt8]
  ) {
    self.init(
      name, "§14.11", error.rawValue, offset, comment, options, words.map { Array($0.utf8) },
      sealed, nil, keysOf: "passphrase")
  }
}
