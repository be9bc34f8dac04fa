// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk concat`.
  package static let concat = Command(
    "concat", summary: "join files that many machines made",
    details: [
      """
      Writes the files of blocks FILE one behind the other, which is a file again: it decodes to \
      what they decode to, in this order. Each of them keeps its template and its index, so nothing \
      is decoded and the result is as large as its parts. Of a sequence all parts but the last \
      should end with a line end, because nothing comes between them.
      """,
      """
      'cat' gives the same bytes. This command verifies that each FILE is complete and its frames \
      are in order, and lets no file appear where one is not; 'husk test' verifies what is inside, \
      too.
      """,
    ],
    operands: [
      Operand(name: "FILE", count: .several, kind: .file, summary: "the files to join, in order")
    ],
    options: [.output, .force, .quiet, .verbose] + KeyOptions.ofOpening,
    examples: [
      Example(
        line: "husk concat -o all.husk part-*.husk", effect: "Joins the parts of a dataset"),
      Example(
        line: "husk concat monday.husk tuesday.husk | husk decode --rows 0:10",
        effect: "Prints the first rows of two days"),
    ]
  ) { arguments, io throws(ToolError) in
    let options = try KeyOptions.decodeOptions(arguments, io)
    var destination = try joined(arguments, io)
    var total = StreamProgress()
    for file in arguments.operands {
      let source = try Source(file, io: io)
      var verifier = FramingVerifier(options: options)
      try Transformation.pump(source, through: &verifier, hint: joiningHint) {
        (output, _, _) throws(ToolError) in
        if let output { try destination.write(output) }
      }
      total.outputByteCount += verifier.progress.outputByteCount
      total.rowCount += verifier.progress.rowCount
    }
    try destination.finish()
    if arguments.has(.verbose) {
      let counts = "\(arguments.operands.count) files, \(total.rowCount) rows"
      io.log("\(counts), \(total.outputByteCount) bytes\n")
    }
    return .success
  }

  private static func joined(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> Destination {
    guard let path = arguments.value(of: .output), path != "-" else {
      return try Destination(standardOutputFor: .binary, io: io)
    }
    return try Destination(
      path, for: .binary, madeFrom: nil, existing: arguments.has(.force) ? .replaced : .kept,
      io: io)
  }

  /// What the reader may do about a file that cannot be joined.
  private static func joiningHint(_ error: HuskError) -> String? {
    if error.code == .notHusk { return "only files of blocks can be joined" }
    return KeyOptions.hint(error.code)
  }
}
