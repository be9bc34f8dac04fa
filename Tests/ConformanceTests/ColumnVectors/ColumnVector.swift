// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// A vector about blocks, as it is thought of: the file in `Corpus/vectors/column` is made from it.
struct ColumnVector: Sendable, CustomStringConvertible {
  /// Canonical bytes of templates that vectors share.
  enum Templates {
    /// The root is any.
    static let any: [UInt8] = [0, 0]
    /// The root is an array of any.
    static let array: [UInt8] = [0, 4, 0]
    /// The root is an object with the field `x`, which is any.
    static let object: [UInt8] = [1, 0, 1, 2, 0x78, 0, 3, 0]
  }

  /// The name of the file.
  let name: String
  /// The sections of SPEC.md.
  let spec: String
  /// What it shows.
  let comment: String
  /// The error that is expected.
  let error: HuskError.Code?
  /// The options of the decoder.
  let options: String?
  /// Whether its bytes are of this version of a compression library, and may be others elsewhere.
  let isCompressed: Bool
  private let write: @Sendable (inout VectorBuilder) -> Void

  var description: String { name }

  /// A file, written part by part.
  init(
    _ name: String, _ spec: String, refused error: HuskError.Code? = nil, _ comment: String,
    options: String? = nil, isCompressed: Bool = false,
    file write: @escaping @Sendable (inout VectorBuilder) -> Void
  ) {
    self.name = name
    self.spec = spec
    self.error = error
    self.comment = comment
    self.options = options
    self.isCompressed = isCompressed
    self.write = write
  }

  /// A file of one block of columns.
  init(
    _ name: String, _ spec: String, refused error: HuskError.Code? = nil, _ comment: String,
    template: [UInt8] = Templates.any, rows: Int, _ text: String, flags: UInt8 = 1,
    options: String? = nil, isCompressed: Bool = false,
    columns write: @escaping @Sendable (inout BlockBuilder) -> Void
  ) {
    self.init(
      name, spec, refused: error, comment, options: options, isCompressed: isCompressed
    ) { file in
      file.template(template)
      var block = BlockBuilder()
      block.template = template
      write(&block)
      file.block(rows: rows, text, flags: flags, block.parts())
      file.end()
    }
  }

  /// The name of its file.
  var fileName: String { name + ".txt" }

  /// The vector as it stands in a file.
  var text: String {
    var file = VectorBuilder()
    write(&file)
    return file.vector(
      expect: error?.rawValue ?? "success", spec: spec, comment: comment, options: options)
  }

  /// All vectors.
  static let all =
    integers + scalars + strings + derived + picked + grouped + relative + relativeToTwo + encoded
    + composed
    + spliced + floating + rows + blocks + gaps
    + badIntegers + badScalars + badStrings + badDerived + badPicked + badGrouped + badRelative
    + badRelativeToTwo
    + badEncoded + badSpliced + badFloating + badRows + badBlocks + badSections + badGaps
    + badCounts
    + copies + badCopies + limits + badTemplates
}
