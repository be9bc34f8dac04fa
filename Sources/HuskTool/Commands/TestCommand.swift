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
    operands: [
      Operand(
        name: "FILE", count: .several, kind: .file,
        summary: "the files to verify; '-' is standard input")
    ],
    options: [.threads, .depth, .quiet, .progress, .noProgress] + MessageDecoding.options,
    examples: [Example(line: "husk test *.husk", effect: "Prints a line per file")]
  ) { arguments, io throws(ToolError) in
    try Inputs.forEach(arguments, io) { (file) throws(ToolError) in
      let line = try verify(file, arguments, io)
      if !arguments.has(.quiet) { try io.print(line) }
    }
  }

  private static func verify(
    _ file: String?, _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> String {
    let source = try Source(file, io: io)
    var bar = ProgressBar(
      source.name, byteCount: source.byteCount, Transformation.progressMode(arguments), io: io)
    defer { bar.erase() }
    func run<Coder: StreamCoder & ~Copyable>(
      _ coder: consuming Coder, _ hint: (HuskError) -> String?
    ) throws(ToolError) -> StreamProgress {
      var coder = coder
      try Transformation.pump(source, through: &coder, hint: hint) {
        (_, readCount, progress) throws(ToolError) in
        bar.update(readCount, progress)
      }
      return coder.progress
    }
    let template = arguments.value(of: TemplateOptions.decodingTemplate)
    let options = try KeyOptions.decodeOptions(arguments, io, verifiesSections: true)
    let messages = try TemplateAccess(arguments, io).messageDecoder(template, options)
    let progress: StreamProgress
    if arguments.has(TemplateOptions.encodedMessages) {
      progress = try run(MessageStreamDecoder(messages), messagesHint)
    } else if template != nil {
      progress = try run(
        WholeCoder { bytes throws(HuskError) in try decode(bytes, messages) }, decodingHint)
    } else {
      progress = try run(
        StreamDecoder(
          options: options, threadCount: Transformation.threadCount(arguments), messages: messages),
        decodingHint)
    }
    let sizes = Transformation.summary(progress.outputByteCount, progress.inputByteCount)
    return "\(Printable.text(source.name)): ok, \(sizes)\n"
  }
}
