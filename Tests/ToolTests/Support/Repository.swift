// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// The files of the repository that tests compare with.
enum Repository {
  /// The path of a file, given from the top of the repository.
  static func path(_ relative: String) -> String { Corpus.root.appending(path: relative).path }

  /// Expects a file to hold a text; `UPDATE=1` in the environment writes it instead.
  static func expect(
    _ relative: String, toHold text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = path(relative)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    let held = FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(
      held == text, "\(relative) differs; UPDATE=1 rewrites it", sourceLocation: sourceLocation)
  }
}
