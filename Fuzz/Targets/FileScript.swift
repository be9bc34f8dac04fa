// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// Files that an input writes frame by frame, with the checks that they need.
///
///     number of the frame (1 byte), what it takes
///
/// A frame can be anything that there is in files, in any order, so that rules of the order are
/// tried, too.
enum FileScript {
  /// Writes files as the input says.
  static func files(_ input: inout FuzzInput) -> [UInt8] {
    var file = FileBuilder()
    var whole: [UInt8] = []
    while !input.isEmpty {
      switch input.choice(of: 12) {
      case 0: file.template(input.part())
      case 1, 2, 3:
        let flags = input.byte()
        storedBlock(flags, input.part(), rows: input.number(), in: &file)
      case 4:
        file.block(
          rows: input.number(), decoded: input.number(), check: UInt32(input.number()),
          input.part())
      case 5: file.index((0..<input.choice(of: 20)).map { _ in input.number() })
      case 6: file.frame(input.byte() % 8, input.part())
      case 7: file.frame(input.byte() % 32, fields: input.part(), input.part())
      case 8: file.raw(input.part())
      case 9:
        file.end(tail: input.number(), length: input.number())
        whole += file.bytes
        file = FileBuilder()
      default:
        file.end()
        whole += file.bytes
        file = FileBuilder()
      }
    }
    return whole + (file.bytes.count > 4 ? file.bytes : [])
  }

  /// A block that stores a text, with the right check.
  private static func storedBlock(
    _ flags: UInt8, _ text: [UInt8], rows: Int, in file: inout FileBuilder
  ) {
    file.block(
      rows: rows, decoded: text.count, check: Checksum.crc32(text.span),
      [flags & 28] + [0] + text)
  }

  /// Inputs that write files of one block and of several, with texts of the corpus.
  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    material.documents.flatMap { text -> [[UInt8]] in
      let rows = text.split(separator: 0x0A)
      let one = FuzzRecord.making {
        $0.all([1, 0])
        $0.part(text)
        $0.number(rows.count)
        $0.all([10])
      }
      let several = FuzzRecord.making { record in
        for (number, row) in rows.enumerated() {
          record.all([1, number == 0 ? 0 : 8])
          record.part((number == 0 ? [] : [0x0A]) + Array(row))
          record.number(1)
        }
        record.all([10])
      }
      return [one, several, one + several]
    }
  }
}
