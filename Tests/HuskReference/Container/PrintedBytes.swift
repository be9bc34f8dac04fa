// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Bytes as SPEC.md prints them: whoever has only that page must be able to read the codecs 6 and 7.
enum PrintedBytes {
  /// The preset dictionary, or why it cannot be found (SPEC §9.8.1 The preset dictionary).
  static let presetDictionary = Result { try read("#### 9.8.1 The preset dictionary") }
  /// The sample text, or why it cannot be found (SPEC §16.11.1 The sample text).
  static let sampleText = Result { try read("#### 16.11.1 The sample text") }

  private static func read(_ heading: Substring) throws -> [UInt8] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = try String(contentsOf: root.appending(path: "SPEC.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != heading }
      .drop { $0 != "```" }
      .dropFirst()
      .prefix { $0 != "```" }
    return Array(lines.joined().utf8)
  }
}
