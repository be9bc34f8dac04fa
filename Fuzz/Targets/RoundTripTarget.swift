// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is options and a document: valid JSON has to come back, byte for byte, and anything
  /// else has to be refused with the same error whatever the options are.
  static let roundTrip = FuzzTarget("round-trip", upTo: 4096) { material in
    material.texts.enumerated().map { number, text in
      [UInt8(number % 5), UInt8(number % 11), UInt8(number % 6), UInt8(number % 64), 0] + text
    } + RoundTripTarget.scripts
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    var options = RoundTripTarget.options(&input)
    let fields = input.choice(of: 4) == 3
    let document = input.document()
    if document.count > 512, options.effort == .archive { options.effort = .max }
    if fields { RoundTripTarget.sealFields(of: document, &options) }
    try RoundTripTarget.check(document, options)
  }
}

private enum RoundTripTarget {
  /// Inputs whose documents are written by scripts, of bytes that say nothing.
  static let scripts: [[UInt8]] = (0..<40).map { number in
    var random = SeededGenerator(seed: UInt64(number))
    return [UInt8(number % 5), UInt8(number % 11), UInt8(number % 6), UInt8(number), 0, 1]
      + (0..<(20 + 10 * number)).map { _ in UInt8(random.below(256)) }
  }

  static func options(_ input: inout FuzzInput) -> EncodeOptions {
    var options = EncodeOptions(limits: .fuzzing)
    options.layout = input.pick([.auto, .column, .text, .row, .column])
    let effort = input.choice(of: 11)
    options.effort =
      effort < 9 ? Effort(level: effort + 1) : effort == 9 ? .max : .archive
    options.compression = input.pick(CompressionMethod.allCases)
    let flags = input.byte()
    options.input = [.auto, .ndjson, .json, .auto][Int(flags & 3)]
    options.whitespace = flags & 4 != 0 ? .minified : .preserved
    options.isEnveloped = flags & 8 != 0
    options.compresses = flags & 16 == 0
    options.key = flags & 32 != 0 ? SampleKeys.first : nil
    // A mistake is to show, most often, and not to be made good.
    options.verifies = flags & 0xC0 == 0xC0
    options.salts = SampleKeys.salts()
    return options
  }

  static func sealFields(of document: [UInt8], _ options: inout EncodeOptions) {
    guard [.auto, .column].contains(options.layout) else { return }
    let random = SeededGenerator(seed: UInt64(Checksum.crc32(document.span)))
    guard var paths = try? PathGenerator(document, random), let fields = paths.fieldPaths()
    else { return }
    options.fieldEncryption = FieldEncryption(fields, with: SampleKeys.second)
  }

  static func check(_ document: [UInt8], _ options: EncodeOptions) throws(Finding) {
    let expected = outcome { () throws(HuskError) in
      let block = try RowBlock(whole: document, as: options.input, options.whitespace, .fuzzing)
      return block.bytes.source.bytes(ByteRange(offset: 0, count: block.bytes.count))
    }
    let encoded = outcome { () throws(HuskError) in
      try Husk.encode(json: document, options: options)
    }
    switch (expected, encoded) {
    case (.failure(let expected), .failure(let error)):
      // That there is a second text is said where it begins, or else what is wrong in it.
      guard options.layout != .row, options.input != .json else { return }
      try Finding.unless(error == expected, "\(options.layout): \(error), not \(expected)")
    case (.success(let text), .success(let bytes)):
      var decodeOptions = DecodeOptions.fuzzing
      decodeOptions.keys = Keyring(SampleKeys.first)
      decodeOptions.fieldKeys = Keyring(SampleKeys.second)
      let decoded = try Finding.unlessGiven("decoding") { () throws(HuskError) in
        try Husk.decode(bytes, options: decodeOptions)
      }
      try Finding.unless(decoded == text, "other bytes come back")
    case (.success, .failure(let error)):
      // A message is one text, and templates and the nesting of files have limits.
      let isAllowed = options.layout == .row || error.code == .limitExceeded
      try Finding.unless(isAllowed, "valid JSON is refused: \(error.code): \(error)")
    case (.failure(let error), .success):
      throw Finding("what is no JSON is encoded: \(error)")
    }
  }
}
