// SPDX-License-Identifier: Apache-2.0

extension Husk {
  /// The ways in which a template and its values can be laid out as bytes.
  @nonexhaustive public enum Layout: String, Sendable, CaseIterable {
    /// What is smallest: columns, or the plainly compressed text (SPEC §8 Column layout).
    case auto
    /// Columns, whatever their size.
    case column
    /// One JSON text with every value in one flat array (SPEC §6 Text layout).
    case text
    /// One JSON text as a message that brings its template (SPEC §13 Row layout).
    case row
  }
}

// The name means other things elsewhere.
package typealias Layout = Husk.Layout

/// How a file is compressed once it is laid out (SPEC §9.8 Compression).
@nonexhaustive public enum CompressionMethod: String, Sendable, CaseIterable {
  /// What is best at each level: zstd, behind a preset dictionary where texts are short, and brotli too
  /// where nothing is spared.
  case auto
  /// Nothing is compressed.
  case none
  /// DEFLATE, which readers in browsers have (RFC 1951).
  case deflate
  /// The same with the header and check of gzip (RFC 1952).
  case gzip
  /// Zstandard (RFC 8878).
  case zstd
  /// Brotli (RFC 7932).
  case brotli
}

/// What an encoder is told about its input.
public enum InputForm: String, Sendable, CaseIterable {
  /// One JSON text or a sequence of them, told apart by content; empty input is refused.
  case auto
  /// Exactly one JSON text.
  case json
  /// Zero or more JSON texts separated by whitespace.
  case ndjson
}

/// What happens to whitespace that means nothing in JSON.
public enum WhitespaceHandling: Sendable {
  /// Every byte comes back.
  case preserved
  /// It is dropped; between the texts of a sequence one LF stays (SPEC §5.4 Minified texts).
  case minified
}

/// How ``Husk/encode(json:options:)`` works; all defaults stand in the initializer.
public struct EncodeOptions: Sendable {
  /// The layout of the output.
  public var layout: Husk.Layout
  /// How much time is spent to make the output smaller; the text layout knows one way only.
  public var effort: Effort
  /// How block files are compressed.
  public var compression: CompressionMethod
  /// What the input is.
  public var input: InputForm
  /// What happens to whitespace.
  public var whitespace: WhitespaceHandling
  /// The limits in force.
  public var limits: Limits
  /// The key that the output is sealed with; `nil` leaves it open (SPEC §14 Encryption).
  ///
  /// ``Keyring/sealingKey`` throws where there is none, so that nothing is left open by mistake.
  public var key: EncryptionKey?
  /// What the output is sealed with where there is no key; a message for each line would take long.
  public var passphrase: Passphrase?
  /// Which fields are sealed with a key of their own, in block files (SPEC §14.8 Sealed fields).
  public var fieldEncryption: FieldEncryption?
  /// Whether the output is put in an envelope of JSON (SPEC §14.6 Envelopes).
  public var isEnveloped: Bool
  /// Whether blocks are made small.
  ///
  /// Where they are not, the size of a block file depends on the size of the text and not on what it
  /// says, which matters where sizes can tell a secret. The other layouts pay no heed to it.
  public var compresses: Bool
  /// Whether each block of a block file is decoded and compared with its text before it is given away.
  ///
  /// Text takes the place of a block that fails, which only a mistake of the encoder can bring about. With `nil`
  /// that is done where it takes little of the time: from level 4 on, but not for ``Effort/archive``, which takes
  /// as long to decode.
  public var verifies: Bool?
  /// Where the salts of sealed output come from.
  package var salts = SaltSource.system
  /// The binary logarithm of the cost of the passphrase.
  package var passphraseCost = Passphrase.standardCost

  /// Creates options from their parts; without a ``key``.
  public init(
    layout: Husk.Layout = .auto, effort: Effort = .default,
    compression: CompressionMethod = .auto, input: InputForm = .auto,
    whitespace: WhitespaceHandling = .preserved, limits: Limits = Limits(),
    passphrase: Passphrase? = nil, fieldEncryption: FieldEncryption? = nil,
    isEnveloped: Bool = false, compresses: Bool = true, verifies: Bool? = nil
  ) {
    self.fieldEncryption = fieldEncryption
    self.compresses = compresses
    self.verifies = verifies
    self.passphrase = passphrase
    self.isEnveloped = isEnveloped
    self.layout = layout
    self.effort = effort
    self.compression = compression
    self.input = input
    self.whitespace = whitespace
    self.limits = limits
  }

  /// Creates options of output that is sealed with a key, with the same defaults.
  ///
  /// The key is there: `EncodeOptions(key: try keyring.sealingKey)` throws rather than leave anything open.
  public init(
    layout: Husk.Layout = .auto, effort: Effort = .default,
    compression: CompressionMethod = .auto, input: InputForm = .auto,
    whitespace: WhitespaceHandling = .preserved, limits: Limits = Limits(),
    key: EncryptionKey, fieldEncryption: FieldEncryption? = nil,
    isEnveloped: Bool = false, compresses: Bool = true, verifies: Bool? = nil
  ) {
    self.init(
      layout: layout, effort: effort, compression: compression, input: input,
      whitespace: whitespace, limits: limits, fieldEncryption: fieldEncryption,
      isEnveloped: isEnveloped, compresses: compresses, verifies: verifies)
    self.key = key
  }
}

/// How ``Husk/decode(_:options:)`` works.
public struct DecodeOptions: Sendable {
  /// The limits in force.
  public var limits: Limits
  /// Whether those checks of a block are verified too that its text does not depend on.
  ///
  /// The text is verified always. The other checks are for readers that decode a part of it.
  public var verifiesSections: Bool
  /// The keys that open what is sealed.
  public var keys: Keyring
  /// The keys that open sealed fields.
  public var fieldKeys: Keyring
  /// Whether `null` is given in place of sealed fields, so that no key is needed for them.
  public var redactsFields: Bool
  /// Whether input that is not sealed is refused, which anybody can have written.
  public var requiresSeal: Bool

  /// Creates options from their parts.
  public init(
    limits: Limits = Limits(), verifiesSections: Bool = false, keys: Keyring = Keyring(),
    fieldKeys: Keyring = Keyring(), redactsFields: Bool = false, requiresSeal: Bool = false
  ) {
    self.fieldKeys = fieldKeys
    self.redactsFields = redactsFields
    self.limits = limits
    self.verifiesSections = verifiesSections
    self.keys = keys
    self.requiresSeal = requiresSeal
  }

  /// What is done with what is sealed, and with what is not.
  package var sealPolicy: SealPolicy { SealPolicy(keys: keys, isRequired: requiresSeal) }
}

extension EncodeOptions {
  /// After how many bytes of rows their template is made to predict those that follow; at high levels
  /// that would save little of the time, and to find fields to seal takes tokens.
  package var samples: [Int] {
    effort.usesTrials || fieldEncryption != nil ? [] : RowScanner.usualSamples
  }
  /// How many bytes a block has before it is cut: so few that it stays within the limit, unless the
  /// next row alone is half of it.
  package var blockByteCount: Int {
    min(effort.blockByteCount, max(limits.blockByteCount / 2, 1))
  }
  /// Whether values are predicted by a model: with another codec than the usual ones they are not,
  /// so that whoever has that one can read them.
  package var usesModels: Bool { effort.usesModels && compression == .auto }
  /// What the output is sealed with.
  package var sealing: Sealing? {
    key.map { Sealing($0, salts) } ?? passphrase.map { Sealing($0, cost: passphraseCost, salts) }
  }
}
