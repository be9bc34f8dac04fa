// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk template list`.
  package static let listTemplates = Command(
    "template list", summary: "list the templates in the store",
    details: [
      """
      Lists the templates in the store by name and version: the start of the identity, the size, when \
      it was stored, and when it expires. What has expired still decodes messages, but encodes none.
      """
    ],
    operands: [
      Operand(
        name: "NAME", count: .optional, kind: .templateName,
        summary: "the name whose versions to list; without it, all are")
    ],
    options: [.json, TemplateOptions.store],
    examples: [Example(line: "husk template list", effect: "Lists all templates")]
  ) { arguments, io throws(ToolError) in
    let access = TemplateAccess(arguments, io)
    let store = try access.existingStore()
    let entries = try access.explaining { () throws(TemplateStoreError) in
      try store.entries(named: arguments.operands.first)
    }
    if arguments.has(.json) {
      try io.write(TemplateListing.json(entries))
    } else {
      try io.print(TemplateListing.text(entries, at: access.now))
    }
    return .success
  }

  /// `husk template show`.
  package static let showTemplate = Command(
    "template show", summary: "show what is in a template",
    details: [
      """
      Shows what is known of a template, the shapes of its objects, and for each place of a value \
      which values are listed in it and how others are written. What is shown is all that a template \
      gives away.
      """
    ],
    operands: [templateOperand],
    options: [.json, .full, TemplateOptions.store],
    examples: [
      Example(line: "husk template show events", effect: "Shows the newest version of events"),
      Example(
        line: "husk template show -v events@2", effect: "Shows every value that is listed in it"),
    ]
  ) { arguments, io throws(ToolError) in
    let known = try TemplateAccess(arguments, io).template(arguments.operands[0])
    if arguments.has(.json) {
      try io.write(TemplateJSON.bytes(known))
    } else {
      try io.print(TemplateText.text(known, detail: arguments.has(.full) ? .full : .brief))
    }
    return .success
  }

  /// `husk template diff`.
  package static let diffTemplates = Command(
    "template diff", summary: "compare what messages of two templates may hold",
    details: [
      """
      Says what those who expect messages of A miss in messages of B, and the other way round: \
      fields that are gone or may be absent, and values of kinds that were not seen before. A \
      message names its template by identity, so each is decoded with its own; this is about what \
      is in it.
      """,
      """
      The exit status is 0 where those who expect A can read B, otherwise 1.
      """,
    ],
    operands: [
      Operand(
        name: "A", count: .one, kind: .template, summary: "the template that readers know"),
      Operand(name: "B", count: .one, kind: .template, summary: "the template that may follow it"),
    ],
    options: [.json, TemplateOptions.store],
    examples: [
      Example(
        line: "husk template diff events@1 events@2",
        effect: "Says whether readers of version 1 can read version 2")
    ]
  ) { arguments, io throws(ToolError) in
    let access = TemplateAccess(arguments, io)
    let old = try access.template(arguments.operands[0])
    let new = try access.template(arguments.operands[1])
    let difference = TemplateDifference(old.template, new.template)
    if arguments.has(.json) {
      try io.write(TemplateDifferenceText.json(difference, old.title, new.title))
    } else {
      try io.print(TemplateDifferenceText.text(difference, old.title, new.title))
    }
    return difference.forward.isEmpty ? .success : .failure
  }

  /// The operand of commands about one template.
  static let templateOperand = Operand(
    name: "TEMPLATE", count: .one, kind: .template,
    summary: "NAME, NAME@VERSION, id:HEX, or a template file")
}
