// SPDX-License-Identifier: Apache-2.0

/// What stands around the parts of composed strings (SPEC §8.6.10 Composed strings).
package struct StringLiterals: Equatable, Sendable {
  /// What stands before each part, and at last behind all of them.
  package var texts: [[UInt8]]

  /// The most parts.
  package static let partLimit = 32

  /// Creates literals around one part or more.
  package init(_ texts: [[UInt8]]) {
    precondition(2...Self.partLimit + 1 ~= texts.count, "too few or too many literals")
    self.texts = texts
  }

  /// The number of parts.
  package var partCount: Int { texts.count - 1 }

  /// Writes the number of parts and the literals.
  package func write(to streams: inout StreamSet) {
    streams.describe(partCount)
    for text in texts { streams.describe(text) }
  }

  /// Reads the number of parts and the literals.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, or what reading throws.
  package init(from descriptors: inout DescriptorReader) throws(HuskError) {
    let partCount = try descriptors.readCount(upTo: Self.partLimit)
    guard partCount > 0 else { throw ScalarReader.invalid("strings that have no parts") }
    texts = []
    for _ in 0...partCount {
      let text = try descriptors.readBytes()
      guard text.allSatisfy({ $0 >= ASCII.space }) else {
        throw ScalarReader.invalid("a control character between the parts of strings")
      }
      texts.append(text)
    }
  }
}
