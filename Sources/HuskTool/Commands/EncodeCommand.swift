// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk encode`.
  package static let encode = Command(
    "encode", summary: "make JSON compact",
    details: [
      """
      Encodes INPUT, one JSON text or a sequence of them (NDJSON, JSON Lines), without losing a \
      byte of it. A file becomes INPUT\(Layout.auto.fileNameSuffix), or \
      INPUT\(Layout.text.fileNameSuffix) in the text layout and with --envelope, standard input goes to \
      standard output; -o and -c choose otherwise. Several inputs become a file each, and all are tried \
      whatever happens to one of them; to standard output they go one behind the other, up to one that \
      fails in the middle, and so do their texts, of which the last in each should end its line.
      """,
      """
      A sequence, or the array that is the only text, is encoded block by block as it arrives, so \
      that it may be of any size; higher levels and more threads take more memory. Another single \
      text, and whatever the text layout is for, must fit into memory.
      """,
      """
      With --template or --learn, INPUT becomes a message of few bytes: what messages of its kind \
      have in common stays in the template, which 'husk template train' made, or --learn makes of \
      the first INPUT. --messages makes one message of each text of a sequence, with its size \
      before it; texts stand on lines of their own. A message names its template, and 'husk decode' \
      looks it up in the store; with --embed-template always it brings it along, with never it says \
      nothing of it.
      """,
      """
      With --key, the result is sealed: nobody can read or change it without the key. Its size \
      still shows, and with it how well the text compresses. Where somebody can put text of their \
      own beside a secret and see the size, --no-compression keeps the secret.
      """,
      """
      With --passphrase, words that somebody knows take the place of a key. What is sealed so is as safe \
      as the words are hard to guess; each file takes some tenths of a second and 128 MiB to open.
      """,
      """
      With --field-key, the values of the fields that --encrypt-field names are sealed with a key of \
      their own, and the rest stays readable without it, with null in their place. Holders of --key, \
      which can be given too, cannot read them. Where such fields are shows, and so do their number and \
      about their size. They are for files of blocks, not for messages or the text layout.
      """,
    ],
    operands: [Inputs.operand],
    options: Transformation.options + [
      .level, .max, .archive, .layout, .codec, .input, .minify, .verify,
    ] + [
      KeyOptions.key, PassphraseOptions.passphrase, PassphraseOptions.passphraseFile,
      KeyOptions.fieldKey, KeyOptions.encryptField,
      KeyOptions.noCompression, KeyOptions.envelope,
      TemplateOptions.template, TemplateOptions.learn, TemplateOptions.messages,
    ] + TemplateOptions.ofMessages,
    examples: [
      Example(line: "husk encode tweets.json", effect: "Writes tweets.json.husk"),
      Example(
        line: "husk encode --rm -o archive *.ndjson",
        effect: "Moves logs into a directory, each as a smaller file"),
      Example(
        line: "husk encode -9 --minify < log.ndjson > log.husk",
        effect: "Takes its time, and drops whitespace that means nothing"),
      Example(
        line: "husk encode --learn events --messages < log.ndjson > log.husk",
        effect: "Makes a message of each line, with a template that is kept"),
      Example(
        line: "husk encode --template events -c event.json",
        effect: "Makes one message with that template"),
      Example(
        line: "husk encode --key husk.key tweets.json",
        effect: "Writes tweets.json.husk, which only that key opens"),
      Example(
        line: "husk encode --field-key pii.key --encrypt-field user.email users.json",
        effect: "Writes users.json.husk, in which only that key opens the addresses"),
    ]
  ) { arguments, io throws(ToolError) in
    if MessageEncoding.isAskedFor(arguments) {
      try requireFile(arguments)
      let isSequence = arguments.has(TemplateOptions.messages)
      return try MessageEncoding(arguments, io, hint: { isSequence ? nil : messageHint($0) }).run()
    }
    try requireNoMessageOptions(arguments)
    let layout = arguments.choice(of: .layout, standard: EncodeOptions().layout)
    if layout == .text || layout == .row {
      try requireBlocks(arguments, not: "the layout '\(layout.rawValue)'")
    }
    try Inputs.requireThere(arguments, io)
    let (key, fields) = try keys(arguments, io, layout)
    var options = EncodeOptions(
      layout: layout,
      effort: effort(arguments),
      compression: arguments.choice(of: .codec, standard: EncodeOptions().compression),
      input: arguments.choice(of: .input, standard: EncodeOptions().input),
      whitespace: arguments.has(.minify) ? .minified : .preserved,
      passphrase: try PassphraseOptions.passphrase(arguments, io, for: .sealing),
      fieldEncryption: fields,
      isEnveloped: arguments.has(KeyOptions.envelope),
      compresses: !arguments.has(KeyOptions.noCompression),
      verifies: arguments.has(.verify) || arguments.has(.remove) ? true : nil)
    options.key = key
    options.limits.depth = arguments.number(of: .depth) ?? options.limits.depth
    var transformation = transformation(options)
    try transformation.check(arguments, io)
    return try Inputs.forEach(arguments, io) { (input) throws(ToolError) in
      let source = try Source(input, io: io)
      let byteCount = source.byteCount
      let isCompressed = source.name.hasSuffix(brotliSuffix)
      transformation.hint = { error in
        if isCompressed && error.offset == 0 { return "decompress it first" }
        return options.layout == .row ? messageHint(error) : hint(error)
      }
      try transformation.run(arguments, io, source) { threadCount in
        var encoder = StreamEncoder(options: options, threadCount: threadCount)
        encoder.expectedByteCount = byteCount
        return encoder
      }
    }
  }

  private static func transformation(_ options: EncodeOptions) -> Transformation {
    var transformation = Transformation(
      content: options.content, outputPath: { path in path + options.fileNameSuffix }, hint: hint)
    transformation.isJoinable =
      (options.layout == .auto || options.layout == .column) && !options.isEnveloped
    transformation.takesText = true
    transformation.warnings = { progress in
      let count = progress.replacedBlockCount
      guard count > 0 else { return [] }
      let blocks = count == 1 ? "a block is" : "\(count) blocks are"
      return [
        "\(blocks) kept as text by a mistake of this program; nothing is lost, but please report it"
      ]
    }
    transformation.graveWarnings = { progress in
      progress.unsealedPaths.map {
        "nothing was sealed at '\(Printable.text($0))': nothing stands there"
      }
    }
    let pathCount = options.fieldEncryption?.paths.paths.count ?? 0
    transformation.refusal = { progress in
      // Where there are no rows, nothing that should be sealed is readable either.
      guard pathCount > 0, progress.unsealedPaths.count == pathCount, progress.rowCount > 0
      else { return nil }
      let paths = progress.unsealedPaths
      return ToolError(
        "nothing would be sealed: nothing stands at \(Prose.list(paths.map { "'\($0)'" }, "or"))",
        hint: SelectionOptions.pathHint(paths))
    }
    return transformation
  }

  private static func keys(
    _ arguments: ParsedArguments, _ io: any ToolIO, _ layout: Layout
  ) throws(ToolError) -> (EncryptionKey?, FieldEncryption?) {
    let key = try KeyOptions.sealingKey(arguments, io)
    let fields = try KeyOptions.fieldEncryption(arguments, io)
    guard fields == nil || layout == .auto || layout == .column else {
      throw .usage(
        "fields are sealed in files of blocks only", hint: "leave out --layout \(layout.rawValue)")
    }
    guard key == nil || key != fields?.key else {
      throw .usage(
        "--key and --field-key name the same key, so whoever opens the file could read the fields",
        hint: "'husk keygen' makes another key")
    }
    return (key, fields)
  }

  /// Refuses what only files of blocks have where no blocks are written.
  private static func requireBlocks(
    _ arguments: ParsedArguments, not other: String
  ) throws(ToolError) {
    for option in [Option.level, .max, .archive, .codec, .verify] where arguments.has(option) {
      throw .usage("'\(option.longForm)' is for files of blocks, not for \(other)")
    }
  }

  /// Refuses what messages do not have, so that nobody believes it was heeded.
  private static func requireFile(_ arguments: ParsedArguments) throws(ToolError) {
    try requireBlocks(arguments, not: "messages")
    guard arguments.has(.depth) else { return }
    throw .usage("'\(Option.depth.longForm)' is for files, not for messages")
  }

  /// Refuses what only messages have where none are made, so that nobody believes it was heeded.
  private static func requireNoMessageOptions(_ arguments: ParsedArguments) throws(ToolError) {
    for option in TemplateOptions.ofMessages where arguments.has(option) {
      throw .usage(
        "'\(option.longForm)' is for messages", hint: "give --template or --learn too")
    }
  }

  private static func effort(_ arguments: ParsedArguments) -> Effort {
    if arguments.has(.archive) { return .archive }
    if arguments.has(.max) { return .max }
    return arguments.number(of: .level).map(Effort.init(level:)) ?? .default
  }

  /// The suffix of files that brotli has compressed, which start with any byte.
  private static let brotliSuffix = ".br"

  private static func messageHint(_ error: HuskError) -> String? {
    error.code == .extraText ? "--messages makes a message of each text of a sequence" : nil
  }

  private static func hint(_ error: HuskError) -> String? {
    switch error.code {
    case .emptyInput: "--input ndjson takes an empty sequence"
    case .extraText: "--input ndjson takes a sequence of texts"
    default: Option.depthHint(error)
    }
  }
}

