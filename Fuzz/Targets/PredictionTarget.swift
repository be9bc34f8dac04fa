// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a document, and after how few bytes its first rows predict the others: with the
  /// tokens of all rows or without them, the document has to come back, or the same be wrong with it.
  static let prediction = FuzzTarget("prediction", upTo: 4096) { material in
    material.documents.map { [20, 255, 50, 0] + $0 }
      + (0..<30).map { number in
        var random = SeededGenerator(seed: UInt64(1000 + number))
        // One shape whose rows miss nothing, and then something else now and then.
        let row = [0, 255] + (0..<6).map { _ in UInt8(4 + random.below(10)) } as [UInt8]
        return [UInt8(number), 200, 9, 1, UInt8(number % 2), 0, 1, 4, 0, 1, 2, 3]
          + (0..<40).flatMap { _ in random.chance(1, in: 12) ? row.reversed() : row }
      }
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    let sample = 1 + 4 * Int(input.byte())
    let blockByteCount = 1 + 40 * Int(input.byte())
    let pieces = input.byte()
    let pieceByteCount = 1 + 4 * Int(pieces)
    let document = PredictionTarget.restyled(input.document(), pieces)
    let plain = outcome { () throws(HuskError) in
      try PredictionTarget.encode(document, [], blockByteCount, pieceByteCount)
    }
    let predicted = outcome { () throws(HuskError) in
      try PredictionTarget.encode(document, [sample, 4 * sample], blockByteCount, pieceByteCount)
    }
    try Finding.unlessSame(
      plain.map { _ in [] }, predicted.map { _ in [] }, "with and without tokens")
    switch (plain, predicted) {
    case (.failure(let error), .failure(let other)):
      try Finding.unless(
        error == other && error.position == other.position,
        "with tokens \(error.code): \(error), without \(other.code): \(other)")
    case (_, .success(let file)):
      let decoded = try Finding.unlessGiven("decoding") { () throws(HuskError) in
        try Husk.decode(file, options: .fuzzing)
      }
      try Finding.unless(decoded == document, "other bytes come back")
    default: break
    }
  }
}

private enum PredictionTarget {
  /// A document with the whitespace of a style whose rows are predicted, or as it is.
  static func restyled(_ document: [UInt8], _ choice: UInt8) -> [UInt8] {
    let styles: [JSONStyle?] = [
      nil, .pythonDefault, .recordPerLine, .minified, .stringify2, .foundation, .marshalIndent, nil,
    ]
    guard let style = styles[Int(choice & 7)] else { return document }
    if isText(document) { return style.reprint(document) }
    let lines = document.split(separator: ASCII.lineFeed).map { Array($0) }
    guard lines.allSatisfy(isText) else { return document }
    return Array(lines.map(style.reprint).joined(separator: [ASCII.lineFeed]))
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    (try? ReferenceParser.parse(bytes)) != nil
  }

  static func encode(
    _ document: [UInt8], _ samples: [Int], _ blockByteCount: Int, _ pieceByteCount: Int
  ) throws(HuskError) -> [UInt8] {
    let options = EncodeOptions.fuzzing(.column)
    var scanner = RowScanner(
      as: .auto, blockByteCount: blockByteCount, samples: samples, limits: .fuzzing)
    var encoder = BlockEncoder(options)
    var file = FileEncoder([UInt8](), options, TemplateCompressor(options.effort), nil)
    var offset = 0
    while !scanner.isFinished {
      while var block = try scanner.next() {
        file.write(try encoder.encode(&block))
        scanner.reuse(block)
      }
      let end = min(offset + pieceByteCount, document.count)
      scanner.append(document, offset..<end)
      offset = end
      if offset == document.count { scanner.finish() }
    }
    return file.finish()
  }
}
