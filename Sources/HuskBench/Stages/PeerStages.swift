// SPDX-License-Identifier: Apache-2.0

/// A form that keeps values, from text to text: the parser and the printer are part of the work.
package final class ValueStage: Stage {
  private let form: any PeerForm
  private let isSequence: Bool

  /// Creates a stage.
  package init(_ form: any PeerForm, isSequence: Bool) {
    self.form = form
    self.isSequence = isSequence
  }

  package func encode(_ text: [UInt8]) throws -> [UInt8] {
    try form.encode(JSONValue.texts(of: text), isSequence: isSequence)
  }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    JSONValue.lines(of: try form.decode(bytes, isSequence: isSequence))
  }
}

/// LZString, which keeps every byte of UTF-8.
package final class LZStringStage: Stage {
  /// Creates a stage.
  package init() {}

  package func encode(_ text: [UInt8]) -> [UInt8] { LZString.compress(text) }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    try LZString.decompress(bytes)
  }
}

/// What leaves everything as it is.
package final class PlainStage: Stage {
  /// Creates a stage.
  package init() {}

  package func encode(_ text: [UInt8]) -> [UInt8] { text }

  package func decode(_ bytes: [UInt8], count: Int) -> [UInt8] { bytes }
}
