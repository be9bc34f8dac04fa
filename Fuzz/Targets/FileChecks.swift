// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

/// What all readers of files have to agree about.
enum FileChecks {
  /// Checks a file that is known to decode to a text, whether or not that is JSON.
  static func check(_ file: [UInt8], decodesTo text: [UInt8]) throws(Finding) {
    let whole = try Finding.unlessGiven("decoding as a file") { () throws(HuskError) in
      try Husk.decode(file, options: .fuzzing)
    }
    try Finding.unless(whole == text, "a file decodes to other bytes than its block")
    try compare(file)
    try checkSelection(file, text)
  }

  /// Checks that all ways of reading bytes that start as a file does end alike.
  ///
  /// - Returns: What decoding them whole gives.
  @discardableResult
  static func compare(
    _ file: [UInt8], options: DecodeOptions = .fuzzing, pieceByteCount: Int = 50
  ) throws(Finding) -> Result<[UInt8], HuskError> {
    let whole = outcome { () throws(HuskError) in try Husk.decode(file, options: options) }
    if case .failure(let error) = whole { try Finding.unlessClear(error, count: file.count) }
    try compareIndexed(file, options)
    let pieces = outcome { () throws(HuskError) in
      var decoder = StreamDecoder(options: options)
      return try decoder.run(file, in: pieceByteCount)
    }
    let verified = outcome { () throws(HuskError) in
      var verifier = FramingVerifier(options: options)
      return try verifier.run(file, in: pieceByteCount)
    }
    if case .success = whole {
      try Finding.unlessSame(.success(file), verified, "verifying what was decoded")
    }
    // Only what is decoded at once has a limit of all bytes together.
    if case .failure(let error) = whole, error.code == .limitExceeded { return whole }
    try Finding.unlessSame(whole, pieces, "decoding whole and in pieces")
    if options.fieldKeys.keys.isEmpty { try compareInspecting(file, options) }
    return whole
  }

  /// Checks that who inspects a file, which takes all checks of it, finds what who decodes it finds.
  private static func compareInspecting(
    _ file: [UInt8], _ options: DecodeOptions
  ) throws(Finding) {
    var options = options
    options.verifiesSections = true
    options.redactsFields = true
    let whole = outcome { () throws(HuskError) in try Husk.decode(file, options: options) }
    var count = 0
    let inspected = outcome { () throws(HuskError) in
      var inspector = FileInspector(limits: options.limits, policy: options.sealPolicy)
      try inspector.append(file)
      try inspector.finish()
      count = inspector.inspection.decodedByteCount
      return FileInspectionJSON.bytes(inspector.inspection, name: "")
    }
    try Finding.unlessSame(
      whole.map { _ in [] }, inspected.map { _ in [] }, "decoding and inspecting")
    if case .success(let text) = whole {
      try Finding.unless(text.count == count, "inspecting tells another size")
    }
  }

  /// Whether a file alone divides its text into the rows that the text itself shows: elements, where
  /// an array is all there is, and texts otherwise.
  private static func hasSameRows(_ file: [UInt8], _ text: [UInt8]) -> Bool {
    var reader = BlockReader(whole: file, limits: .fuzzing)
    var decoder = BlockDecoder(.fuzzing)
    var areElements: Bool?
    do throws(HuskError) {
      while let block = try reader.next() {
        let bytes = PaddedBytes(try decoder.decode(block))
        let frame = block.contentHeader.frame
        let tape = try BlockRows.scan(bytes.source, frame, limits: .fuzzing)
        guard tape.textCount == block.header.rowCount,
          areElements ?? frame.hasElements == frame.hasElements
        else { return false }
        areElements = frame.hasElements
      }
    } catch { return false }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let unmarked = text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
    let isArray = unmarked.first { !ASCII.isWhitespace($0) } == ASCII.openBracket
    let isOneText = (try? ReferenceParser.parse(text)) != nil
    return reader.fileCount == 1 && areElements == (isArray && isOneText)
  }

  /// Checks that fields and rows of a file are those of the text that it decodes to.
  private static func checkSelection(_ file: [UInt8], _ text: [UInt8]) throws(Finding) {
    var forText = EncodeOptions.fuzzing(.text)
    forText.input = .ndjson
    guard let same = try? Husk.encode(json: text, options: forText) else {
      // What is no JSON can be decoded, but not read in parts; that may say so and nothing worse.
      _ = outcome { () throws(HuskError) in
        var decoder = SelectiveDecoder(Selection(), options: .fuzzing)
        return try decoder.run(file, in: 1000)
      }
      return
    }
    // Who reads in parts verifies sections, too; and who writes an array as one row leaves no rows to
    // select in it.
    var verifying = DecodeOptions.fuzzing
    verifying.verifiesSections = true
    guard (try? Husk.decode(file, options: verifying)) != nil, hasSameRows(file, text) else {
      return
    }
    let random = SeededGenerator(seed: UInt64(Checksum.crc32(text.span)))
    guard var paths = try? PathGenerator(text, random) else { return }
    for round in 0..<4 {
      let selection = round == 0 ? Selection() : paths.selection()
      let expected = outcome { () throws(HuskError) in
        var decoder = SelectiveDecoder(selection, options: .fuzzing)
        return try decoder.run(same, in: 1000)
      }
      let found = outcome { () throws(HuskError) in
        var decoder = SelectiveDecoder(selection, options: .fuzzing)
        return try decoder.run(file, in: 1000)
      }
      try Finding.unlessSame(expected, found, "\(selection) of a text and of a block")
    }
    _ = try Finding.unlessGiven("describing") { () throws(HuskError) in
      try Husk.describe(file, options: .fuzzing)
    }
  }
}
