// SPDX-License-Identifier: Apache-2.0

/// The shells that the tool can teach its command line.
package enum Shell: String, Sendable, CaseIterable {
  /// GNU Bash, 3.2 or newer.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3.0 or newer.
  case fish

  /// The file that makes the shell complete `husk`.
  package var completion: String {
    switch self {
    case .bash: BashCompletion.text()
    case .zsh: ZshCompletion.text()
    case .fish: FishCompletion.text()
    }
  }

  /// A text as one word of shell input, whatever is in it.
  ///
  /// fish lets `\` escape inside single quotes, the others do not; the text of a description holds
  /// no backslash, so that leaving the quotes for an apostrophe serves all three.
  package static func quote(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
