// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk keygen`.
  package static let keygen = Command(
    "keygen", summary: "make a key that seals files and messages",
    details: [
      """
      Writes a random key to the new file OUT, which only you can read. Whoever has the file can \
      read, and forge, what is sealed with it; without it nobody can read that again, so keep a copy \
      in a safe place. Prints the name of the key, which shows in what is sealed with it.
      """,
      """
      With --add, OUT is a key file that exists. The new key becomes the active one, which seals \
      from now on; the old ones still open what they have sealed, until 'husk rekey' has sealed it \
      anew.
      """,
    ],
    options: [KeyOptions.keyFile, KeyOptions.add],
    examples: [
      Example(line: "husk keygen -o husk.key", effect: "Makes a key file"),
      Example(line: "husk keygen -o husk.key --add", effect: "Replaces its active key"),
    ]
  ) { arguments, io throws(ToolError) in
    guard let path = arguments.value(of: KeyOptions.keyFile) else {
      throw .usage("'husk keygen' needs a file to write to", hint: "name one with -o")
    }
    guard path != "-" else {
      throw .usage("a key is never written to standard output", hint: "name a file with -o")
    }
    let isAdded = arguments.has(KeyOptions.add)
    var keys = isAdded ? try KeyOptions.keyring(path, io) : Keyring()
    let key = EncryptionKey()
    keys.add(key)
    var text = keys.text
    defer { SecretBytes.wipe(&text) }
    let target = io.locate(path)
    try ToolError.naming(path) { () throws(SystemError) in
      let file = try AtomicFile(
        isAdded ? POSIX.resolve(target) ?? target : target,
        existing: isAdded ? .replaced : .kept, permissions: 0o600, io: io)
      try file.write(text)
      // Without it nothing that is sealed can be opened.
      try file.commit(durably: true)
    }
    try io.print("\(key.id)\n")
    return .success
  }

  /// `husk rekey`.
  package static let rekey = Command(
    "rekey", summary: "seal files again with the active key",
    details: [
      """
      Opens each FILE with any key of KEYS and seals it with the active one, in its place. A file is \
      replaced once all of it has been verified, and all are tried whatever happens to one of them. Nothing is decoded, so it is fast; keys that no file \
      needs any more can then be removed from KEYS. Fields that are sealed with a key of their own stay so.
      """
    ],
    operands: [
      Operand(name: "FILE", count: .several, kind: .file, summary: "the sealed files")
    ],
    options: [KeyOptions.keyring, TemplateOptions.sealedMessages],
    examples: [
      Example(
        line: "husk rekey --key husk.key *.husk", effect: "Seals all files with the active key")
    ]
  ) { arguments, io throws(ToolError) in
    guard let path = arguments.value(of: KeyOptions.keyring) else {
      throw .usage("'husk rekey' needs keys", hint: "name a key file with --key")
    }
    let keys = try KeyOptions.keyring(path, io)
    return try Inputs.forEach(arguments, io) { (file) throws(ToolError) in
      // The parser has made sure that there is one.
      let file = file ?? ""
      if arguments.has(TemplateOptions.sealedMessages) {
        try reseal(file, io) { MessageStreamResealer(keys) }
      } else {
        try reseal(file, io) { StreamResealer(keys) }
      }
    }
  }

  /// What the reader may do about a file that is not sealed again.
  private static func resealingHint(_ error: HuskError) -> String? {
    guard error.code == .missingKey else { return KeyOptions.hint(error.code) }
    return "--key names the key file; what words seal is decoded, and encoded with other words"
  }

  private static func reseal<Coder: StreamCoder & ~Copyable>(
    _ path: String, _ io: any ToolIO, _ makeCoder: () -> Coder?
  ) throws(ToolError) {
    let source = try Source(path, io: io)
    guard let status = source.status, status.kind == .regular, var coder = makeCoder()
    else { throw .usage("only files can be sealed again", in: source.name) }
    let target = io.locate(path)
    let file = try ToolError.naming(path) { () throws(SystemError) in
      try AtomicFile(
        POSIX.resolve(target) ?? target, existing: .replaced, permissions: status.permissions,
        io: io)
    }
    try Transformation.pump(source, through: &coder, hint: resealingHint) {
      (output, _, _) throws(ToolError) in
      guard let output else { return }
      try ToolError.naming(path) { () throws(SystemError) in try file.write(output) }
    }
    do throws(SystemError) {
      // It replaces the only copy there may be.
      try file.commit(durably: true)
    } catch { throw ToolError(error, in: path) }
  }
}
