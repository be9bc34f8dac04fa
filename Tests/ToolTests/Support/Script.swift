// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool
import Testing

/// A test of the tool in the form of commands and the files they work on.
///
/// A line is a command, `!` before it turns the expectation around, words in single quotes may
/// hold spaces (`''` there is a quote), and `#` starts a comment. `-- NAME --` begins a file, which goes on to the next
/// such line. The commands are those of ``ScriptRun``.
struct Script: CustomTestStringConvertible {
  struct Line {
    var number: Int
    var isNegated: Bool
    var words: [String]
  }

  let name: String
  var lines: [Line] = []
  var files: [(name: String, text: String)] = []

  var testDescription: String { name }

  /// All scripts of the folder.
  static let all: [Script] = {
    let folder = Repository.path("Tests/ToolTests/Scripts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map { name in
      let contents = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return Script(name: name, text: String(decoding: contents, as: UTF8.self))
    }
  }()

  init(name: String, text: String) {
    self.name = name
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 {
        files.append((String(line.dropFirst(3).dropLast(3)), ""))
      } else if !files.isEmpty {
        // The last line of a file ends with a line feed, too.
        let isLast = index == lines.count - 1
        files[files.count - 1].text += isLast ? line : line + "\n"
      } else if let parsed = Self.parse(line, number: index + 1) {
        self.lines.append(parsed)
      }
    }
  }

  private static func parse(_ line: Substring, number: Int) -> Line? {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var rest = line
    while let character = rest.popFirst() {
      switch character {
      case "'" where isQuoted && rest.first == "'":
        rest.removeFirst()
        word = (word ?? "") + "'"
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let complete = word { words.append(complete) }
        word = nil
      case "#" where !isQuoted && word == nil:
        return finish(words, number)
      default:
        word = (word ?? "") + String(character)
      }
    }
    if let complete = word { words.append(complete) }
    return finish(words, number)
  }

  private static func finish(_ words: [String], _ number: Int) -> Line? {
    let isNegated = words.first == "!"
    let words = isNegated ? Array(words.dropFirst()) : words
    return words.isEmpty ? nil : Line(number: number, isNegated: isNegated, words: words)
  }
}
