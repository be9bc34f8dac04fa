// SPDX-License-Identifier: Apache-2.0

/// What may stand where the command line takes a value.
///
/// The parser checks it, the help and the manual page name it, and shells complete it.
package enum ValueKind: Sendable, Equatable {
  /// The path of a file.
  case file
  /// One of a few words.
  case choice([String])
  /// An integer of a range.
  case number(ClosedRange<Int>)
  /// The name of a command of the tool.
  case command
  /// Paths of fields with commas between.
  case fields
  /// A range of row numbers such as `100:200`.
  case rows
  /// The path of one field.
  case path
  /// How long something lasts, such as `7d`.
  case duration
  /// A size such as `64K`.
  case byteCount
  /// A size such as `64M`, without a limit.
  case fileSize
  /// The name of a template, with or without a version, its identity, or its file.
  case template
  /// The name of a template alone.
  case templateName
  /// Names of methods with commas between.
  case methods
  /// What `husk mask` prints, which may begin with a hyphen.
  case mask
  /// Any text: an address, or the name of something that the tool does not know.
  case text

  /// Whether it is neither the name of a file nor one of a few words.
  package var isFree: Bool {
    switch self {
    case .number, .fields, .rows, .path, .duration, .byteCount, .fileSize, .templateName,
      .methods, .mask, .text:
      true
    case .file, .choice, .command, .template: false
    }
  }

  /// The words to choose from, or `nil` where there is no such list.
  package var choices: [String]? {
    switch self {
    case .file, .number, .fields, .rows, .path, .duration, .byteCount, .fileSize, .template,
      .templateName, .methods, .mask, .text:
      nil
    case .choice(let words): words
    case .command: CommandGroup.entries.map(\.name)
    }
  }
}
