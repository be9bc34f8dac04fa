// SPDX-License-Identifier: Apache-2.0

import Husk
package import HuskCore

extension Command {
  /// `husk decode`.
  package static let decode = Command(
    "decode", summary: "give back the JSON that was encoded",
    details: [
      """
      Decodes INPUT and checks that the result is what was encoded, byte for byte. A file loses \
      its suffix, \(Prose.list(encodedSuffixes, "or")); standard input goes to standard output; \
      -o and -c choose otherwise. Several inputs become a file each, or with -c one text behind the \
      other.
      """,
      """
      Blocks are written as soon as they are verified, so that a file of any size takes little \
      memory. Where one is damaged, those before it have been written to standard output.
      """,
      """
      --rows, --at and --fields choose what is decoded. The result is minified JSON of the same \
      outer form: an array stays one, and the texts of a sequence stand on lines of their own. \
      Blocks without a row that is asked for are not decoded, nor columns that no field needs; what \
      is read is verified. Of a file, --rows reads little more than the blocks of these rows. Fields that \
      none of the rows has are warned of.
      """,
      """
      A message that names its template is decoded with that of the store. --messages takes a \
      sequence of them, and gives the texts back as they stood. With -v, the templates are named, \
      and those that have expired.
      """,
      """
      What is sealed is opened with a key file, and nothing of it is written that has not been \
      authenticated. With --key, what is not sealed is refused, because anybody can have written it.
      """,
      """
      Fields that are sealed by themselves need --field-key, unless --fields asks for others only; \
      --redact gives null in their place.
      """,
    ],
    operands: [Inputs.operand],
    options: Transformation.options + SelectionOptions.all + MessageDecoding.options,
    examples: [
      Example(line: "husk decode tweets.json.husk", effect: "Writes tweets.json"),
      Example(line: "husk decode -c tweets.json.husk | jq .", effect: "Shows the text with jq"),
      Example(
        line: "husk decode -c --rows :10 --fields id,user.name tweets.json.husk",
        effect: "Shows two fields of the first ten tweets"),
    ]
  ) { arguments, io throws(ToolError) in
    let areMessages = arguments.has(TemplateOptions.encodedMessages)
    var transformation = Transformation(
      content: .text, outputPath: decodedPath,
      hint: { areMessages ? messagesHint($0) : decodingHint($0) })
    transformation.warnings = { progress in
      progress.absentPaths.map { path in
        let hint = SelectionOptions.pathHint([path]).map { " (\($0))" } ?? ""
        return "no row that was read has '\(Printable.text(path))'\(hint)"
      }
    }
    try transformation.check(arguments, io)
    try Inputs.requireThere(arguments, io)
    let access = TemplateAccess(arguments, io)
    let template = arguments.value(of: TemplateOptions.decodingTemplate)
    let options = try KeyOptions.decodeOptions(arguments, io)
    let messages = try access.messageDecoder(template, options)
    defer { if arguments.has(.verbose) { access.report() } }
    return try Inputs.forEach(arguments, io) { (input) throws(ToolError) in
      try decode(try Source(input, io: io), arguments, io, messages, options, &transformation)
    }
  }

  private static func decode(
    _ source: borrowing Source, _ arguments: ParsedArguments, _ io: any ToolIO,
    _ messages: MessageDecoder, _ options: DecodeOptions, _ transformation: inout Transformation
  ) throws(ToolError) {
    if let selection = SelectionOptions.selection(arguments) {
      if arguments.has(SelectionOptions.rows), let file = try source.randomAccess(),
        var decoder = IndexedDecoder(selection, reading: file, options: options)
      {
        return try transformation.run(arguments, io, source, &decoder)
      }
      return try transformation.run(arguments, io, source) { _ in
        SelectiveDecoder(selection, options: options, messages: messages)
      }
    }
    if arguments.has(TemplateOptions.encodedMessages) {
      return try transformation.run(arguments, io, source) { _ in MessageStreamDecoder(messages) }
    }
    if arguments.has(TemplateOptions.decodingTemplate) {
      return try transformation.run(arguments, io, source) { _ in
        WholeCoder { bytes throws(HuskError) in try decode(bytes, messages) }
      }
    }
    let byteCount = source.byteCount
    return try transformation.run(arguments, io, source) { threadCount in
      var decoder = StreamDecoder(options: options, threadCount: threadCount, messages: messages)
      decoder.expectedByteCount = byteCount
      return decoder
    }
  }

  /// Decodes a message, and says so where it is another file.
  static func decode(
    _ bytes: [UInt8], _ messages: MessageDecoder
  ) throws(HuskError) -> [UInt8] {
    do throws(HuskError) {
      return try messages.decode(bytes)
    } catch {
      guard bytes.starts(with: FileMagic.bytes) else { throw error }
      throw HuskError(
        error.code, "this is a file of blocks and no message, which is decoded without --template")
    }
  }

  /// What the reader may do about a sequence of messages that does not decode.
  static func messagesHint(_ error: HuskError) -> String? {
    switch error.code {
    case .unknownTemplate, .missingKey, .notSealed, .limitExceeded: decodingHint(error)
    default: "only what 'husk encode --messages' wrote is decoded with --messages"
    }
  }

  /// The suffixes of encoded files, the longer ones first.
  private static let encodedSuffixes =
    Layout.allCases.map(\.fileNameSuffix).filter { $0 != ".husk" } + [".husk"]

  private static func decodedPath(_ path: String) throws(ToolError) -> String {
    for suffix in encodedSuffixes where path.hasSuffix(suffix) {
      let decoded = path.dropLast(suffix.count)
      if !decoded.isEmpty && !decoded.hasSuffix("/") { return String(decoded) }
    }
    throw .usage(
      "the name does not end in \(Prose.list(encodedSuffixes, "or"))", in: path,
      hint: "name the output with -o, or use -c for standard output")
  }

  /// What the reader may do about a file that does not decode.
  package static func decodingHint(_ error: HuskError) -> String? {
    switch error.code {
    case .notHusk:
      """
      only what 'husk encode' wrote can be decoded; if it is a message that does not name its template, \
      name it with --template; a sequence of messages is decoded with --messages
      """
    case .unknownTemplate:
      "whoever made the message can 'husk template export' it; --store names another store"
    case .templateMismatch: "--template names the template of the message"
    case .emptyInput: "there is nothing in it, as if it had not been written to its end"
    default: Option.depthHint(error) ?? KeyOptions.hint(error.code)
    }
  }
}
