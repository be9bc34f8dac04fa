// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Reads the arguments of one command by its description.
///
/// Options and operands may come in any order until `--`, after which all are operands. Short
/// flags may be combined (`-fq`), and the last of them may take its value (`-fo OUT`, `-foOUT`).
/// A long option takes its value after `=` or as the next argument.
package struct ArgumentParser {
  private let command: Command
  private var remaining: ArraySlice<String>
  private var result = ParsedArguments()

  /// Reads the arguments that follow the name of a command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the name of the command.
  ///   - command: The command that they are for.
  /// - Returns: What was asked for. If that is ``Option/help``, nothing after it was looked at.
  /// - Throws: ``ToolError`` of status 2 with a hint.
  package static func parse(
    _ arguments: some Sequence<String>, for command: Command
  ) throws(ToolError) -> ParsedArguments {
    var parser = ArgumentParser(command: command, remaining: Array(arguments)[...])
    try parser.run()
    return parser.result
  }

  private init(command: Command, remaining: ArraySlice<String>) {
    self.command = command
    self.remaining = remaining
  }

  private mutating func run() throws(ToolError) {
    while let argument = remaining.popFirst() {
      if argument == "--" {
        for operand in remaining { try addOperand(operand) }
        break
      } else if isMask(argument) {
        try addOperand(argument)
      } else if argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2))
      } else if argument.hasPrefix("-") && argument != "-" {
        try readShort(argument.dropFirst())
      } else {
        try addOperand(argument)
      }
      if result.has(.help) { return }
    }
    try checkCompleteness()
  }

  /// Masks are longer than flags that are combined, and the names of options.
  private static let leastMaskLength = 23

  /// Whether an argument is a mask where the command takes masks.
  private func isMask(_ argument: String) -> Bool {
    command.operands.last?.kind == .mask && argument.utf8.count >= Self.leastMaskLength
      && argument.utf8.allSatisfy(Base64Digits.isForAddresses)
  }

  private mutating func readLong(_ argument: Substring) throws(ToolError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0]
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      let nearest = Suggestion.nearest(
        to: String(name), among: command.allOptions.map(\.name))
      throw usage("unknown option '--\(name)'", hint: nearest.map { "did you mean '--\($0)'?" })
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.value == nil, attached != nil {
      throw usage("option '\(option.longForm)' takes no value")
    }
    try add(option, as: option.longForm, attached: attached)
  }

  private mutating func readShort(_ letters: Substring) throws(ToolError) {
    var letters = letters
    while let letter = letters.popFirst() {
      if let digit = letter.wholeNumberValue,
        let option = command.allOptions.first(where: { $0.digits?.contains(digit) ?? false })
      {
        guard letters.first?.isWholeNumber != true else {
          let digits = letters.prefix(while: \.isWholeNumber)
          throw usage(
            "'-\(letter)\(digits)' is not a value of \(option.longForm)",
            hint: Self.range(option.digits.map { $0.map(String.init) } ?? []))
        }
        try checkConflicts(of: option, as: "-\(letter)")
        result.add(option, value: String(digit))
        continue
      }
      guard let option = command.allOptions.first(where: { $0.short == letter }) else {
        throw usage(
          "unknown option '-\(letter)'",
          hint: """
            'husk \(command.name) --help' lists what it takes; '--' stands before names that begin with '-'
            """)
      }
      guard option.value == nil || letters.isEmpty else {
        try add(option, as: "-\(letter)", attached: String(letters))
        return
      }
      try add(option, as: "-\(letter)", attached: nil)
    }
  }

  private mutating func add(
    _ option: Option, as form: String, attached: String?
  ) throws(ToolError) {
    try checkConflicts(of: option, as: option.longForm)
    guard let value = option.value else { return result.add(option, value: nil) }
    guard let word = attached ?? remaining.popFirst(), !word.isEmpty else {
      throw usage("option '\(form)' needs a value, \(value.name)")
    }
    try check(word, for: form, value.kind)
    result.add(option, value: word)
  }

  private func checkConflicts(of option: Option, as form: String) throws(ToolError) {
    for name in option.conflicts where result.has(named: name) {
      throw usage("'--\(name)' and '\(form)' cannot be given together")
    }
  }

  private mutating func addOperand(_ argument: String) throws(ToolError) {
    guard let last = command.operands.last else {
      throw usage("'husk \(command.name)' takes no operand, but '\(argument)' was given")
    }
    let index = result.operands.count
    guard index < command.operands.count || last.count == .several || last.count == .any else {
      throw usage("one \(last.name) at most, but '\(argument)' was given too")
    }
    let operand = index < command.operands.count ? command.operands[index] : last
    try check(argument, for: operand.name, operand.kind)
    result.operands.append(argument)
  }

  private func check(_ word: String, for place: String, _ kind: ValueKind) throws(ToolError) {
    if case .number(let range) = kind {
      guard let number = Int(word), range.contains(number) else {
        throw usage(
          "'\(word)' is not a value of \(place)",
          hint: "choose a number from \(range.lowerBound) to \(range.upperBound)")
      }
    }
    if let isValid = SelectionOptions.isValid(word, kind), !isValid {
      throw usage(
        "'\(word)' is not a value of \(place)", hint: SelectionOptions.hint(kind))
    }
    if let isValid = TemplateOptions.isValid(word, kind), !isValid {
      throw usage("'\(word)' is not a value of \(place)", hint: TemplateOptions.hint(kind))
    }
    if let isValid = SplitOptions.isValid(word, kind), !isValid {
      throw usage("'\(word)' is not a value of \(place)", hint: SplitOptions.hint)
    }
    if kind == .methods, !BenchOptions.areMethods(word) {
      throw usage("'\(word)' is not a value of \(place)", hint: BenchOptions.hint)
    }
    // The command that takes the name of another reports an unknown one itself.
    guard case .choice(let choices) = kind, !choices.contains(word) else { return }
    let nearest = Suggestion.nearest(to: word, among: choices)
    throw usage(
      "'\(word)' is not a value of \(place)",
      hint: Self.range(choices) ?? nearest.map { "did you mean '\($0)'?" }
        ?? "choose \(Prose.list(choices, "or"))")
  }

  /// What to choose among numbers that follow one another.
  private static func range(_ choices: [String]) -> String? {
    let numbers = choices.compactMap { Int($0) }
    guard numbers.count == choices.count, let first = numbers.first, let last = numbers.last else {
      return nil
    }
    return "choose a number from \(first) to \(last)"
  }

  private func checkCompleteness() throws(ToolError) {
    let needed = command.operands.filter { $0.count == .one || $0.count == .several }
    guard result.operands.count < needed.count else { return }
    throw usage("'husk \(command.name)' needs a \(needed[result.operands.count].name)")
  }

  private func usage(_ message: String, hint: String? = nil) -> ToolError {
    .usage(message, hint: hint ?? "'husk \(command.name) --help' lists what it takes")
  }
}
