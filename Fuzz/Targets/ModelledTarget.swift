// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a modelled block, its template and the numbers of its header.
  ///
  /// There is no check inside; that of the text is computed once the block is decoded.
  static let modelled = FuzzTarget("modelled", upTo: 2048) { material in
    let files =
      material.encoded([.fuzzing(.column, .archive)]) + material.sections("file", of: "modelled")
    return files.flatMap { BlockParts.blocks(of: $0, .modelled) }.map(\.input)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    var parts = BlockParts(&input)
    guard let plan = try? parts.plan() else { return }
    // About a megabyte takes a second.
    parts.decodedByteCount %= 1 << 13
    try parts.check(.modelled, body: parts.body) { byteLimit throws(HuskError) in
      var decoder = ColumnBlockDecoder(plan, .fuzzing)
      var target: [UInt8] = []
      try decoder.decodeModelled(
        parts.body.span, parts.frame, rowCount: parts.rowCount, byteLimit: byteLimit,
        appendingTo: &target)
      return target
    }
  }
}
