// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that benchmarks read, and what is done to it first.
package struct InputFile {
  /// What happens to the text before it is measured.
  package enum Preparation {
    /// Nothing.
    case asItIs
    /// The whitespace between tokens goes.
    case minified
  }

  /// The path of the file, from the root of the repository.
  package let path: String
  /// What happens to the text.
  package let preparation: Preparation

  /// Creates an input from a path and what is done to the file.
  package init(_ path: String, _ preparation: Preparation = .asItIs) {
    self.path = path
    self.preparation = preparation
  }

  /// The name in reports.
  package var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return preparation == .minified ? "\(file), minified" : file
  }

  /// Reads the text.
  ///
  /// - Returns: The text, prepared, or `nil` when there is no such file.
  /// - Throws: The system's error when the file is there and cannot be read.
  package func text() throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let text = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return preparation == .minified ? PlainJSON.minified(text) : text
  }

  /// Lists the JSON files of a folder, by name; a folder that is not there has none.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, from the root of the repository.
  ///   - endings: What the names end in.
  /// - Returns: An input for each such file.
  /// - Throws: The system's error when the folder is there and cannot be read.
  package static func all(in folder: String, endings: [String] = [".json"]) throws -> [InputFile] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { endings.contains(where: $0.hasSuffix) }.map { InputFile("\(folder)/\($0)") }
  }
}
