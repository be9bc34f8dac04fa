// SPDX-License-Identifier: Apache-2.0
//
// Some fields are sealed with a key of their own; everybody reads the rest.

import Husk

let customers =
  #"[{"id":1,"country":"SE","card":{"number":"4000 0000 0000 0002"}},"#
  + #"{"id":2,"country":"UA","card":{"number":"4000 0000 0000 0101"}}]"#
let json = Array(customers.utf8)

// A key file is written once, where only its owner can read it.
let keyFile = Keyring(EncryptionKey()).text
let keys = try Keyring(text: keyFile)

/// Seals the numbers of cards with the active key.
func seal(_ json: [UInt8], with keys: Keyring) throws -> [UInt8] {
  guard let key = keys.active, let paths = FieldPaths(["card.number"]) else { return [] }
  let options = EncodeOptions(fieldEncryption: FieldEncryption(paths, with: key))
  return try Husk.encode(json: json, options: options)
}

let file = try seal(json, with: keys)

// With the key, every byte is back.
let all = try Husk.decode(file, options: DecodeOptions(fieldKeys: keys))
print("with the key: \(all == json)")

// Without it, there is null in their place, for those who ask for that.
let redacted = try Husk.decode(file, options: DecodeOptions(redactsFields: true))
print(String(decoding: redacted, as: UTF8.self))

// Who does not ask for it gets an error rather than something else.
do {
  _ = try Husk.decode(file)
} catch {
  print("without the key: \(error.code)")
}

// The whole can be sealed, too; what is not sealed is refused then.
let fileKeys = Keyring(EncryptionKey())
let sealed = try Husk.encode(json: json, options: EncodeOptions(key: fileKeys.sealingKey))
let opened = try Husk.decode(sealed, options: DecodeOptions(keys: fileKeys, requiresSeal: true))
print("the whole file, sealed and opened: \(opened == json)")

// Both in a pipeline: what is sealed is compressed first, whatever the order of the calls.
let pipeline = Pipeline().compressed(.zstd, at: Effort(level: 9)).encrypted(with: EncryptionKey())
print("a pipeline: \(try pipeline.decode(pipeline.encode(json)) == json)")
