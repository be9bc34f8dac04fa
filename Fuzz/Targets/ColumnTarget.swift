// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a block in columns, its template and the numbers of its header.
  ///
  /// Checks do not stop it: those of the sections are mended, and that of the text is computed once
  /// the block is decoded. What decodes becomes a file that all readers have to agree about.
  static let column = FuzzTarget("column", upTo: 8192) { material in
    ColumnTarget.seeds(material)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    let parts = BlockParts(&input)
    guard let plan = try? parts.plan() else { return }
    let body =
      parts.flags & BlockParts.plainSections != 0
      ? SectionParts.body(of: parts.body, templateCheck: plan.check)
      : SectionParts.mended(parts.body, templateCheck: plan.check)
    var options = DecodeOptions.fuzzing
    options.verifiesSections = true
    try parts.check(.columns, body: body) { byteLimit throws(HuskError) in
      var decoder = ColumnBlockDecoder(plan, options)
      var target: [UInt8] = []
      try decoder.decode(
        body.span, parts.frame, rowCount: parts.rowCount, byteLimit: byteLimit,
        appendingTo: &target)
      return target
    }
  }
}

private enum ColumnTarget {
  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    var efforts = [1, 3, 5, 9].map { Effort(level: $0) }
    efforts.append(.max)
    let files =
      material.encoded(efforts.map { .fuzzing(.column, $0) })
      + material.sections("file", of: "column")
    return files.flatMap { BlockParts.blocks(of: $0, .columns) }.flatMap { parts in
      guard let plain = SectionParts.parts(of: parts.body) else { return [parts.input] }
      var other = parts
      other.flags |= BlockParts.plainSections
      other.body = plain
      return [parts.input, other.input]
    }
  }
}
