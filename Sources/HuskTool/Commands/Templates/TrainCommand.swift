// SPDX-License-Identifier: Apache-2.0

package import Husk
package import HuskCore

extension Command {
  /// The commands that begin with `template`.
  package static var templates: [Command] {
    [
      trainTemplate, listTemplates, showTemplate, diffTemplates, exportTemplate, importTemplates,
      refreshTemplate, removeTemplate,
    ]
  }

  /// `husk template train`.
  package static let trainTemplate = Command(
    "template train", summary: "learn a template from messages of one kind",
    details: [
      """
      Learns from each JSON text in FILE what messages of the kind have in common, keys, values that \
      recur, forms of numbers and strings, and stores it as the next version of NAME. 'husk encode \
      --template NAME' then makes small messages. The same messages give the same template.
      """,
      """
      A template goes to everybody who decodes messages, so it must not hold secrets. Only what \
      stands in K messages or more goes in (--min-support); keys count like values. --exclude keeps \
      the values of some fields out, with all that is in them, and --no-values all values. What is \
      left out still travels in the messages.
      """,
      """
      --model puts whole messages in the template too, which teach a model what messages are like. \
      Messages become smaller, and take about ten times as long to encode and decode. Values of single \
      messages are in the template then, unless --min-support says otherwise: it is for those who may \
      see the messages.
      """,
      """
      Prints NAME@VERSION and the identity, which is the SHA-256 of the content. Of FILE, the first \
      \(Prose.bytes(TrainingInput.byteLimit)) are looked at.
      """,
    ],
    operands: [
      Operand(
        name: "NAME", count: .one, kind: .templateName, summary: "the name of the template"),
      Operand(
        name: "FILE", count: .several, kind: .file,
        summary: "messages, one in each file or several; '-' is standard input"),
    ],
    options: [
      TemplateOptions.budget, TemplateOptions.maxAge, TemplateOptions.minSupport,
      TemplateOptions.exclude, TemplateOptions.model, TemplateOptions.noValues,
      TemplateOptions.store, .quiet,
    ],
    examples: [
      Example(
        line: "husk template train events --max-age 30d sample.ndjson",
        effect: "Stores events@1, or the next version"),
      Example(
        line: "husk template train orders --exclude customer.name,note *.json",
        effect: "Keeps names and notes of customers out of the template"),
      Example(
        line: "husk template train readings --model --exclude device.owner sample.ndjson",
        effect: "Makes a template for the smallest messages"),
    ]
  ) { arguments, io throws(ToolError) in
    var trainer = TemplateTrainer(options: TemplateOptions.training(arguments))
    for file in arguments.operands.dropFirst() {
      let source = try Source(file, io: io)
      let input = try TrainingInput(source)
      do throws(HuskError) {
        try trainer.add(input.sample)
      } catch { throw ToolError(error.description, in: source.name) }
    }
    let template: MessageTemplate
    do throws(HuskError) {
      template = try trainer.train()
    } catch { throw ToolError(error.description) }
    let access = TemplateAccess(arguments, io)
    let record = try access.put(template, named: arguments.operands[0], arguments)
    try io.print("\(record.name)@\(record.version) \(record.id)\n")
    TemplateOptions.hint(at: trainer, arguments, io, takesAll: "--min-support 1")
    if io.errorIsTerminal && !arguments.has(.quiet) {
      let count = Prose.count(trainer.messageCount, "message")
      io.log("learnt from \(count), \(Prose.count(record.content.count, "byte"))\n")
    }
    return .success
  }
}

extension TemplateAccess {
  /// Stores a template as the next version of a name, to expire as a command line says.
  package func put(
    _ template: MessageTemplate, named name: String, _ arguments: ParsedArguments
  ) throws(ToolError) -> TemplateRecord {
    let expires = expiry(arguments)
    let store = try store()
    return try explaining { () throws(TemplateStoreError) in
      let record = try store.put(template.content, named: name, expires: expires)
      guard record.expires != expires else { return record }
      // The newest version had the same content already, with an expiry of its own.
      _ = try store.setExpiry(expires, of: record.entry)
      return record
    }
  }

  /// When what a command line makes expires.
  package func expiry(_ arguments: ParsedArguments) -> Int64? {
    arguments.value(of: TemplateOptions.maxAge).flatMap(TemplateOptions.seconds).map { now + $0 }
  }
}

/// The start of an input, as much as a template is learnt from.
package struct TrainingInput {
  /// The most that is looked at.
  package static let byteLimit = 64_000_000

  /// The bytes that were read.
  package private(set) var bytes: [UInt8] = []

  /// Reads the start of a source.
  package init(_ source: borrowing Source) throws(ToolError) {
    while bytes.count < Self.byteLimit {
      let piece = try source.read()
      if piece.isEmpty { return }
      bytes += piece
    }
  }

  /// The bytes, without the line at the end that may be cut off.
  package var sample: [UInt8] {
    guard bytes.count >= Self.byteLimit, let end = bytes.lastIndex(of: ASCII.lineFeed) else {
      return bytes
    }
    return Array(bytes[...end])
  }
}
