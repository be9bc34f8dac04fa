// SPDX-License-Identifier: Apache-2.0

package import HuskCore

extension ColumnSize.Kind {
  /// What messages and JSON call the kind.
  package var name: String {
    switch self {
    case .values: "values"
    case .counts: "counts"
    case .presence: "presence"
    case .tags: "tags"
    }
  }
}

extension FileSizes.Part {
  /// What JSON calls the part.
  package var name: String {
    switch self {
    case .templates: "templates"
    case .stored: "storedBlocks"
    case .copies: "copies"
    case .fields: "sealedFields"
    case .gaps: "gaps"
    case .heads: "blockHeads"
    case .checks: "checks"
    case .index: "index"
    case .encryption: "encryption"
    case .skipped: "skippedFrames"
    case .frame: "fileFrame"
    }
  }
}

extension Codec {
  /// What messages and JSON call the codec.
  package var name: String {
    switch self {
    case .none: "none"
    case .deflate: "deflate"
    case .gzip: "gzip"
    case .zstd: "zstd"
    case .brotli: "brotli"
    case .modelled: "model"
    case .presetZstd: "zstd with dictionary"
    case .presetModelled: "model with dictionary"
    }
  }
}

extension BlockContentHeader.Form {
  /// What messages call the form.
  package var name: String {
    switch self {
    case .stored: "stored"
    case .columns: "columns"
    case .modelled: "modelled"
    case .copies: "copies"
    }
  }
}
