// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk template export`.
  package static let exportTemplate = Command(
    "template export", summary: "write a template to a file",
    details: [
      """
      Writes a template of the store to a file, for other machines to import. It is named \
      NAME@VERSION\(TemplateSpecifier.fileNameSuffix), with '_' for '/', unless -o or -c choose \
      otherwise.
      """
    ],
    operands: [templateOperand],
    options: [.output, .stdout, .force, TemplateOptions.store],
    examples: [
      Example(
        line: "husk template export events",
        effect: "Writes events@1\(TemplateSpecifier.fileNameSuffix)")
    ]
  ) { arguments, io throws(ToolError) in
    let known = try TemplateAccess(arguments, io).template(arguments.operands[0])
    let file = TemplateFile(
      known.template, name: known.entry?.name ?? "", version: known.entry?.version ?? 0)
    guard let file else { throw ToolError("the template has a name that is none") }
    let name = known.title.replacing("/", with: "_") + TemplateSpecifier.fileNameSuffix
    let path = arguments.value(of: .output) ?? (arguments.has(.stdout) ? "-" : name)
    var destination =
      path == "-"
      ? try Destination(standardOutputFor: .binary, io: io)
      : try Destination(
        path, for: .binary, madeFrom: nil, existing: arguments.has(.force) ? .replaced : .kept,
        io: io)
    try destination.write(file.bytes)
    try destination.finish()
    return .success
  }

  /// `husk template import`.
  package static let importTemplates = Command(
    "template import", summary: "add templates from files to the store",
    details: [
      """
      Adds the template in each FILE as the next version of the name that is in it, unless it is the \
      newest version already. The identity stays, and is what messages go by; the version may be \
      another than on the machine it comes from. Prints NAME@VERSION and the identity.
      """
    ],
    operands: [
      Operand(
        name: "FILE", count: .several, kind: .file, summary: "what 'husk template export' wrote")
    ],
    options: [TemplateOptions.maxAge, TemplateOptions.name, TemplateOptions.store],
    examples: [
      Example(
        line: "husk template import events@1\(TemplateSpecifier.fileNameSuffix)",
        effect: "Stores it as events@1, or the next version")
    ]
  ) { arguments, io throws(ToolError) in
    let access = TemplateAccess(arguments, io)
    for path in arguments.operands {
      let known = try access.template(asFile: path)
      let name = arguments.value(of: TemplateOptions.name) ?? known.name
      guard !name.isEmpty else {
        throw .usage("the template has no name", in: path, hint: "give it one with --name")
      }
      let record = try access.put(known.template, named: name, arguments)
      try io.print("\(record.name)@\(record.version) \(record.id)\n")
    }
    return .success
  }

  /// `husk template refresh`.
  package static let refreshTemplate = Command(
    "template refresh", summary: "give a template another time to expire",
    details: [
      """
      Lets a template of the store expire later, or never where no --max-age is given. Identity, name \
      and version stay. Use it where the messages are still of that kind; 'husk template train' \
      makes a new version where they are not.
      """
    ],
    operands: [templateOperand],
    options: [TemplateOptions.maxAge, TemplateOptions.store],
    examples: [
      Example(
        line: "husk template refresh events --max-age 30d",
        effect: "Lets the newest version of events live 30 days from now")
    ]
  ) { arguments, io throws(ToolError) in
    let access = TemplateAccess(arguments, io)
    let record = try access.stored(arguments.operands[0])
    let store = try access.store()
    let expires = access.expiry(arguments)
    let entry = try access.explaining { () throws(TemplateStoreError) in
      try store.setExpiry(expires, of: record.entry)
    }
    guard let entry else { throw ToolError("'\(arguments.operands[0])' was just removed") }
    let end = entry.expires.map { "expires \(POSIX.dateText($0))" } ?? "never expires"
    try io.print("\(entry.name)@\(entry.version) \(end)\n")
    return .success
  }

  /// `husk template remove`.
  package static let removeTemplate = Command(
    "template remove", summary: "remove a template from the store",
    details: [
      """
      Removes one version of a template, or all versions of NAME with --all. Messages that were \
      made with it cannot be decoded afterwards, unless somebody else has it. A version that was \
      removed is not handed out again.
      """
    ],
    operands: [
      Operand(
        name: "TEMPLATE", count: .one, kind: .template,
        summary: "NAME@VERSION or id:HEX, or NAME with --all")
    ],
    options: [TemplateOptions.all, TemplateOptions.store],
    examples: [Example(line: "husk template remove events@1", effect: "Removes version 1")]
  ) { arguments, io throws(ToolError) in
    let access = TemplateAccess(arguments, io)
    let word = arguments.operands[0]
    let store = try access.store()
    var entries: [TemplateEntry] = []
    switch TemplateSpecifier(word) {
    case .latest(let name) where arguments.has(TemplateOptions.all):
      entries = try access.explaining { () throws(TemplateStoreError) in
        try store.entries(named: name)
      }
      if entries.isEmpty { _ = try access.stored(word) }
    case .latest:
      throw .usage(
        "'\(word)' is a name without a version",
        hint: "name one version as \(word)@1, or remove all of them with --all")
    default: entries = [try access.stored(word).entry]
    }
    for entry in entries {
      let wasThere = try access.explaining { () throws(TemplateStoreError) in
        try store.remove(entry)
      }
      if wasThere { try io.print("\(entry.name)@\(entry.version) \(entry.id)\n") }
    }
    return .success
  }
}

extension TemplateAccess {
  /// Looks up what must be in the store, not in a file.
  fileprivate func stored(_ word: String) throws(ToolError) -> TemplateRecord {
    switch TemplateSpecifier(word) {
    case .file, nil:
      throw .usage(
        "'\(word)' is not a template of the store", hint: "name it as NAME, NAME@VERSION or id:HEX")
    case let specifier?: try record(specifier)
    }
  }

  /// Reads a file that is to be imported, whatever it is called.
  fileprivate func template(
    asFile path: String
  ) throws(ToolError) -> (template: MessageTemplate, name: String) {
    let file = try file(path)
    do throws(HuskError) {
      return (try file.template(), file.name)
    } catch { throw ToolError(error.description, in: path) }
  }
}

extension TemplateOptions {
  /// The name of what is imported.
  static let name = Option(
    "name", value: Option.Value(name: "NAME", kind: .templateName),
    summary: "store it under this name instead")
  /// All versions.
  static let all = Option("all", summary: "remove all versions of NAME")
}
