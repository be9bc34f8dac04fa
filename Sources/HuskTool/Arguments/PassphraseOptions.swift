// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// The options that are about passphrases, which never stand on the command line.
enum PassphraseOptions {
  /// What cannot be given with a passphrase where something is sealed.
  private static let others = ["key", "template", "learn", "messages"]

  /// Asks for a passphrase to seal with.
  static let passphrase = Option(
    "passphrase", summary: "seal the result with a passphrase that is asked for on the terminal",
    conflicts: others + ["passphrase-file"])
  /// Reads a passphrase to seal with.
  static let passphraseFile = Option(
    "passphrase-file", value: Option.Value(name: "FILE", kind: .file),
    summary: "seal the result with the passphrase in the first line of FILE",
    conflicts: others + ["passphrase"])
  /// Asks for a passphrase to open with.
  static let decodingPassphrase = Option(
    "passphrase",
    summary: "open with a passphrase that is asked for on the terminal, as --key does",
    conflicts: ["key", "passphrase-file"])
  /// Reads a passphrase to open with.
  static let decodingPassphraseFile = Option(
    "passphrase-file", value: Option.Value(name: "FILE", kind: .file),
    summary: "open with the passphrase in the first line of FILE",
    conflicts: ["key", "passphrase"])

  /// A line is no longer than that.
  private static let mostByteCount = 4096

  /// Who has to type a passphrase a second time, because nothing tells whether it is right.
  enum Purpose { case sealing, opening }

  /// The passphrase that a command line asks for.
  static func passphrase(
    _ arguments: ParsedArguments, _ io: any ToolIO, for purpose: Purpose
  ) throws(ToolError) -> Passphrase? {
    if let path = arguments.value(of: passphraseFile) { return try read(path, io) }
    guard arguments.has(passphrase) else { return nil }
    var line = try ask("Passphrase: ", io)
    defer { SecretBytes.wipe(&line) }
    if purpose == .sealing {
      var again = try ask("The same again: ", io)
      defer { SecretBytes.wipe(&again) }
      guard line == again else { throw ToolError("the two passphrases are not the same") }
    }
    guard let passphrase = Passphrase(bytes: line) else {
      throw ToolError("the passphrase is empty")
    }
    return passphrase
  }

  private static func ask(_ prompt: String, _ io: any ToolIO) throws(ToolError) -> [UInt8] {
    let line: [UInt8]?
    do throws(SystemError) {
      line = try io.readSecret(prompt)
    } catch {
      throw .usage(
        "there is no terminal to ask for a passphrase on",
        hint: "--passphrase-file reads it from a file or a pipe")
    }
    guard let line else { throw ToolError("no passphrase was given") }
    return line
  }

  private static func read(_ path: String, _ io: any ToolIO) throws(ToolError) -> Passphrase {
    guard path != "-" else { throw .usage("a passphrase is never read from standard input") }
    let source = try Source(path, io: io)
    try KeyOptions.refuseOpenPermissions(source, path)
    var text: [UInt8] = []
    text.reserveCapacity(2 * mostByteCount)
    defer { SecretBytes.wipe(&text) }
    while text.count <= mostByteCount, !text.contains(ASCII.lineFeed) {
      var piece = try source.read()
      defer { SecretBytes.wipe(&piece) }
      if piece.isEmpty { break }
      text += piece.prefix(mostByteCount + 1)
    }
    var line = Array(text.prefix { $0 != ASCII.lineFeed })
    defer { SecretBytes.wipe(&line) }
    if line.last == ASCII.carriageReturn { line.removeLast() }
    guard line.count <= mostByteCount, let passphrase = Passphrase(bytes: line) else {
      throw ToolError("its first line is no passphrase of 1 to \(mostByteCount) bytes", in: path)
    }
    return passphrase
  }
}
