// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension FileChecks {
  /// Checks that who goes to rows by an index finds what who reads all frames finds.
  static func compareIndexed(_ file: [UInt8], _ options: DecodeOptions) throws(Finding) {
    for rows in [0..<1, 1..<3, 2..<Int.max] {
      let selection = Selection(rows: rows)
      let all = outcome { () throws(HuskError) in
        var decoder = SelectiveDecoder(selection, options: options)
        return try decoder.run(file, in: 1000)
      }
      guard var decoder = IndexedDecoder(selection, reading: file, options: options) else {
        continue
      }
      let some = outcome { () throws(HuskError) in
        var output: [UInt8] = []
        while let piece = try decoder.next() { output += piece }
        return output
      }
      if case .failure(let error) = some { try Finding.unlessClear(error, count: file.count) }
      // What is damaged in blocks that are not needed is seen by who reads all frames only.
      if case .success = all { try Finding.unlessSame(all, some, "rows \(rows) by an index") }
    }
  }
}
