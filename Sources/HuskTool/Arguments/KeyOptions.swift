// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// The options that are about keys, and what they lead to.
///
/// A key never stands on the command line, where everybody on the machine can read it.
package enum KeyOptions {
  /// The file of the key that seals.
  static let key = Option(
    "key", value: Option.Value(name: "FILE", kind: .file),
    summary: "seal the result with the active key of FILE, which 'husk keygen' made",
    conflicts: ["passphrase", "passphrase-file"])
  /// The file of the keys that open.
  static let decodingKey = Option(
    "key", value: Option.Value(name: "FILE", kind: .file),
    summary: """
      open what is sealed with the keys of FILE, and refuse what is not sealed (default: what the \
      variable HUSK_KEY_FILE names, which refuses nothing)
      """, conflicts: ["passphrase", "passphrase-file"])
  /// The file of the keys of `husk rekey`.
  static let keyring = Option(
    "key", value: Option.Value(name: "KEYS", kind: .file),
    summary: "the key file: its keys open, and its active key seals")
  /// The file of the key that seals fields.
  static let fieldKey = Option(
    "field-key", value: Option.Value(name: "FILE", kind: .file),
    summary: "seal the fields of --encrypt-field with the active key of FILE",
    conflicts: ["template", "learn", "messages"])
  /// A field to seal.
  static let encryptField = Option(
    "encrypt-field", value: Option.Value(name: "LIST", kind: .fields),
    summary: "seal the values at the paths of LIST, such as ssn,customer.card",
    conflicts: ["template", "learn", "messages"])
  /// The file of the keys that open fields.
  static let decodingFieldKey = Option(
    "field-key", value: Option.Value(name: "FILE", kind: .file),
    summary: "open sealed fields with the keys of FILE", conflicts: ["redact"])
  /// The file of the keys that open fields that are shown.
  static let inspectedFieldKey = Option(
    "field-key", value: Option.Value(name: "FILE", kind: .file),
    summary: "print the values of sealed fields, opened with the keys of FILE",
    conflicts: ["json"])
  /// Does without the keys of fields.
  static let redact = Option(
    "redact", summary: "give null in place of sealed fields", conflicts: ["field-key", "rm"])
  /// The options of commands that decode.
  static let ofDecoding = ofOpening + [decodingFieldKey, redact]
  /// The options of commands that open what is sealed as a whole.
  static let ofOpening = [
    decodingKey, PassphraseOptions.decodingPassphrase, PassphraseOptions.decodingPassphraseFile,
  ]

  /// The file that a key is written to.
  static let keyFile = Option(
    "output", "o", value: Option.Value(name: "OUT", kind: .file),
    summary: "write the key to the file OUT")
  /// Adds a key instead of making a file.
  static let add = Option(
    "add", summary: "add a new active key to a key file; the old ones still open")
  /// Leaves out compression, which shows in sizes.
  static let noCompression = Option(
    "no-compression",
    summary: "let the size of the result say nothing but the size of INPUT",
    conflicts: ["layout", "codec", "template", "learn", "messages", "level", "max"])
  /// Wraps the result.
  static let envelope = Option(
    "envelope", summary: "write {\"data\":\"…\"}, for channels that carry only JSON",
    conflicts: ["messages"])

  /// No key file is larger.
  private static let mostByteCount = 1 << 20

  /// The key that the result of a command is sealed with.
  static func sealingKey(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> EncryptionKey? {
    guard let path = arguments.value(of: key) else { return nil }
    return try keyring(path, io).active
  }

  /// Which fields of the result of a command are sealed.
  static func fieldEncryption(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> FieldEncryption? {
    let paths = arguments.values(of: encryptField)
    guard let path = arguments.value(of: fieldKey) else {
      guard paths.isEmpty else {
        throw .usage(
          "--encrypt-field needs a key", hint: "name a key file of its own with --field-key")
      }
      return nil
    }
    guard !paths.isEmpty else {
      throw .usage("--field-key needs fields", hint: "name each field with --encrypt-field")
    }
    guard let paths = FieldPaths(lists: paths), let key = try keyring(path, io).active else {
      throw .usage("the fields have more than \(FieldPaths.maxStepCount) steps")
    }
    return FieldEncryption(paths, with: key)
  }

  /// The options of a decoder.
  static func decodeOptions(
    _ arguments: ParsedArguments, _ io: any ToolIO, verifiesSections: Bool = false
  ) throws(ToolError) -> DecodeOptions {
    let given = arguments.value(of: decodingKey)
    var options = DecodeOptions(
      verifiesSections: verifiesSections, redactsFields: arguments.has(redact))
    options.limits.depth = arguments.number(of: .depth) ?? options.limits.depth
    if let passphrase = try PassphraseOptions.passphrase(arguments, io, for: .opening) {
      options.keys = Keyring(passphrase)
      options.requiresSeal = true
    } else if let given {
      options.keys = try keyring(given, io)
      options.requiresSeal = true
    } else if let path = io.variable("HUSK_KEY_FILE") {
      do throws(ToolError) {
        options.keys = try keyring(path, io)
      } catch {
        var error = error
        error.subject = error.subject.map { "\($0) (HUSK_KEY_FILE)" }
        throw error
      }
    }
    if let path = arguments.value(of: decodingFieldKey) {
      options.fieldKeys = try keyring(path, io)
    }
    return options
  }

  /// Reads a key file, which nobody else may be able to read.
  static func keyring(_ path: String, _ io: any ToolIO) throws(ToolError) -> Keyring {
    guard path != "-" else { throw .usage("a key is never read from standard input") }
    let source = try Source(path, io: io)
    try refuseOpenPermissions(source, path)
    var text: [UInt8] = []
    // What grows moves, and leaves a copy behind.
    text.reserveCapacity(mostByteCount)
    defer { SecretBytes.wipe(&text) }
    while true {
      var piece = try source.read()
      defer { SecretBytes.wipe(&piece) }
      if piece.isEmpty { break }
      guard text.count + piece.count <= mostByteCount else {
        throw ToolError("the file is too large for a key file", in: path)
      }
      text += piece
    }
    do throws(HuskError) {
      return try Keyring(text: text)
    } catch {
      throw ToolError(error.description, in: path, hint: "'husk keygen' makes a key file")
    }
  }

  /// Refuses a file with a secret that others can read.
  static func refuseOpenPermissions(
    _ source: borrowing Source, _ path: String
  ) throws(ToolError) {
    guard let status = source.status, status.kind == .regular, status.permissions & 0o077 != 0
    else { return }
    throw ToolError(
      "others on this machine may read what is secret in it", in: path,
      hint: "'chmod 600' lets only its owner read it; make a new secret if others have")
  }

  /// What the reader may do about an error that is about keys.
  static func hint(_ code: HuskError.Code) -> String? {
    switch code {
    case .missingKey:
      "--key names a key file, and so does the variable HUSK_KEY_FILE; --passphrase asks for one"
    case .missingFieldKey: "--field-key names a key file; --redact gives null instead"
    case .notSealed:
      """
      with a key, only what is sealed is accepted; a sequence of sealed messages takes --messages, and \
      nothing else does
      """
    default: nil
    }
  }
}
