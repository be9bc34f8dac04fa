// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// The manual page, in the `man` macros of roff, generated from the descriptions of the commands.
package enum ManualPage {
  /// The page for section 1.
  package static func text() -> String {
    var page = """
      .\\" Written by 'husk manual'; do not edit.
      .TH HUSK 1 "" "husk \(Husk.version)" "User Commands"
      .ad l
      .nh
      .SH NAME
      husk \\- make JSON compact and give every byte of it back
      .SH SYNOPSIS

      """
    page += Command.all.map(synopsis).joined(separator: ".br\n")
    page += ".SH DESCRIPTION\n" + paragraphs(description)
    page += ".SH COMMANDS\n" + Command.all.map(section).joined()
    page += ".SH OPTIONS\nWithout a command,\n.B husk\ntakes these:\n"
    page += Option.ofTool.map(entry).joined()
    page += ".SH EXIT STATUS\n"
    for (status, meaning) in statuses { page += ".TP\n.B \(status)\n\(escape(meaning)).\n" }
    page += ".SH EXAMPLES\n" + Command.all.flatMap(\.examples).map(example).joined()
    page += ".SH SEE ALSO\n.BR jq (1),\n.BR zstd (1)\n"
    return page
  }

  private static let description = [
    """
    Husk separates what JSON documents have in common from the values in which they differ, and \
    keeps only the values. What it decodes is the text that was encoded, byte for byte: \
    whitespace, the order of keys, the spelling of numbers and strings, everything.
    """,
    """
    A named output appears when it is complete, or not at all, whatever goes wrong. The input is \
    kept. A file that exists is overwritten only with -f. Errors say where in the input they are.
    """,
  ]

  private static let statuses = [
    (ExitStatus.success.rawValue, "All went well"),
    (ExitStatus.failure.rawValue, "The input or the system is at fault"),
    (ExitStatus.usage.rawValue, "The command line is at fault"),
  ]

  private static func synopsis(_ command: Command) -> String {
    let parts = HelpText.synopsis(command).joined(separator: " ")
    return ".B husk \(escape(command.name))\n\(escape(parts))\n"
  }

  private static func section(_ command: Command) -> String {
    var text = ".SS \(escape(command.name))\n" + paragraphs(command.details)
    for operand in command.operands {
      text += ".TP\n.I \(escape(operand.name))\n\(sentence(operand.fullSummary))\n"
    }
    return text + command.options.map(entry).joined()
  }

  private static func entry(_ option: Option) -> String {
    let forms = ((option.digitForms.map { [$0] } ?? []) + option.forms).map {
      "\\fB\(escape($0))\\fR"
    }.joined(separator: ", ")
    let value = option.value.map { " \\fI\(escape($0.name))\\fR" } ?? ""
    return ".TP\n\(forms)\(value)\n\(sentence(option.fullSummary))\n"
  }

  private static func example(_ example: Command.Example) -> String {
    ".TP\n.B \(escape(example.line))\n\(escape(example.effect)).\n"
  }

  private static func paragraphs(_ texts: [String]) -> String {
    texts.map { Prose.wrap(escape($0), width: Prose.lineWidth).map { $0 + "\n" }.joined() }
      .joined(separator: ".PP\n")
  }

  private static func sentence(_ phrase: String) -> String {
    let sentence = escape(phrase.prefix(1).uppercased() + phrase.dropFirst()) + "."
    return Prose.wrap(sentence, width: Prose.lineWidth).joined(separator: "\n")
  }

  /// Keeps roff from reading a meaning into text, wherever its lines are broken.
  private static func escape(_ text: some StringProtocol) -> String {
    var result = ""
    var previous: Character = " "
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      // Typewriter quotes, which roff would make curly.
      case "'": result += "\\(aq"
      // A line that starts with a full stop would be a request.
      case "." where previous == " ": result += "\\&."
      default: result.append(character)
      }
      previous = character
    }
    return result
  }
}
