// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a document, how it is cut into blocks, and damage to the file: however a file is
  /// written and read, the same has to come of it, and of a damaged one an error or the original.
  static let differential = FuzzTarget("differential", upTo: 4096) { material in
    material.texts.enumerated().map { number, text in
      [UInt8(number % 5), UInt8(7 * number % 256), UInt8(number % 100), 0, 0] + text
    }
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    let effort = Effort(level: 1 + input.choice(of: 5))
    let blockByteCount = 1 + 8 * Int(input.byte())
    let pieceByteCount = 1 + Int(input.byte())
    let damage = (0..<input.choice(of: 3)).map { _ in (input.number(), input.byte()) }
    let document = input.document()
    let options = EncodeOptions.fuzzing(.column, effort)
    let file = try DifferentialTarget.encode(document, options, blockByteCount, pieceByteCount)
    guard let file else { return }
    try FileChecks.check(file, decodesTo: document)
    var damaged = file
    for (offset, difference) in damage { damaged[offset % file.count] ^= difference }
    guard damaged != file, damaged.starts(with: FileMagic.bytes.prefix(2)) else { return }
    let result = try FileChecks.compare(damaged, pieceByteCount: pieceByteCount)
    guard case .success(let text) = result else { return }
    try Finding.unless(text == document, "a damaged file decodes to something else")
  }
}

private enum DifferentialTarget {
  /// A file that comes out the same on one thread and on two; nothing where the document is no JSON.
  static func encode(
    _ document: [UInt8], _ options: EncodeOptions, _ blockByteCount: Int, _ pieceByteCount: Int
  ) throws(Finding) -> [UInt8]? {
    let pieces = outcome { () throws(HuskError) in
      var encoder = StreamEncoder(
        options: options, threadCount: 1, blockByteCount: blockByteCount)
      return try encoder.run(document, in: pieceByteCount)
    }
    let threads = outcome { () throws(HuskError) in
      var encoder = StreamEncoder(
        options: options, threadCount: 2, blockByteCount: blockByteCount)
      return try encoder.run(document, in: 1 << 16)
    }
    let whole = outcome { () throws(HuskError) in
      try Husk.encode(json: document, options: options)
    }
    try Finding.unlessSame(pieces, threads, "encoding in pieces and on two threads")
    try Finding.unlessSame(
      pieces.map { _ in [] }, whole.map { _ in [] }, "encoding in pieces and whole")
    if case .failure(let error) = pieces, case .failure(let other) = whole {
      try Finding.unless(error == other, "in pieces \(error), whole \(other)")
      try Finding.unless(
        error.position == other.position, "other positions: \(error) and \(other)")
    }
    if case .success(let file) = pieces {
      let decoded = try Finding.unlessGiven("decoding on threads") { () throws(HuskError) in
        var decoder = StreamDecoder(options: .fuzzing, threadCount: 2)
        return try decoder.run(file, in: pieceByteCount)
      }
      try Finding.unless(decoded == document, "other bytes come from two threads")
    }
    return try? pieces.get()
  }
}
