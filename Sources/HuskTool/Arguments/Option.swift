// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// An option of a command, described once for the parser, the help, the manual and the shells.
package struct Option: Sendable, Equatable {
  /// The value that an option takes.
  package struct Value: Sendable, Equatable {
    /// The name of the value in help texts, in capitals.
    package var name: String
    /// What may stand there.
    package var kind: ValueKind
    /// What holds where the option is not given, if that is one of the choices.
    package var standard: String?
  }

  /// The long name, without its dashes.
  package var name: String
  /// The letter of the short form, if there is one.
  package var short: Character?
  /// The value it takes, or `nil` for a flag.
  package var value: Value?
  /// The digits that are short forms, each for itself as the value; they are choices of the value.
  package var digits: ClosedRange<Int>?
  /// What it does, as an imperative without a full stop.
  package var summary: String
  /// The long names of the options that cannot be given with it.
  package var conflicts: [String]

  /// Creates an option from its parts.
  package init(
    _ name: String, _ short: Character? = nil, value: Value? = nil,
    digits: ClosedRange<Int>? = nil, summary: String, conflicts: [String] = []
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.digits = digits
    self.summary = summary
    self.conflicts = conflicts
  }

  /// The long form as it is typed.
  package var longForm: String { "--\(name)" }

  /// Every form as it is typed, the short one first.
  package var forms: [String] { (short.map { ["-\($0)"] } ?? []) + [longForm] }

  /// The digits as they are typed: `-1...-9`.
  package var digitForms: String? {
    digits.map { "-\($0.lowerBound)...-\($0.upperBound)" }
  }

  /// The summary, followed by the choices where the value has some.
  package var fullSummary: String {
    guard let value, digits == nil, let choices = value.kind.choices else { return summary }
    let words = choices.map { $0 == value.standard ? "\($0) (default)" : $0 }
    return "\(summary): \(Prose.list(words, "or"))"
  }
}

extension Option {
  /// The option that every command has.
  package static let help = Option("help", "h", summary: "print this help")
  /// The option that the tool has besides help, where no command is named.
  package static let version = Option("version", "V", summary: "print the version")

  /// The options that stand where no command is named.
  package static let ofTool = [help, version]

  /// Where the result goes, instead of to the file that the name of the input suggests.
  package static let output = Option(
    "output", "o", value: Value(name: "OUT", kind: .file),
    summary: "write to the file OUT; '-' is standard output", conflicts: ["stdout"])
  /// The same where several inputs may have a result each.
  package static let results = Option(
    "output", "o", value: Value(name: "OUT", kind: .file),
    summary: "write to the file OUT, or into the directory OUT; '-' is standard output",
    conflicts: ["stdout"])
  /// Sends the result to standard output, also that of a file.
  package static let stdout = Option(
    "stdout", "c", summary: "write to standard output", conflicts: ["output", "rm"])
  /// Lets the result take the place of a file.
  package static let force = Option(
    "force", "f", summary: "overwrite a file that exists")
  /// Keeps what was read, as is done anyway.
  package static let keep = Option(
    "keep", "k", summary: "keep INPUT, as is done unless --rm is given", conflicts: ["rm"])
  /// Removes what was read.
  package static let remove = Option(
    "rm", summary: "remove INPUT once its result is on the disk",
    conflicts: ["keep", "stdout", "fields", "rows", "at", "redact"])
  /// Leaves out what is not an error.
  package static let quiet = Option(
    "quiet", "q", summary: "print nothing but errors", conflicts: ["verbose"])
  /// How many threads work at once.
  package static let threads = Option(
    "threads", "T", value: Value(name: "N", kind: .number(0...256)),
    summary: "work on N blocks at once; 0 is the number of processors (default: that, at most 4)")
  /// Asks for another ``Limits/depth``.
  package static let depth = Option(
    "depth", value: Value(name: "N", kind: .number(1...Limits.maxDepth)),
    summary: "let arrays and objects stand N deep in one another (default: \(Limits().depth))")
  /// What the reader may do about arrays and objects that stand deeper in one another.
  package static func depthHint(_ error: HuskError) -> String? {
    guard error.code == .limitExceeded, error.context.contains("limit of depth") else { return nil }
    return "--\(depth.name) lets them stand deeper, up to \(Limits.maxDepth)"
  }
  /// Shows a ``ProgressBar`` where none would be.
  package static let progress = Option(
    "progress", summary: "show progress from the start, on whatever standard error is",
    conflicts: ["no-progress"])
  /// Leaves out the ``ProgressBar``.
  package static let noProgress = Option(
    "no-progress", summary: "show no progress, even on a terminal", conflicts: ["progress"])
  /// Adds sizes, also where nobody is watching.
  package static let verbose = Option(
    "verbose", "v", summary: "print sizes to standard error", conflicts: ["quiet"])
}
