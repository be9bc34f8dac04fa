// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Husk

/// What sealing costs, beside the same work without it.
struct SealingContest {
  /// What is measured of one text.
  struct Result {
    /// The size of the text, in bytes.
    var textByteCount: Int
    /// The fields that are sealed by themselves.
    var fields: FieldPaths?
    /// Sizes in bytes: open, sealed, and with sealed fields.
    var byteCounts: [Int]
    /// Encoding: open, sealed, and with sealed fields.
    var encode: [BenchmarkKit.Measurement]
    /// Decoding of the same.
    var decode: [BenchmarkKit.Measurement]

    /// How much longer one takes than open, round by round, as the median.
    func share(_ measurements: [BenchmarkKit.Measurement], _ index: Int) -> Double {
      let ratios = zip(measurements[index].samples, measurements[0].samples).map { $0 / $1 }
      return ratios.sorted()[ratios.count / 2] - 1
    }
  }

  /// How it is measured.
  let sampler: Sampler

  /// Measures a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - fields: Fields to seal, where it has some that are worth it.
  /// - Returns: The result; everything was compared with what came back.
  /// - Throws: ``WrongAnswer``, or what the codec throws.
  func run(on text: [UInt8], fields: FieldPaths?) throws -> Result {
    let key = EncryptionKey()
    let fieldKey = EncryptionKey()
    var options = [EncodeOptions(), EncodeOptions(key: key)]
    if let fields {
      options.append(EncodeOptions(fieldEncryption: FieldEncryption(fields, with: fieldKey)))
    }
    let keys = DecodeOptions(keys: Keyring(key), fieldKeys: Keyring(fieldKey))
    let files = try options.map { try Husk.encode(json: text, options: $0) }
    for file in files {
      guard try Husk.decode(file, options: keys) == text else {
        throw CodecInput.Failure(description: "a sealed text does not come back")
      }
    }
    let names = ["open", "sealed", "fields"]
    let encode = try sampler.measure(
      zip(names, zip(options, files)).map { name, job in
        Contender(name, expected: job.1.count) {
          try Husk.encode(json: text, options: job.0).count
        }
      })
    let decode = try sampler.measure(
      zip(names, files).map { name, file in
        Contender(name, expected: text.count) { try Husk.decode(file, options: keys).count }
      })
    return Result(
      textByteCount: text.count, fields: fields, byteCounts: files.map(\.count), encode: encode,
      decode: decode)
  }

  /// The size of a message beside its text, open and sealed.
  static func messageByteCounts() throws -> (open: Int, sealed: Int) {
    let json = Array(#"{"id":1}"#.utf8)
    let (open, sealed) = (
      EncodeOptions(layout: .row), EncodeOptions(layout: .row, key: EncryptionKey())
    )
    return (
      try Husk.encode(json: json, options: open).count,
      try Husk.encode(json: json, options: sealed).count
    )
  }
}
