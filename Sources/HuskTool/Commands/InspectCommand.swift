// SPDX-License-Identifier: Apache-2.0

import HuskCore

extension Command {
  /// `husk inspect`.
  package static let inspect = Command(
    "inspect", summary: "show what an encoded file consists of",
    details: [
      """
      Shows the sizes of an encoded file, what was counted in it, and its template: what may \
      stand at the root, then each shape, the keys that objects of one kind share, with what may \
      stand at each. A '?' marks a field that some of the objects lack. The file is verified \
      first.
      """
    ],
    operand: Operand(
      name: "FILE", count: .one, kind: .file,
      summary: "the file to show; '-' is standard input"),
    options: [.json, .full],
    examples: [
      Example(line: "husk inspect tweets.json.husk.json", effect: "Shows the file"),
      Example(
        line: "husk inspect --json tweets.json.husk.json | jq .shapes",
        effect: "Shows the shapes with jq"),
    ]
  ) { arguments, io throws(ToolError) in
    let source = try Source(arguments.operands.first, io: io)
    let name = source.name
    let bytes = try source.read()
    let inspection: Inspection
    do throws(HuskError) {
      inspection = try Husk.inspect(bytes)
    } catch {
      throw ToolError(error.description, in: name, hint: decodingHint(error))
    }
    if arguments.has(.json) {
      try io.write(InspectionJSON.bytes(inspection, name: name))
    } else {
      let detail: SlotDescription.Detail = arguments.has(.full) ? .full : .brief
      try io.print(InspectionText.text(inspection, name: name, detail: detail))
    }
    return .success
  }
}

extension Option {
  /// Asks for ``InspectionJSON`` instead of ``InspectionText``.
  package static let json = Option("json", summary: "print all of it as one JSON text")
  /// Asks for ``SlotDescription/Detail/full``.
  package static let full = Option("verbose", "v", summary: "print dictionaries in full")
}
