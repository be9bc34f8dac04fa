// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

/// What `husk encode` does where a template is named: it makes messages.
struct MessageEncoding {
  private let arguments: ParsedArguments
  private let io: any ToolIO
  private let access: TemplateAccess
  private let hint: (HuskError) -> String?

  init(_ arguments: ParsedArguments, _ io: any ToolIO, hint: @escaping (HuskError) -> String?) {
    self.arguments = arguments
    self.io = io
    self.hint = hint
    access = TemplateAccess(arguments, io)
  }

  /// Whether a command line asks for messages.
  static func isAskedFor(_ arguments: ParsedArguments) -> Bool {
    [TemplateOptions.template, TemplateOptions.learn, TemplateOptions.messages]
      .contains(where: arguments.has)
  }

  /// Encodes the inputs.
  func run() throws(ToolError) -> ExitStatus {
    var options = EncodeOptions(
      layout: .row, isEnveloped: arguments.has(KeyOptions.envelope))
    options.key = try KeyOptions.sealingKey(arguments, io)
    var transformation = Transformation(
      content: options.content, outputPath: { $0 + options.fileNameSuffix }, hint: hint)
    transformation.isJoinable = false
    try transformation.check(arguments, io)
    try check()
    try warnOfKnownTemplate()
    return try Inputs.forEach(arguments, io) { (input) throws(ToolError) in
      try run(try Source(input, io: io), options, &transformation)
    }
  }

  /// Refuses what says nothing where messages are made.
  private func check() throws(ToolError) {
    if let layout = arguments.value(of: .layout), layout != Layout.row.rawValue {
      throw .usage("with a template, messages are made, in the layout 'row'")
    }
    let isSequence = arguments.has(TemplateOptions.messages)
    switch arguments.choice(of: .input, standard: EncodeOptions().input) {
    case .json where isSequence:
      throw .usage("'--messages' takes a sequence of texts", hint: "leave out --input json")
    case .ndjson where !isSequence:
      throw .usage(
        "a message is one text, not a sequence", hint: "--messages makes one of each text")
    default: break
    }
    guard !arguments.has(TemplateOptions.learn) else { return }
    for option in TemplateOptions.ofLearning where arguments.has(option) {
      throw .usage(
        "'\(option.longForm)' is for templates that are learnt", hint: "give --learn too")
    }
  }

  /// Says so where what a template is to be learnt with is of no use, as it is there already.
  private func warnOfKnownTemplate() throws(ToolError) {
    let useless = [TemplateOptions.exclude, TemplateOptions.noValues].filter(arguments.has)
    guard let name = arguments.value(of: TemplateOptions.learn), !useless.isEmpty,
      !arguments.has(.quiet), let known = try latest(named: name)
    else { return }
    for option in useless {
      io.log(
        "husk: warning: '\(option.longForm)' changes nothing: the template"
          + " \(known.name)@\(known.version) is there, and is used as it is\n")
    }
  }

  /// The template of that name that has not expired, if there is one.
  private func latest(named name: String) throws(ToolError) -> TemplateRecord? {
    let store = try access.store()
    let latest = try access.explaining { () throws(TemplateStoreError) in
      try store.latestTemplate(named: name)
    }
    guard let latest, !latest.isExpired(at: access.now) else { return nil }
    return latest
  }

  private func run(
    _ source: borrowing Source, _ options: EncodeOptions, _ transformation: inout Transformation
  ) throws(ToolError) {
    var start: [UInt8] = []
    let known = try template(source, &start)
    if arguments.has(.verbose), let entry = known.entry {
      io.log("template \(known.title), \(entry.id.description.prefix(16))\n")
    }
    let (form, first) = forms(known)
    let isMinified = arguments.has(.minify)
    let template = known.template
    if arguments.has(TemplateOptions.messages) {
      return try transformation.run(arguments, io, source, start) { _ in
        MessageStreamEncoder(
          template, form: form, firstForm: first, whitespace: isMinified ? .minified : .preserved,
          key: options.key)
      }
    }
    return try transformation.run(arguments, io, source, start) { _ in
      WholeCoder { json throws(HuskError) in
        var coder = MessageCoder(template)
        let text = isMinified ? try Minifier.minify(json, Limits()) : json
        return try Husk.wrap(try coder.encode(text, as: first), options)
      }
    }
  }

  /// The form of messages, and that of the first.
  private func forms(_ known: KnownTemplate) -> (MessageForm, MessageForm) {
    switch arguments.choice(of: TemplateOptions.embed, standard: TemplateOptions.Embedding.auto) {
    case .always: (.embedded, .embedded)
    case .never: (.bare, .bare)
    // The store of the reader may have it; what comes from a file is in no store.
    case .auto: known.entry == nil ? (.referenced, .embedded) : (.referenced, .referenced)
    }
  }

  /// The template that the command line names, trained on the start of the source where need be.
  private func template(
    _ source: borrowing Source, _ start: inout [UInt8]
  ) throws(ToolError) -> KnownTemplate {
    if let word = arguments.value(of: TemplateOptions.template) {
      let known = try access.template(word)
      if let entry = known.entry, let expires = entry.expires, entry.isExpired(at: access.now) {
        throw ToolError(
          "template \(known.title) expired \(POSIX.dateText(expires))",
          hint: "'husk template refresh' lets it live on, 'husk template train' replaces it")
      }
      return known
    }
    guard let name = arguments.value(of: TemplateOptions.learn) else {
      throw .usage("'--messages' needs a template", hint: "name one with --template or --learn")
    }
    if let latest = try latest(named: name) { return try access.known(latest) }
    let input = try TrainingInput(source)
    start = input.bytes
    var trainer = TemplateTrainer(options: TemplateOptions.training(arguments))
    let template: MessageTemplate
    do throws(HuskError) {
      try trainer.add(input.sample)
      template = try trainer.train()
    } catch { throw ToolError(error.description, in: source.name, hint: hint(error)) }
    TemplateOptions.hint(
      at: trainer, arguments, io, takesAll: "'husk template train --min-support 1'")
    return try access.known(try access.put(template, named: name, arguments))
  }
}

/// What `husk decode` and `husk test` do where messages may come.
enum MessageDecoding {
  /// The options that they look at.
  static let options =
    [
      TemplateOptions.decodingTemplate, TemplateOptions.encodedMessages, TemplateOptions.store,
    ] + KeyOptions.ofDecoding
}

extension TemplateOptions {
  /// The template of bare messages.
  static let decodingTemplate = Option(
    "template", value: Option.Value(name: "TEMPLATE", kind: .template),
    summary: "decode a message that does not name its template with this one",
    conflicts: ["fields", "rows", "at"])
}
