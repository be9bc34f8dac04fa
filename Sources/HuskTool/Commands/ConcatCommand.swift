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
      """
      With --merge the result is a file as one machine makes it, with one index. Blocks stay as they \
      are, but for the last of a part and the first of the next, which are encoded anew; what is \
      sealed, and arrays, cannot be merged.
      """,
    ],
    operands: [
      Operand(name: "FILE", count: .several, kind: .file, summary: "the files to join, in order")
    ],
    options: [.merge, .output, .force, .quiet, .verbose] + KeyOptions.ofOpening,
    examples: [
      Example(
        line: "husk concat -o all.husk part-*.husk", effect: "Joins the parts of a dataset"),
      Example(
        line: "husk concat monday.husk tuesday.husk | husk decode --rows 0:10",
        effect: "Prints the first rows of two days"),
      Example(
        line: "husk concat --merge -o all.husk part-*.husk",
        effect: "Makes one file with one index of them"),
    ]
  ) { arguments, io throws(ToolError) in
    if arguments.has(.merge) { return try merge(arguments, io) }
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
    log(total, arguments, io)
    return .success
  }

  private static func merge(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> ExitStatus {
    var destination = try joined(arguments, io)
    var joiner = FileJoiner()
    for file in arguments.operands {
      joiner.begin()
      try Transformation.pump(try Source(file, io: io), through: &joiner, hint: mergingHint) {
        (output, _, _) throws(ToolError) in
        if let output { try destination.write(output) }
      }
    }
    let end: [UInt8]
    do throws(HuskError) {
      end = try joiner.end()
    } catch { throw ToolError(error.description, in: arguments.operands.last ?? "") }
    try destination.write(end)
    try destination.finish()
    log(joiner.progress, arguments, io)
    return .success
  }

  private static func log(
    _ total: StreamProgress, _ arguments: ParsedArguments, _ io: any ToolIO
  ) {
    guard arguments.has(.verbose) else { return }
    let counts = "\(arguments.operands.count) files, \(total.rowCount) rows"
    io.log("\(counts), \(total.outputByteCount) bytes\n")
  }

  private static func joined(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> Destination {
    guard let path = arguments.value(of: .output), path != "-" else {
      return try Destination(standardOutputFor: .binary, io: io)
    }
    if let output = try status(path, io), output.kind == .regular {
      for file in arguments.operands where file != "-" {
        guard try status(file, io)?.identity == output.identity else { continue }
        throw .usage("the output is an input", in: path, hint: "name another file with -o")
      }
    }
    return try Destination(
      path, for: .binary, madeFrom: nil, existing: arguments.has(.force) ? .replaced : .kept,
      io: io)
  }

  private static func status(
    _ path: String, _ io: any ToolIO
  ) throws(ToolError) -> FileStatus? {
    try ToolError.naming(path) { () throws(SystemError) in
      try POSIX.status(of: io.locate(path), links: .followed)
    }
  }

  /// What the reader may do about a file that cannot be joined.
  private static func joiningHint(_ error: HuskError) -> String? {
    if error.code == .notHusk { return "only files of blocks can be joined" }
    return KeyOptions.hint(error.code)
  }

  /// What the reader may do about a file that cannot be merged.
  private static func mergingHint(_ error: HuskError) -> String? {
    switch error.code {
    case .notHusk: "only files of blocks can be joined"
    case .missingKey, .unsupportedEncryption, .invalidSelection, .unexpectedCharacter:
      "without --merge the files are joined as they are"
    default: nil
    }
  }
}

extension Option {
  /// Makes one file of several.
  package static let merge = Option(
    "merge", summary: "make one file with one index of them",
    conflicts: ["key", "passphrase", "passphrase-file"])
}
