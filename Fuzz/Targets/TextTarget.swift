// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a document in the text layout, or nearly.
  ///
  /// The check of a text is not mended, as everything else has been read when it is compared.
  static let text = FuzzTarget("text", upTo: 8192) { material in
    material.encoded([.fuzzing(.text)]) + material.sections("text", of: "text")
      + material.sections("text", of: "gaps")
  } run: { input throws(Finding) in
    guard input.first != 0xFD else { return }
    let whole = outcome { () throws(HuskError) in
      try Husk.decode(input, options: .fuzzing)
    }
    let streamed = outcome { () throws(HuskError) in
      var decoder = StreamDecoder(options: .fuzzing)
      return try decoder.run(input, in: 100)
    }
    try Finding.unlessSame(whole, streamed, "decoding whole and as a stream")
    let inspected = outcome { () throws(HuskError) in
      [UInt8](repeating: 0, count: try Husk.inspect(input, options: .fuzzing).decodedByteCount)
    }
    switch (whole, inspected) {
    case (.success(let text), .success(let zeros)):
      try Finding.unless(text.count == zeros.count, "inspecting tells another size")
      try TextTarget.use(input, text)
    case (.failure(let error), .failure): try Finding.unlessClear(error, count: .max)
    default: try Finding.unlessSame(whole, inspected, "decoding and inspecting")
    }
  }
}

private enum TextTarget {
  static func use(_ input: [UInt8], _ text: [UInt8]) throws(Finding) {
    _ = try Finding.unlessGiven("describing") { () throws(HuskError) in
      try Husk.describe(input, options: .fuzzing)
    }
    let again = try Finding.unlessGiven("encoding what was decoded") { () throws(HuskError) in
      var options = EncodeOptions.fuzzing(.text)
      options.input = .ndjson
      return try Husk.encode(json: text, options: options)
    }
    let same = try Finding.unlessGiven("decoding again") { () throws(HuskError) in
      try Husk.decode(again, options: .fuzzing)
    }
    try Finding.unless(same == text, "what was decoded does not come back")
  }
}
