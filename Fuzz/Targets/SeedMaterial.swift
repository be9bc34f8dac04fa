// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
package import HuskTestKit

/// What seeds are made of: the vectors and the first rows of the documents of the corpus.
package struct SeedMaterial: Sendable {
  /// Short documents, each a text or a sequence.
  let documents: [[UInt8]]
  private let vectors: [(area: String, content: VectorFile)]

  /// Reads the corpus.
  package init() {
    vectors = Corpus.filesRecursively(
      in: Corpus.folder.appending(path: "vectors"), suffix: ".txt"
    ).compactMap { file in
      guard let bytes = try? file.bytes(), let content = try? VectorFile(parsing: bytes)
      else { return nil }
      return (String(file.name.prefix { $0 != "/" }), content)
    }
    documents = Corpus.files(in: Corpus.documents, suffix: ".ndjson").compactMap { file in
      (try? file.bytes()).map { bytes in
        Array(bytes.split(separator: 0x0A).prefix(5).joined(separator: [0x0A]))
      }
    }
  }

  /// The vectors of an area.
  package func vectors(_ area: String) -> [VectorFile] {
    vectors.filter { $0.area == area }.map(\.content)
  }

  /// The sections of a name of all vectors of an area.
  package func sections(_ name: String, of area: String) -> [[UInt8]] {
    vectors(area).compactMap { $0[name] }
  }

  /// The documents, and those of the vectors.
  var texts: [[UInt8]] {
    documents + ["json", "gaps", "text", "row", "column"].flatMap { sections("document", of: $0) }
  }

  /// The documents and those of vectors, encoded with different options.
  func encoded(_ options: [EncodeOptions]) -> [[UInt8]] {
    texts.flatMap { text in options.compactMap { try? Husk.encode(json: text, options: $0) } }
  }
}
