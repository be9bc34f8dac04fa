// SPDX-License-Identifier: Apache-2.0

/// What one or more files of blocks consist of.
package struct FileInspection: Sendable, Equatable {
  /// One of the files.
  package struct File: Sendable, Equatable {
    /// The size of the template that blocks share, in bytes; 0 where there is none.
    package var templateByteCount = 0
    /// The number of its shapes.
    package var shapeCount = 0
    /// Which fields of the blocks are sealed, and with which key.
    package var fields: FieldsFrame?
    /// The blocks, in order.
    package var blocks: [BlockDescription]

    /// Creates a file with neither template nor blocks.
    package init() {
      blocks = []
    }
  }

  /// The format version of the files.
  package var formatVersion = Int(FileMagic.version)
  /// The size of the files, in bytes.
  package var encodedByteCount = 0
  /// The files, in order.
  package var files: [File] = []
  /// Where the bytes go.
  package var sizes = FileSizes()

  /// Creates the inspection of nothing.
  package init() {}

  /// The blocks of all files.
  package var blocks: [BlockDescription] { files.flatMap(\.blocks) }
  /// The size of the text they decode to, in bytes.
  package var decodedByteCount: Int { files.reduce(0) { $0 + sum($1.blocks, \.decodedByteCount) } }
  /// The number of rows.
  package var rowCount: Int { files.reduce(0) { $0 + sum($1.blocks, \.rowCount) } }
  /// The bytes that templates take, those that blocks bring among them.
  package var templateByteCount: Int {
    files.reduce(0) { $0 + $1.templateByteCount + sum($1.blocks, \.templateByteCount) }
  }

  private func sum(
    _ blocks: [BlockDescription], _ part: (BlockDescription) -> Int
  ) -> Int {
    blocks.reduce(0) { $0 + part($1) }
  }
}
