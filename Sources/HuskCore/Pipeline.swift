// SPDX-License-Identifier: Apache-2.0

/// The stages that JSON goes through, as a value that is put together stage by stage.
///
///     let pipeline = Pipeline(layout: .column).compressed(.zstd).encrypted(with: key).enveloped()
///     let bytes = try pipeline.encode(json)
///
/// The order of the calls does not matter: what is compressed and sealed is compressed first.
public struct Pipeline: Sendable {
  /// What the encoder is told.
  public private(set) var options: EncodeOptions

  /// Begins with a layout, at the default effort, neither sealed nor in an envelope.
  public init(layout: Husk.Layout = .auto) {
    options = EncodeOptions(layout: layout)
  }

  /// The same pipeline that compresses block files in this way, and spends more or less time on it.
  public func compressed(
    _ method: CompressionMethod = .auto, at effort: Effort = .default
  ) -> Pipeline {
    with {
      $0.compression = method
      $0.effort = effort
      $0.compresses = true
    }
  }

  /// The same pipeline that makes a block file whose size says nothing of the text but its size.
  public func uncompressed() -> Pipeline {
    with {
      $0.layout = .auto
      $0.compresses = false
    }
  }

  /// The same pipeline that drops whitespace which means nothing.
  public func minified() -> Pipeline { with { $0.whitespace = .minified } }

  /// The same pipeline that seals its output with a key.
  public func encrypted(with key: EncryptionKey) -> Pipeline { with { $0.key = key } }

  /// The same pipeline that seals its output with a passphrase.
  public func encrypted(with passphrase: Passphrase) -> Pipeline {
    with { $0.passphrase = passphrase }
  }

  /// The same pipeline that seals some fields with a key of their own.
  public func encrypted(_ fields: FieldEncryption) -> Pipeline {
    with { $0.fieldEncryption = fields }
  }

  /// The same pipeline that puts its output in an envelope of JSON.
  public func enveloped() -> Pipeline { with { $0.isEnveloped = true } }

  private func with(_ change: (inout EncodeOptions) -> Void) -> Pipeline {
    var pipeline = self
    change(&pipeline.options)
    return pipeline
  }

  /// Sends a JSON text, or a sequence of them, through the pipeline.
  ///
  /// - Throws: ``HuskError``, as ``Husk/encode(json:options:)`` does.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public func encode(_ json: [UInt8]) throws(HuskError) -> [UInt8] {
    try Husk.encode(json: json, options: options)
  }

  /// Sends what came out of the pipeline back through it.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes.
  ///   - keys: Further keys that open what is sealed, such as those that were active before.
  ///   - fieldKeys: Further keys that open sealed fields.
  /// - Returns: The JSON text.
  /// - Throws: ``HuskError``, as ``Husk/decode(_:options:)`` does;
  ///   ``HuskError/Code/notSealed`` where the pipeline seals and the bytes are not sealed.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public func decode(
    _ bytes: [UInt8], keys: Keyring = Keyring(), fieldKeys: Keyring = Keyring()
  ) throws(HuskError) -> [UInt8] {
    var keys = keys
    var fieldKeys = fieldKeys
    if let key = options.key { keys.add(key) }
    if let passphrase = options.passphrase { keys.add(passphrase) }
    if let key = options.fieldEncryption?.key { fieldKeys.add(key) }
    return try Husk.decode(
      bytes,
      options: DecodeOptions(
        limits: options.limits, keys: keys, fieldKeys: fieldKeys,
        requiresSeal: options.sealing != nil))
  }
}

extension Pipeline: CustomStringConvertible {
  /// The stages in their order, such as `column -> level 6 -> AES-256-GCM (key …) -> envelope`.
  public var description: String {
    var stages = options.whitespace == .minified ? ["minify"] : []
    if let fields = options.fieldEncryption { stages.append("seal \(fields)") }
    stages.append(options.layout.rawValue)
    switch options.layout {
    case .auto, .column:
      let method = options.compression == .auto ? "" : "\(options.compression.rawValue) "
      let level =
        switch options.effort {
        case .archive: "archive"
        case .max: "max"
        default: "level \(options.effort.level)"
        }
      stages.append(options.compresses ? method + level : "uncompressed")
    case .text, .row: break
    }
    if let key = options.key {
      stages.append("AES-256-GCM (\(key))")
    } else if let passphrase = options.passphrase {
      stages.append("AES-256-GCM (\(passphrase))")
    }
    if options.isEnveloped { stages.append("envelope") }
    return stages.joined(separator: " -> ")
  }
}
