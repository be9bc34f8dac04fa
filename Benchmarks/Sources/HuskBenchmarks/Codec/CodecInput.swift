// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import HuskCore

/// A text that the codec benchmark encodes: minified, as `husk encode --minify` keeps it.
struct CodecInput: Sendable {
  /// The error of an input that does not come back as it was, with its name.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What it is called in the report.
  let name: String
  /// The text.
  let text: [UInt8]
  /// Whether the generator has made it for this run.
  let isGenerated: Bool
  /// Whether it consists of flat objects that are alike.
  let isFlat: Bool

  /// Minifies a text by a round trip, and checks by another that what is left comes back.
  init(
    name: String, original: [UInt8], isGenerated: Bool = false, isFlat: Bool = false
  ) throws {
    self.name = name
    self.isGenerated = isGenerated
    self.isFlat = isFlat
    do {
      // What minified text is does not depend on the layout.
      let options = EncodeOptions(layout: .text, whitespace: .minified)
      text = try Husk.decode(Husk.encode(json: original, options: options))
      guard try Husk.decode(Husk.encode(json: text)) == text else {
        throw Failure(description: "the text does not come back")
      }
    } catch {
      throw Failure(description: "\(name): \(error)")
    }
  }

  /// Whether it has 1 MB or more, so that its speed counts.
  var isLarge: Bool { text.count >= 1_000_000 }
}
