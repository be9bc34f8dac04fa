// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension EncryptionVector {
  /// All of them.
  static func all() throws -> [EncryptionVector] {
    try files() + damagedFiles() + messages() + envelopes() + keyFiles() + fields() + passphrases()
  }

  private static func sealed(_ text: String, _ options: EncodeOptions) throws -> [UInt8] {
    try Husk.encode(json: Array(text.utf8), options: options)
  }

  private static func sealed(_ layout: Layout = .auto) throws -> [UInt8] {
    try sealed(document, SampleKeys.options(layout))
  }

  private static func spliced(_ parts: ArraySlice<UInt8>...) -> [UInt8] { parts.flatMap { $0 } }

  private static func files() throws -> [EncryptionVector] {
    var sequence = SampleKeys.options()
    sequence.input = .ndjson
    var second = SampleKeys.options()
    second.key = SampleKeys.second
    var both = Keyring(SampleKeys.second)
    both.add(SampleKeys.first)
    let open = try Husk.encode(json: Array(document.utf8))
    return [
      EncryptionVector(
        "file", "§14.1 §14.2 §14.3 §14.4", "A file of one block is sealed.", try sealed()),
      EncryptionVector(
        "file_without_blocks", "§14.4", "Nothing but the end of the file is sealed.",
        options: "sealed", try sealed("", sequence), document: ""),
      EncryptionVector(
        "file_with_template", "§14.4", "The template is sealed too.",
        try sealed(.column)),
      EncryptionVector(
        "file_of_old_key", "§14.1", "The key that is not active opens what it has sealed.",
        keys: both, try sealed(document, second)),
      EncryptionVector(
        "file_of_known_zeros", "§14.3", "Two files behind one another each have a salt.",
        spliced(try sealed()[...], try sealed(document, SampleKeys.options(salt: 0))[...]),
        document: document + document),
      EncryptionVector(
        "file_behind_open_one", "§14.4", "A sealed file may stand behind one that is not.",
        spliced(open[...], try sealed()[...]), document: document + document),
      EncryptionVector(
        "not_sealed", "§14.4", refused: .notSealed, at: 4, "Only what is sealed is accepted.",
        options: "sealed", open),
      EncryptionVector(
        "not_sealed_behind", "§14.4", refused: .notSealed, at: try sealed().count + 4,
        "The second file is not sealed.", options: "sealed",
        spliced(try sealed()[...], open[...])),
    ]
  }

  private static func damagedFiles() throws -> [EncryptionVector] {
    let file = try sealed()
    let other = try sealed(document, SampleKeys.options(salt: 0))
    func changed(_ index: Int, by bits: UInt8 = 3) -> [UInt8] {
      var file = file
      file[index] ^= bits
      return file
    }
    return [
      EncryptionVector(
        "missing_key", "§14.1", refused: .missingKey, at: 7, "The key is not among those given.",
        keys: Keyring(SampleKeys.second).text, file),
      EncryptionVector(
        "scheme_unknown", "§14.2", refused: .unsupportedEncryption, at: 6,
        "There is no scheme 3.", changed(6, by: 2)),
      EncryptionVector(
        "salt_changed", "§14.3", refused: .authenticationFailed, at: 33,
        "With another salt the key of the file is another.", changed(20)),
      EncryptionVector(
        "block_changed", "§14.3", refused: .authenticationFailed, at: 33,
        "A bit of a block was turned.", changed(40)),
      EncryptionVector(
        "block_of_another_file", "§14.3", refused: .authenticationFailed, at: 33,
        "The block comes from a file with the same key and another salt.",
        spliced(file[..<31], other[31...])),
      EncryptionVector(
        "block_missing", "§14.3", refused: .authenticationFailed, at: 33,
        "The end frame is number 0, but was sealed as number 1.",
        spliced(file[..<31], file.suffix(24))),
      EncryptionVector(
        "encryption_twice", "§14.4", refused: .authenticationFailed, at: 33,
        "A second encryption frame is no segment.",
        spliced(file[..<31], file[4..<31], file[31...])),
      EncryptionVector(
        "encryption_behind_template", "§14.4", refused: .invalidFrame, at: 9,
        "An encryption frame has to be the first.",
        spliced(file[..<4], [0x21, 3, 0, 0, 0], file[4...])),
      EncryptionVector(
        "encryption_behind_padding", "§9.1 §14.4", refused: .invalidFrame, at: 7,
        "Not even a frame that is skipped stands before it.",
        spliced(file[..<4], [0x31, 1, 0], file[4...])),
      EncryptionVector(
        "encryption_too_long", "§14.4", refused: .invalidFrame, at: 31,
        "An encryption header has 25 bytes.",
        spliced(file[..<5], [26], file[6..<31], [0], file[31...])),
      EncryptionVector(
        "trailer_changed", "§14.4", refused: .invalidEnd, at: file.count - 6,
        "The trailer is not sealed, but has to agree with the frames.",
        changed(file.count - 6)),
    ]
  }

  private static func messages() throws -> [EncryptionVector] {
    let message = try sealed(.row)
    func again(_ bytes: [UInt8]) throws -> [UInt8] {
      try SealedMessage.seal(bytes, Sealing(SampleKeys.first, SampleKeys.salts()))
    }
    return [
      EncryptionVector("message", "§14.5", "A message that brings its template.", message),
      EncryptionVector(
        "text_layout", "§14.5", "The text layout is sealed as one.",
        options: "sealed", try sealed(.text)),
      EncryptionVector(
        "message_changed", "§14.3", refused: .authenticationFailed, at: 27,
        "The last bit was turned.",
        spliced(message.dropLast(), [(message.last ?? 0) ^ 1])),
      EncryptionVector(
        "message_without_segment", "§14.5", refused: .authenticationFailed, at: 27,
        "A segment has at least its tag.", Array(message.prefix(27))),
      EncryptionVector(
        "message_without_key", "§14.1", refused: .missingKey, at: 3,
        "No key is given.", keys: nil, message),
      EncryptionVector(
        "message_in_message", "§14.5", refused: .invalidFrame,
        "What is sealed is not sealed again.", try again(message)),
      EncryptionVector(
        "file_in_message", "§14.5", refused: .invalidFrame,
        "A file is sealed frame by frame.", try again(try sealed())),
    ]
  }

  private static func envelopes() throws -> [EncryptionVector] {
    let sealed = try sealed(document, SampleKeys.options(.row, isEnveloped: true))
    let data = String(decoding: sealed.dropFirst(9).dropLast(2), as: UTF8.self)
    func envelope(_ data: String, _ start: String = #"{"data":""#, _ end: String = #""}"#)
      -> [UInt8]
    { Array((start + data + end).utf8) }
    let bare = data.replacing("=", with: "")
    return [
      EncryptionVector("envelope", "§14.6", "A sealed message in an envelope.", sealed),
      EncryptionVector(
        "envelope_of_a_file", "§14.6", "A file that is not sealed in an envelope.", keys: nil,
        try Husk.encode(
          json: Array(document.utf8), options: EncodeOptions(isEnveloped: true))),
      EncryptionVector(
        "envelope_for_addresses", "§14.6", "The other alphabet, without padding.",
        envelope(bare.replacing("+", with: "-").replacing("/", with: "_"))),
      EncryptionVector(
        "envelope_escaped", "§14.6", "Escapes that some writers of JSON make.",
        envelope(data.replacing("/", with: #"\/"#).replacing("=", with: #"\u003D"#) + #"\r\n"#)),
      EncryptionVector(
        "envelope_escaped_blanks", "§14.6", "Whitespace is whitespace in any escape.",
        envelope(#"\u000a"# + data + #"\u0020\u0009\u000D"#)),
      EncryptionVector(
        "envelope_escape_short", "§14.6", refused: .invalidEnvelope, at: 13,
        "An escape has four digits.", envelope(#"\u52"#)),
      EncryptionVector(
        "envelope_spaced", "§14.6", "Whitespace is everywhere that JSON has it.",
        envelope(data, #"{ "data" : ""#, #"" } "#)),
      EncryptionVector(
        "envelope_member", "§14.6", refused: .invalidEnvelope, at: sealed.count - 1,
        "There is one member.", envelope(data, #"{"data":""#, #"","a":1}"#)),
      EncryptionVector(
        "envelope_character", "§14.6", refused: .invalidEnvelope, at: 9,
        "Base64 has no exclamation mark.", envelope("!" + data)),
      EncryptionVector(
        "envelope_bits", "§14.6", refused: .invalidEnvelope, at: 12,
        "The last four bits are not zero.", envelope("_R")),
      EncryptionVector(
        "envelope_in_envelope", "§14.6", refused: .invalidEnvelope, "One is enough.",
        Array(Envelope.wrap(sealed))),
    ]
  }

  private static func keyFiles() throws -> [EncryptionVector] {
    var both = Keyring(SampleKeys.first)
    both.add(SampleKeys.second)
    let text = String(decoding: both.text, as: UTF8.self)
    let file = try sealed()
    func refused(
      _ name: String, at offset: Int, _ comment: String, _ text: String
    ) -> EncryptionVector {
      EncryptionVector(
        name, "§14.7", refused: .invalidKeyring, at: offset, comment, keys: Array(text.utf8), nil)
    }
    return [
      EncryptionVector("keys", "§14.7", "The second of two keys is active.", keys: both, file),
      EncryptionVector(
        "keys_without_last_line_end", "§14.7", "success", nil, "The last line may lack its LF.",
        nil, Array(text.utf8.dropLast()), file, document),
      refused(
        "keys_none_active", at: 0, "No key is active.",
        text.replacing("active", with: "key")),
      refused(
        "keys_two_active", at: 104, "Two keys are active.",
        text.replacing("key ", with: "active ").replacing("husk active ", with: "husk key ")),
      refused(
        "keys_name", at: 15, "The key has another name.",
        text.replacing("key \(SampleKeys.first.id)", with: "key 0000000000000000")),
      refused(
        "keys_short", at: 15, "The key has 31 bytes.", text.replacing("1e1f\n", with: "1e\n")),
      refused(
        "keys_twice", at: 190, "The first key stands there again.",
        text + text.split(separator: "\n")[1] + "\n"),
      refused(
        "keys_word", at: 15, "A line starts with another word.",
        text.replacing("\nkey ", with: "\nold ")),
      refused(
        "keys_upper_case", at: 15, "Digits are lower case.",
        text.replacing("1e1f\n", with: "1E1F\n")),
      refused(
        "keys_spaced", at: 15, "There is one space between two words.",
        text.replacing("\nkey ", with: "\nkey  ")),
      refused("keys_title", at: 0, "This is another file.", "husk keyring 2\n"),
    ]
  }
}
