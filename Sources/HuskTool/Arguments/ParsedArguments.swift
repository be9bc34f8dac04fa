// SPDX-License-Identifier: Apache-2.0

/// What the command line asks a command to do.
package struct ParsedArguments: Sendable, Equatable {
  /// The operands, in order.
  package var operands: [String] = []
  /// The values of the options that were given, by long name; a flag has none.
  private var values: [String: [String]] = [:]

  /// Creates the arguments of a command line that gives none.
  package init() {}

  /// Notes that an option was given.
  package mutating func add(_ option: Option, value: String?) {
    values[option.name, default: []] += value.map { [$0] } ?? []
  }

  /// Whether an option was given.
  package func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// Whether an option of a long name was given.
  package func has(named name: String) -> Bool { values[name] != nil }

  /// The last value that was given for an option, or `nil` if there is none.
  package func value(of option: Option) -> String? { values[option.name]?.last }

  /// All values that were given for an option, in order.
  package func values(of option: Option) -> [String] { values[option.name] ?? [] }

  /// The last number that was given for an option, or `nil` if there is none.
  package func number(of option: Option) -> Int? { value(of: option).flatMap { Int($0) } }

  /// The choice that was made for an option whose words are the raw values of a type.
  ///
  /// - Parameters:
  ///   - option: An option whose words are the raw values of `Choice`; the parser has let no
  ///     others through.
  ///   - standard: What holds where the option was not given.
  /// - Returns: The choice.
  package func choice<Choice: RawRepresentable<String>>(
    of option: Option, standard: Choice
  ) -> Choice {
    value(of: option).flatMap(Choice.init(rawValue:)) ?? standard
  }
}
