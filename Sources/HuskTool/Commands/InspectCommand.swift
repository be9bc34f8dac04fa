// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk inspect`.
  package static let inspect = Command(
    "inspect", summary: "show what an encoded file consists of",
    details: [
      """
      Shows the sizes of an encoded file and what it consists of. The file is verified first. Of a \
      file of blocks, each block is listed: its rows and sizes, and whether it is laid out in \
      columns or stored as compressed text.
      """,
      """
      Then come the columns, the largest first, with the place of their values, such as \
      'orders[].customer.id', the number of values, how they are encoded, and their bytes in the \
      file. '[]' stands for the elements of an array there, and '*' for any key of a map; the paths of \
      --fields and --encrypt-field go through arrays without '[]', that of --at through objects alone. Small columns are compressed together: the bytes of what columns share are divided by \
      what each has in it before compression, so they are an attribution, not a measurement. \
      What is in no column follows, and all lines add up to the size of the file.
      """,
      """
      Of a file in the text layout the template is shown: what may stand at the root, then each \
      shape, the keys that objects of one kind share, with what may stand at each. A '?' marks a \
      field that some of the objects lack.
      """,
      """
      Of a message, its template is named, with the name that the store has for it. 'husk template \
      show' shows what is in a template.
      """,
      """
      --values shows the values instead, a line each, with their types, the shapes of objects, the \
      fields that they lack, and the entries of dictionaries. Sealed fields are shown as sealed, \
      unless --field-key opens them. Rows are the texts of a sequence or the elements of the array \
      that is the only text; long arrays and strings are cut, and all behind \
      \(PrintOptions().lineCount) lines, unless -v asks for everything.
      """,
    ],
    operands: [
      Operand(
        name: "FILE", count: .one, kind: .file,
        summary: "the file to show; '-' is standard input")
    ],
    options: [.json, .fullInspection, .values, .printedRows, .depth, TemplateOptions.store]
      + KeyOptions.ofOpening + [KeyOptions.inspectedFieldKey],
    examples: [
      Example(line: "husk inspect tweets.json.husk", effect: "Shows the file"),
      Example(
        line: "husk inspect --json tweets.json.husk | jq .rowCount",
        effect: "Shows the number of rows with jq"),
      Example(
        line: "husk inspect --values --rows 100:103 tweets.json.husk",
        effect: "Shows three rows as people read them"),
    ]
  ) { arguments, io throws(ToolError) in
    for option in [Option.printedRows, KeyOptions.inspectedFieldKey]
    where arguments.has(option) && !arguments.has(.values) {
      throw .usage("'\(option.longForm)' is for values", hint: "give '--values' too")
    }
    let source = try Source(arguments.operands.first, io: io)
    let options = try KeyOptions.decodeOptions(arguments, io)
    if arguments.has(.values) {
      try printValues(source, arguments, options, io)
      return .success
    }
    let start = try source.read()
    if start.starts(with: FileMagic.bytes.prefix(2)) {
      try io.write(describeBlocks(start, source, arguments, options))
      return .success
    }
    let bytes = try readAll(start, source)
    let content = try explaining(source.name) { () throws(HuskError) in
      try Husk.unwrap(bytes, options)
    }
    if MessageParts.isMessage(content) {
      try io.write(describeMessage(content, source, arguments, io))
    } else if content.first == FileMagic.bytes[0] {
      try io.write(describeBlocks(content, source, arguments, options))
    } else {
      try io.write(describeText(content, source, arguments))
    }
    return .success
  }

  private static func printValues(
    _ source: borrowing Source, _ arguments: ParsedArguments, _ options: DecodeOptions,
    _ io: any ToolIO
  ) throws(ToolError) {
    let rows = arguments.value(of: .printedRows).flatMap(Selection.rows)
    var shown = PrintOptions()
    if arguments.has(.full) {
      shown = .everything(of: rows ?? 0..<Int.max)
    } else if let rows {
      shown.rows = rows
    }
    let messages = try TemplateAccess(arguments, io).messageDecoder(nil, options)
    var printer = ValuePrinter(shown, options: options, messages: messages)
    try io.print("\(Printable.text(source.name))\n")
    try Transformation.pump(source, through: &printer, hint: decodingHint) {
      (lines, _, _) throws(ToolError) in
      if let lines { try io.write(lines) }
    }
  }

  private static func describeMessage(
    _ message: [UInt8], _ source: borrowing Source, _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> [UInt8] {
    let access = TemplateAccess(arguments, io)
    let messages = try access.messageDecoder(nil, DecodeOptions())
    let inspection = try explaining(source.name) { () throws(HuskError) in
      var text: [UInt8]?
      do throws(HuskError) {
        text = try messages.decode(message)
      } catch  where error.code == .unknownTemplate {
        // What can be seen without the template is shown.
      }
      let title = access.used.first.map { "\($0.name)@\($0.version)" }
      return try MessageInspection(
        message, name: source.name, title: title, decodedByteCount: text?.count)
    }
    return arguments.has(.json) ? inspection.json : Array(inspection.text.utf8)
  }

  private static func readAll(
    _ start: [UInt8], _ source: borrowing Source
  ) throws(ToolError) -> [UInt8] {
    let name = source.name
    var input = WholeInput(limits: Limits())
    var bytes = start
    while !bytes.isEmpty {
      try explaining(name) { () throws(HuskError) in try input.append(bytes) }
      bytes = try source.read()
    }
    return input.take()
  }

  private static func describeBlocks(
    _ start: [UInt8], _ source: borrowing Source, _ arguments: ParsedArguments,
    _ options: DecodeOptions
  ) throws(ToolError) -> [UInt8] {
    let name = source.name
    var inspector = FileInspector(limits: options.limits, policy: options.sealPolicy)
    var bytes = start
    while !bytes.isEmpty {
      try explaining(name) { () throws(HuskError) in try inspector.append(bytes) }
      bytes = try source.read()
    }
    try explaining(name) { () throws(HuskError) in try inspector.finish() }
    let inspection = inspector.inspection
    if arguments.has(.json) { return FileInspectionJSON.bytes(inspection, name: name) }
    return Array(FileInspectionText.text(inspection, name: name, detail: detail(arguments)).utf8)
  }

  private static func describeText(
    _ bytes: [UInt8], _ source: borrowing Source, _ arguments: ParsedArguments
  ) throws(ToolError) -> [UInt8] {
    let name = source.name
    let inspection = try explaining(name) { () throws(HuskError) in try Husk.inspect(bytes) }
    if arguments.has(.json) { return InspectionJSON.bytes(inspection, name: name) }
    return Array(InspectionText.text(inspection, name: name, detail: detail(arguments)).utf8)
  }

  /// What the reader may do about a file that cannot be shown.
  private static func inspectionHint(_ error: HuskError) -> String? {
    guard error.code == .notHusk else { return decodingHint(error) }
    return """
      only what 'husk encode' wrote can be shown, one message of a sequence or one that names its template \
      among it; 'husk decode --messages' gives back the texts of a sequence
      """
  }

  private static func detail(_ arguments: ParsedArguments) -> SlotDescription.Detail {
    arguments.has(.full) ? .full : .brief
  }

  /// Does what only a faulty file can refuse, and says of which file if it does.
  private static func explaining<Result>(
    _ name: String, _ body: () throws(HuskError) -> Result
  ) throws(ToolError) -> Result {
    do throws(HuskError) {
      return try body()
    } catch {
      throw ToolError(error.description, in: name, hint: inspectionHint(error))
    }
  }
}

extension Option {
  /// Asks for ``InspectionJSON`` instead of ``InspectionText``.
  package static let json = Option(
    "json", summary: "print all of it as one JSON text", conflicts: ["values"])
  /// Asks for ``SlotDescription/Detail/full``.
  package static let full = Option(
    "verbose", "v", summary: "print dictionaries, lists of blocks and columns in full")
  /// The same where values can be asked for.
  static let fullInspection = Option(
    "verbose", "v", summary: "print dictionaries, lists of blocks and columns, or values in full")
  /// Asks for ``ValuePrinter`` instead of sizes.
  package static let values = Option(
    "values", summary: "print the values of the first ten rows", conflicts: ["json"])
  /// Which rows ``values`` shows.
  package static let printedRows = Option(
    "rows", value: Value(name: "A:B", kind: .rows),
    summary: "print the values of the rows from A up to, not including, B; either may be left out",
    conflicts: ["json"])
}
