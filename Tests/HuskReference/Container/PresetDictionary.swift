// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The preset dictionary as SPEC.md prints it (SPEC §9.8.1 The preset dictionary): whoever has only that page
/// must be able to read codec 6.
enum PresetDictionary {
  /// The bytes, or why they cannot be found.
  static let bytes = Result { try read() }

  private static func read() throws -> [UInt8] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = try String(contentsOf: root.appending(path: "SPEC.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "#### 9.8.1 The preset dictionary" }
      .drop { $0 != "```" }
      .dropFirst()
      .prefix { $0 != "```" }
    return Array(lines.joined().utf8)
  }
}
