// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension EncryptionVector {
  private static let text = #"{"a":"secret","b":{"c":[1, 2],"d":3}}"#
  private static let shown = #"{"a":null,"b":{"c":null,"d":3}}"#
  private static let values = #"{"0":["secret"],"1":[[1, 2]]}"#
  private static let plaintext = FieldFileBuilder.plaintext(of: text, values: values, padding: 5)

  /// A file of one block with two sealed fields, written part by part.
  private static func built(
    paths: [UInt8] = FieldFileBuilder.twoPaths,
    _ change: (inout FieldFileBuilder) -> Void = { _ in }
  ) -> [UInt8] {
    var builder = FieldFileBuilder(paths: paths)
    builder.fieldsFrame()
    builder.block(shows: shown, plaintext)
    change(&builder)
    return builder.ended()
  }

  /// A file of one block in which this is sealed.
  private static func built(sealing plaintext: [UInt8], shows shown: String = shown) -> [UInt8] {
    var builder = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
    builder.fieldsFrame()
    builder.block(shows: shown, plaintext)
    return builder.ended()
  }

  private static func encoded(
    _ json: String, _ paths: [String], _ change: (inout EncodeOptions) -> Void = { _ in }
  ) throws -> [UInt8] {
    guard let paths = FieldPaths(paths) else { preconditionFailure("these are paths") }
    var options = SampleKeys.fieldOptions(paths)
    change(&options)
    return try Husk.encode(json: Array(json.utf8), options: options)
  }

  /// Those of sealed fields.
  static func fields() throws -> [EncryptionVector] {
    try goodFields() + damagedFields() + fieldsFrames() + fieldBlocks() + sealedValues()
  }

  /// A block in columns that brings its template.
  private static func withOwnTemplate() -> [UInt8] {
    let template = ColumnVector.template(1, 0, 1, 2, "a", 0, 3, 0)
    var block = BlockBuilder()
    block.template = template
    block.values(1, .constant("null"), of: 1)
    let kept = [ColumnVector.own(template)] + block.parts()
    var builder = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
    builder.fieldsFrame()
    builder.block(
      shows: #"{"a":null}"#,
      FieldFileBuilder.plaintext(of: #"{"a":"secret"}"#, values: #"{"0":["secret"],"1":[]}"#),
      flags: 0xE1, kept: kept.flatMap(\.bytes))
    return builder.ended()
  }

  private static func goodFields() throws -> [EncryptionVector] {
    let rows = (0..<20).map { #"{"id":\#($0),"card":"4111 \#($0 * 7919 % 10000)"}"# + "\n" }
    return [
      EncryptionVector(
        fields: "fields", "§14.8 §14.9", "Two fields, one of which is an array.", built(),
        document: text),
      EncryptionVector(
        fields: "fields_redacted", "§14.8 §14.9", "Without the key there is null in their place.",
        options: "redact", keys: nil, built(), document: shown),
      EncryptionVector(
        fields: "fields_of_nothing", "§14.9", "There is nothing at the path, and so no values.",
        try encoded(document, ["card"]), document: document),
      EncryptionVector(
        fields: "fields_in_columns", "§14.9", "What is shown and what is sealed are in columns.",
        try encoded(rows.joined(), ["card"]) { $0.layout = .column }, document: rows.joined()),
      EncryptionVector(
        fields: "fields_with_own_template", "§14.9 §8.1",
        "The block brings its template, which stands behind what is sealed.", withOwnTemplate(),
        document: #"{"a":"secret"}"#),
      EncryptionVector(
        fields: "fields_passed_through", "§14.8",
        "Arrays on the way, recurring and escaped keys, a key with a dot.",
        try encoded(#"[[{"a.b":1,"\u0061.b":2,"c":[{"d":3},{"d":4}]}]]"#, [#"a\.b"#, "c.d"]),
        document: #"[[{"a.b":1,"\u0061.b":2,"c":[{"d":3},{"d":4}]}]]"#),
      EncryptionVector(
        fields: "fields_of_two_blocks", "§14.8 §14.9", "Only the second block is the last.",
        twoBlocks, document: text + text),
    ]
  }

  private static var twoBlocks: [UInt8] {
    var builder = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
    builder.fieldsFrame()
    builder.block(shows: shown, plaintext, isLast: false)
    builder.block(shows: shown, plaintext, ordinal: 1)
    return builder.ended()
  }

  private static func damagedFields() throws -> [EncryptionVector] {
    let file = built()
    func changed(_ index: Int) -> [UInt8] {
      var file = file
      file[index] ^= 1
      return file
    }
    let block = 6 + FieldFileBuilder(paths: FieldFileBuilder.twoPaths).fields.count
    return [
      EncryptionVector(
        fields: "fields_missing_key", "§14.9", refused: .missingFieldKey, at: block,
        "The key is not among those given.", keys: Keyring(SampleKeys.second), file),
      EncryptionVector(
        fields: "fields_sealed_changed", "§14.9", refused: .authenticationFailed, at: block,
        "A bit of what is sealed was turned.", changed(block + 30)),
      EncryptionVector(
        fields: "fields_beside_changed", "§14.9", refused: .authenticationFailed, at: block,
        "What is shown was changed, and its checks were made to fit.", forged),
      EncryptionVector(
        fields: "fields_frame_changed", "§14.8", refused: .checkMismatch, at: 4,
        "Another field is said to be sealed.", changed(34)),
    ]
  }

  /// The number 3 beside the fields became 4.
  private static var forged: [UInt8] {
    var builder = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
    builder.fieldsFrame()
    builder.block(shows: shown, plaintext)
    let frame = builder.file.bytes
    let segment = frame[(frame.count - shown.utf8.count - 1 - plaintext.count - 16)...]
      .prefix(plaintext.count + 16)
    let other = Array(shown.replacing("3", with: "4").utf8)
    var file = FileBuilder()
    file.frame(6, builder.fields)
    file.block(
      rows: 1, decoded: other.count, check: Checksum.crc32(other.span),
      [0xC0] + FileBuilder.varint(segment.count) + segment + [0] + other)
    file.end()
    return file.bytes
  }

  private static func fieldsFrames() -> [EncryptionVector] {
    func paths(_ name: String, _ comment: String, _ bytes: [UInt8]) -> EncryptionVector {
      EncryptionVector(
        fields: "fields_" + name, "§14.8", refused: .invalidFrame, at: 4, comment,
        built(paths: bytes))
    }
    return [
      paths("without_paths", "There has to be a path.", [0]),
      paths("without_steps", "A path has a step at least.", [1, 0, 0]),
      paths("empty_step", "A step is a key that is not empty.", [1, 1, 0]),
      paths("path_twice", "A path stands there twice.", [2, 1, 1, 0x61, 1, 1, 0x61]),
      paths(
        "path_in_path", "A path is the beginning of another one.",
        [2, 2, 1, 0x61, 1, 0x62, 1, 1, 0x61]),
      EncryptionVector(
        fields: "fields_passphrase", "§14.11", refused: .unsupportedEncryption, at: 4,
        "Fields are not sealed with passphrases.", passphraseFrame),
      EncryptionVector(
        fields: "fields_paths_left", "§14.8", refused: .invalidFrame, at: 4,
        "A byte follows the check.", longer),
    ]
  }

  /// A fields frame with a passphrase.
  private static var passphraseFrame: [UInt8] {
    let builder = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
    var payload = builder.fields
    payload[0] = 2
    var file = FileBuilder()
    file.frame(6, payload)
    file.end()
    return file.bytes
  }

  private static var longer: [UInt8] {
    let builder = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
    var file = FileBuilder()
    file.frame(6, builder.fields + [0])
    file.end()
    return file.bytes
  }

  private static func fieldBlocks() -> [EncryptionVector] {
    func blocks(
      _ name: String, _ error: HuskError.Code, at offset: Int, _ comment: String,
      _ spec: String = "§14.8", _ build: (inout FieldFileBuilder) -> Void
    ) -> EncryptionVector {
      var builder = FieldFileBuilder(paths: FieldFileBuilder.twoPaths)
      build(&builder)
      return EncryptionVector(
        fields: "fields_" + name, spec, refused: error, at: offset, comment, builder.ended())
    }
    let block = 6 + FieldFileBuilder(paths: FieldFileBuilder.twoPaths).fields.count
    let size = built().count - block - 7
    return [
      blocks("twice", .invalidFrame, at: block, "There are two fields frames.", "§9.1") {
        $0.fieldsFrame()
        $0.fieldsFrame()
      },
      blocks("behind_template", .invalidFrame, at: 9, "The template comes later.", "§9.1") {
        $0.file.template([0, 0])
        $0.fieldsFrame()
      },
      blocks("lacking", .invalidFrame, at: block, "A block has no sealed fields.") {
        $0.fieldsFrame()
        $0.file.block(rows: 1, decoded: 1, check: 0, [0, 0, 0x31])
      },
      blocks("unannounced", .invalidFrame, at: 4, "There is no fields frame.") {
        $0.block(shows: shown, plaintext)
      },
      blocks("behind_last", .invalidFrame, at: block + size, "A block follows the last one.") {
        $0.fieldsFrame()
        $0.block(shows: shown, plaintext)
        $0.block(shows: shown, plaintext, ordinal: 1)
      },
      blocks("without_last", .invalidEnd, at: block + size, "The last block is missing.") {
        $0.fieldsFrame()
        $0.block(shows: shown, plaintext, isLast: false)
      },
      blocks(
        "last_without_fields", .invalidColumn, at: 4, "A bit is where it may not be.", "§8.1"
      ) {
        $0.block(shows: shown, plaintext, flags: 0x80)
      },
      blocks("too_short", .truncated, at: block, "What is sealed is cut off.", "§14.9") {
        $0.fieldsFrame()
        $0.file.block(rows: 1, decoded: 1, check: 0, [0xC0, 9, 0, 0])
      },
    ]
  }

  private static func sealedValues() -> [EncryptionVector] {
    let block = 6 + FieldFileBuilder(paths: FieldFileBuilder.twoPaths).fields.count
    func sealed(
      _ name: String, _ error: HuskError.Code, _ comment: String, options: String? = nil,
      _ plaintext: [UInt8], shows shown: String = shown
    ) -> EncryptionVector {
      EncryptionVector(
        fields: "fields_" + name, "§14.9", refused: error, at: block, comment, options: options,
        built(sealing: plaintext, shows: shown))
    }
    func making(_ values: String) -> [UInt8] {
      FieldFileBuilder.plaintext(of: text, values: values)
    }
    return [
      sealed(
        "value_missing", .missingValue, "A field has no value.", making(#"{"0":["secret"],"1":[]}"#)
      ),
      sealed(
        "value_left", .extraValue, "A value has no field.",
        making(#"{"0":["secret",1],"1":[[1, 2]]}"#)),
      sealed(
        "value_shown", .invalidValue, "A field shows something other than null.",
        plaintext, shows: shown.replacing("{\"a\":null", with: "{\"a\":true")),
      sealed(
        "values_of_one_path", .invalidValue, "A path has no array.", making(#"{"0":["secret"]}"#)),
      sealed(
        "values_of_two_rows", .invalidFrame, "The values are said to be two rows.",
        FieldFileBuilder.plaintext(of: text, values: values, rows: 2)),
      sealed(
        "values_misnumbered", .invalidValue, "The paths are numbered in order.",
        making(#"{"1":["secret"],"0":[[1, 2]]}"#)),
      sealed("values_no_object", .invalidValue, "The values are in an object.", making("[1]")),
      sealed(
        "values_too_long", .limitExceeded, "Values stand in the text.",
        FieldFileBuilder.plaintext(
          of: text, values: #"{"0":["\#(String(repeating: "x", count: 99))"],"1":[0]}"#)),
      sealed(
        "text_too_long", .limitExceeded, "The text is longer than a block may be.",
        options: "blockByteCount=36", plaintext),
      sealed(
        "text_changed", .checkMismatch, "The text with its values has another check.",
        FieldFileBuilder.plaintext(of: text, values: values, check: 1)),
      sealed(
        "text_shorter", .checkMismatch, "The text with its values has another length.",
        FieldFileBuilder.plaintext(of: text, values: values, bytes: 38)),
      sealed(
        "values_of_elements", .invalidFrame, "The values are no block of a text.",
        FieldFileBuilder.plaintext(of: text, values: values, flags: 4)),
      sealed("values_cut", .truncated, "The values end too early.", Array(plaintext.prefix(12))),
    ]
  }

  /// Decodes with field keys.
  init(
    fields name: String, _ spec: String, _ comment: String, options: String? = nil,
    keys: Keyring? = Keyring(SampleKeys.first), _ sealed: [UInt8], document: String
  ) {
    self.init(
      name, spec, "success", nil, comment, options, keys.map(\.text), sealed, document,
      keysOf: "field-keys")
  }

  /// Is refused with field keys.
  init(
    fields name: String, _ spec: String, refused error: HuskError.Code, at offset: Int,
    _ comment: String, options: String? = nil, keys: Keyring = Keyring(SampleKeys.first),
    _ sealed: [UInt8]
  ) {
    self.init(
      name, spec, error.rawValue, offset, comment, options, keys.text, sealed, nil,
      keysOf: "field-keys")
  }
}
