// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk test`.
  package static let test = Command(
    "test", summary: "verify encoded files without writing anything",
    details: [
      """
      Decodes each FILE and checks the result, as 'husk decode' does. All files are tried; the \
      exit status is 0 if all of them are good.
      """
    ],
    operand: Operand(
      name: "FILE", count: .several, kind: .file,
      summary: "the files to verify; '-' is standard input"),
    options: [.threads, .quiet, .progress, .noProgress],
    examples: [Example(line: "husk test *.husk", effect: "Prints a line per file")]
  ) { arguments, io throws(ToolError) in
    var status = ExitStatus.success
    for file in arguments.operands {
      do throws(ToolError) {
        let line = try verify(file, arguments, io)
        if !arguments.has(.quiet) { try io.print(line) }
      } catch {
        if error == .closedPipe { throw error }
        io.log(error.report)
        status = .failure
      }
    }
    return status
  }

  private static func verify(
    _ file: String, _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> String {
    let source = try Source(file, io: io)
    var bar = ProgressBar(
      source.name, byteCount: source.byteCount, Transformation.progressMode(arguments), io: io)
    defer { bar.erase() }
    var decoder = StreamDecoder(
      options: DecodeOptions(verifiesSections: true),
      threadCount: Transformation.threadCount(arguments))
    try Transformation.pump(source, through: &decoder, hint: decodingHint) {
      (_, readCount, progress) throws(ToolError) in
      bar.update(readCount, progress)
    }
    let progress = decoder.progress
    let sizes = Transformation.summary(progress.inputByteCount, progress.outputByteCount)
    return "\(Printable.text(source.name)): ok, \(sizes)\n"
  }
}