extension Option {
  /// How much time is spent; every level of ``Effort`` is a choice.
  package static let level = Option(
    "level",
    value: Value(
      name: "N", kind: .choice((1...9).map { String($0) }),
      standard: String(Effort.default.level)),
    digits: 1...9,
    summary: """
      spend less time, or more to make the result smaller (default: -\(Effort.default.level))
      """,
    conflicts: ["max", "archive", "no-compression"])
  /// Asks for ``Effort/archive``.
  package static let archive = Option(
    "archive",
    summary: """
      make it as small as can be; a megabyte takes half a second, or some where strings are long, and \
      so does decoding
      """,
    conflicts: ["level", "max", "codec", "no-compression"])
  /// Asks for ``Effort/max``.
  package static let max = Option(
    "max", summary: "spend as much time and memory as is of any use",
    conflicts: ["level", "archive", "no-compression"])
  /// The layout of the result; every ``Husk/Layout`` is a choice.
  package static let layout = Option(
    "layout", value: choice("LAYOUT", among: Layout.self, standard: EncodeOptions().layout),
    summary: "how template and values are laid out", conflicts: ["no-compression"])
  /// What compresses the result; every ``CompressionMethod`` is a choice.
  package static let codec = Option(
    "codec",
    value: choice("CODEC", among: CompressionMethod.self, standard: EncodeOptions().compression),
    summary: "what compresses a file of blocks", conflicts: ["no-compression"])
  /// What the input is; every ``InputForm`` is a choice.
  package static let input = Option(
    "input", value: choice("FORM", among: InputForm.self, standard: EncodeOptions().input),
    summary: "what INPUT is, one text or a sequence")
  /// Asks for ``WhitespaceHandling/minified``.
  package static let minify = Option(
    "minify", summary: "drop whitespace that means nothing")
  /// Asks for ``EncodeOptions/verifies``.
  package static let verify = Option(
    "verify",
    summary: """
      decode each block of the result and compare it before it is written, as is done from -4 to --max, and with --rm
      """)

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, among: Choice.Type, standard: Choice
  ) -> Value {
    Value(
      name: name, kind: .choice(Choice.allCases.map(\.rawValue)), standard: standard.rawValue)
  }
}
