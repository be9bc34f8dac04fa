// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

/// Files with sealed fields, and what they decode to.
enum SealedFieldSamples {
  /// Encodes with sealed fields, in blocks that are cut early.
  static func sealed(
    _ text: String, _ paths: [String], blockByteCount: Int = 1 << 20, threadCount: Int = 1,
    _ change: (inout EncodeOptions) -> Void = { _ in }
  ) throws -> [UInt8] {
    var options = SampleKeys.fieldOptions(try #require(FieldPaths(paths)))
    change(&options)
    var encoder = StreamEncoder(
      options: options, threadCount: threadCount, blockByteCount: blockByteCount)
    encoder.append(Array(text.utf8))
    encoder.finish()
    var file: [UInt8] = []
    while let bytes = try encoder.next() { file += bytes }
    return file
  }

  /// Decodes the whole and as a stream, with the key or without.
  static func decoded(
    _ file: [UInt8], _ options: DecodeOptions
  ) throws -> String {
    let text = try Husk.decode(file, options: options)
    var decoder = StreamDecoder(options: options, threadCount: 2)
    var output: [UInt8] = []
    for byte in file {
      decoder.append([byte])
      while let text = try decoder.next() { output += text }
    }
    decoder.finish()
    while let text = try decoder.next() { output += text }
    #expect(output == text)
    return String(decoding: text, as: UTF8.self)
  }

  static func people(_ count: Int, secret: (Int) -> String) -> String {
    (0..<count).map {
      #"{"id":\#($0),"name":"n\#($0 % 9)","card":\#(secret($0)),"tags":["a"]}"# + "\n"
    }.joined()
  }

  static func segments(_ file: [UInt8]) throws -> [[UInt8]] {
    var reader = BlockReader(whole: file, limits: Limits())
    var segments: [[UInt8]] = []
    while let block = try reader.next() { segments.append(block.fields?.segment ?? []) }
    return segments
  }
}
