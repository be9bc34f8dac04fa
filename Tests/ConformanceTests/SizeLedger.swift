// SPDX-License-Identifier: Apache-2.0

import CBrotli
import CZstd
import Foundation
import HuskCore
import HuskTestKit

/// `Corpus/sizes.tsv`: how many bytes the documents of the corpus take when they are encoded.
struct SizeLedger: Equatable {
  /// A line of the ledger.
  struct Entry: Hashable, CustomStringConvertible {
    /// The name of the document.
    var document: String
    /// The layout.
    var layout: Layout
    /// The effort as it is called in the ledger; the text layout knows one only.
    var effort: String

    /// What was encoded how, for messages.
    var description: String { "\(document), \(layout.rawValue) \(effort)" }
  }

  /// The efforts of the column layout, by what the ledger calls them.
  private static let efforts: [(name: String, effort: Effort)] = [
    ("1", Effort(level: 1)), ("default", .default), ("9", Effort(level: 9)), ("max", .max),
    ("archive", .archive),
  ]

  /// Where the ledger is.
  static let file = CorpusFile(url: Corpus.folder.appending(path: "sizes.tsv"))

  /// The libraries with which the sizes were found: another version may give others.
  private(set) var libraries: String
  /// The sizes in bytes.
  private(set) var sizes: [Entry: Int] = [:]

  /// The libraries that are used now.
  static var librariesInUse: String {
    let brotli = BrotliEncoderVersion()
    return unsafe """
    zstd \(String(cString: ZSTD_versionString())), \
    brotli \(brotli >> 24).\(brotli >> 12 & 0xFFF).\(brotli & 0xFFF)
    """
  }

  /// Encodes the documents in all ways.
  init(encoding documents: [CorpusFile]) throws {
    libraries = Self.librariesInUse
    for document in documents {
      let json = try document.bytes()
      sizes[Entry(document: document.name, layout: .text, effort: "default")] =
        try Husk.encode(json: json, options: EncodeOptions(layout: .text)).count
      for (name, effort) in Self.efforts {
        sizes[Entry(document: document.name, layout: .column, effort: name)] =
          try Husk.encode(json: json, options: EncodeOptions(layout: .column, effort: effort)).count
      }
    }
  }

  /// Reads a ledger; `nil` where the text is none.
  init?(_ text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    guard lines.count > 2, lines[0].count == 2, lines[0][0] == "# made with" else { return nil }
    libraries = lines[0][1]
    for cells in lines.dropFirst(2) {
      guard cells.count == 4, let layout = Layout(rawValue: cells[1]), let count = Int(cells[3])
      else { return nil }
      sizes[Entry(document: cells[0], layout: layout, effort: cells[2])] = count
    }
  }

  /// The text of the ledger, sorted so that a change of one size is a change of one line.
  var text: String {
    let order = ["text": 0, "column": 1]
    let ranks = Dictionary(
      uniqueKeysWithValues: Self.efforts.enumerated().map { ($1.name, $0) })
    let lines = sizes.sorted { first, second in
      let places = [first.key, second.key].map {
        ($0.document, order[$0.layout.rawValue] ?? 2, ranks[$0.effort] ?? 0)
      }
      return places[0] < places[1]
    }
    return "# made with\t\(libraries)\ndocument\tlayout\teffort\tbytes\n"
      + lines.map {
        "\($0.key.document)\t\($0.key.layout.rawValue)\t\($0.key.effort)\t\($0.value)\n"
      }.joined()
  }
}
