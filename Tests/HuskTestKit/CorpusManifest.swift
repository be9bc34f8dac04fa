// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `Corpus/MANIFEST.tsv`: the documents that are checked in, and how each is made.
package struct CorpusManifest: Sendable {
  /// A document.
  package struct Entry: Sendable, CustomStringConvertible {
    /// The name of its file in `Corpus/documents`.
    package var name: String
    /// Its size in bytes.
    package var byteCount: Int
    /// Its SHA-256 hash in hexadecimal.
    package var sha256: String
    /// The command that makes it, without the name of the program.
    package var arguments: [String]
    /// What it stands for.
    package var meaning: String

    /// Its name, which is how the test runner shows it.
    package var description: String { name }

    /// Its file.
    package var file: CorpusFile {
      CorpusFile(url: Corpus.documents.appending(path: name))
    }
  }

  /// The manifest does not have the form that it should.
  package struct Malformed: Error {
    /// The line at fault.
    package var line: String
  }

  /// The documents in the order in which they stand.
  package private(set) var entries: [Entry] = []

  /// Reads the manifest.
  ///
  /// - Throws: ``Malformed`` or an error of the file system.
  package init() throws {
    let file = CorpusFile(url: Corpus.folder.appending(path: "MANIFEST.tsv"))
    let lines = String(decoding: try file.bytes(), as: UTF8.self).split(separator: "\n")
    for line in lines.dropFirst() {
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 5, let byteCount = Int(cells[1]), cells[3].hasPrefix("husk-corpus ")
      else { throw Malformed(line: String(line)) }
      let arguments = cells[3].split(separator: " ").dropFirst().map(String.init)
      entries.append(
        Entry(
          name: cells[0], byteCount: byteCount, sha256: cells[2], arguments: arguments,
          meaning: cells[4]))
    }
  }
}
