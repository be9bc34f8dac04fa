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
      file. Small columns are compressed together: the bytes of what columns share are divided by \
      what each has in it before compression, so they are an attribution, not a measurement. \
      What is in no column follows, and all lines add up to the size of the file.
      """,
      """
      Of a file in the text layout the template is shown: what may stand at the root, then each \
      shape, the keys that objects of one kind share, with what may stand at each. A '?' marks a \
      field that some of the objects lack.
      """,
    ],
    operands: [Operand(
      name: "FILE", count: .one, kind: .file,
      summary: "the file to show; '-' is standard input")],
    options: [.json, .full],
    examples: [
      Example(line: "husk inspect tweets.json.husk", effect: "Shows the file"),
      Example(
        line: "husk inspect --json tweets.json.husk | jq .rowCount",
        effect: "Shows the number of rows with jq"),
    ]
  ) { arguments, io throws(ToolError) in
    let source = try Source(arguments.operands.first, io: io)
    let start = try source.read()
    let isText = start.first != FileMagic.bytes[0]
    try io.write(
      isText
        ? describeText(start, source, arguments) : describeBlocks(start, source, arguments))
    return .success
  }

  private static func describeBlocks(
    _ start: [UInt8], _ source: borrowing Source, _ arguments: ParsedArguments
  ) throws(ToolError) -> [UInt8] {
    let name = source.name
    var inspector = FileInspector(limits: Limits())
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
    _ start: [UInt8], _ source: borrowing Source, _ arguments: ParsedArguments
  ) throws(ToolError) -> [UInt8] {
    let name = source.name
    var input = WholeInput(limits: Limits())
    var bytes = start
    while !bytes.isEmpty {
      try explaining(name) { () throws(HuskError) in try input.append(bytes) }
      bytes = try source.read()
    }
    let inspection = try explaining(name) { () throws(HuskError) in
      try Husk.inspect(input.take())
    }
    if arguments.has(.json) { return InspectionJSON.bytes(inspection, name: name) }
    return Array(InspectionText.text(inspection, name: name, detail: detail(arguments)).utf8)
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
      throw ToolError(error.description, in: name, hint: decodingHint(error))
    }
  }
}

extension Option {
  /// Asks for ``InspectionJSON`` instead of ``InspectionText``.
  package static let json = Option("json", summary: "print all of it as one JSON text")
  /// Asks for ``SlotDescription/Detail/full``.
  package static let full = Option(
    "verbose", "v", summary: "print dictionaries, lists of blocks and columns in full")
}
