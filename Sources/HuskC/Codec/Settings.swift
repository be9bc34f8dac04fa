// SPDX-License-Identifier: Apache-2.0

internal import Husk

/// Everything that can be set on a codec.
struct Settings: Sendable {
  /// How to encode, but for keys and limits.
  var encoding = EncodeOptions()
  /// How to decode, but for keys and limits.
  var decoding = DecodeOptions()
  /// How to learn templates, but for limits.
  var training = TrainingOptions()
  /// The limits of all of them.
  var limits = Limits()
  /// The fields of each row that are wanted, or `nil` for all.
  var fields: FieldSelection?
  /// The rows that are wanted, or `nil` for all.
  var rows: Range<Int>?
  /// The path of the array whose elements are the rows, or `nil` for the document.
  var array: String?
  /// What stands around the values of messages.
  var form = MessageForm.referenced
  /// The fields that are sealed.
  var sealedFields: FieldPaths?
  /// How many threads streams have.
  var threadCount = 1
  /// Keys and passphrases.
  var secrets = Secrets()
  /// Where templates are looked up.
  var store: (any TemplateStore)?
  /// The template of messages that are encoded, and of bare ones.
  var template: MessageTemplate?

  /// How to encode.
  ///
  /// - Throws: ``Failure`` where fields are to be sealed and there is no key.
  func encodeOptions() throws(Failure) -> EncodeOptions {
    var options = encoding
    options.limits = limits
    options.key = secrets.sealKey
    options.passphrase = secrets.sealPassphrase
    if let sealedFields {
      guard let key = secrets.fieldSealKey else {
        throw .argument("encrypt-fields needs the secret seal-field-key")
      }
      options.fieldEncryption = FieldEncryption(sealedFields, with: key)
    }
    return options
  }

  /// How to decode.
  var decodeOptions: DecodeOptions {
    var options = decoding
    options.limits = limits
    options.keys = secrets.keys
    options.fieldKeys = secrets.fieldKeys
    return options
  }

  /// How to learn templates.
  var trainingOptions: TrainingOptions {
    var options = training
    options.limits = limits
    return options
  }

  /// What is wanted of documents, or `nil` for everything.
  var selection: Selection? {
    guard fields != nil || rows != nil || array != nil else { return nil }
    var selection = Selection(fields: fields ?? .everything, rows: rows ?? 0..<Int.max)
    if let array { _ = selection.setArray(array) }
    return selection
  }

  /// Makes what decodes messages.
  func messageDecoder() -> MessageDecoder {
    MessageDecoder(template, options: decodeOptions) { [store, limits] id throws(HuskError) in
      guard let store else {
        throw HuskError(unknownTemplate: id, "no store is set on the codec")
      }
      return try store.messageTemplate(id, limits: limits).template
    }
  }
}
