// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Writes the content of a block part by part as SPEC §8 Column layout says, whether or not the
/// parts fit together.
///
/// It shares the integers with the library, and nothing else.
package struct BlockBuilder {
  /// Some bytes, and what they are.
  package struct Part: Sendable {
    /// The bytes.
    package var bytes: [UInt8]
    /// What they are.
    package var note: String

    /// Creates a part.
    package init(_ bytes: [UInt8], _ note: String) {
      self.bytes = bytes
      self.note = note
    }
  }

  /// An entry of the list of gaps.
  package enum Gap: Sendable {
    /// These bytes.
    case blanks(String)
    /// A line end, and the indentation of the depth plus this many levels.
    case levels(Int64)
  }

  /// A stream of numbers with so many bytes has a section of its own.
  private static let largeByteCount = 2048

  /// The canonical bytes of the template, which the check of the sections is about too.
  package var template: [UInt8] = [0, 0]
  /// The codec of all sections.
  package var codec = Codec.none
  /// The controls that slots share.
  package var sharedControls: [Int] = []
  /// The text that slots share, each value with the byte behind it.
  package var sharedText: [String] = []
  /// Whether the gaps, which come before all slots, were described.
  package var hasGaps = false
  /// What stands behind the sections.
  package var trailing: [UInt8] = []
  private var descriptors: [Part] = []
  private var numbers: [Part] = []
  private var text: [Part] = []
  private var large: [Part] = []

  /// Begins a block.
  package init() {}

  /// Adds bytes to the descriptors.
  package mutating func describe(_ bytes: [UInt8], _ note: String) {
    descriptors.append(Part(bytes, note))
  }

  /// Adds a count to the descriptors.
  package mutating func describe(_ count: Int, _ note: String) {
    describe(FileBuilder.varint(count), note)
  }

  /// Adds a stream of numbers.
  package mutating func stream(_ bytes: [UInt8], _ note: String) {
    if bytes.count >= Self.largeByteCount {
      large.append(Part(bytes, note))
    } else {
      numbers.append(Part(bytes, note))
    }
  }

  /// Adds a section for a large stream, whatever its size.
  package mutating func section(_ bytes: [UInt8], _ note: String) {
    large.append(Part(bytes, note))
  }

  /// Adds a stream of text.
  package mutating func characters(_ values: [String], _ note: String) {
    text.append(Part(values.flatMap { Array($0.utf8) }, note))
  }

  /// Adds a column of controls for the next slot; without a call there are none.
  package mutating func controls(_ count: Int, _ column: IntegerSketch, of slot: Int) {
    addNoGaps()
    describe(count, "slot \(slot): controls in a column")
    add(column)
  }

  /// Adds a column of values for the next slot.
  package mutating func values(_ count: Int, _ column: ScalarSketch, of slot: Int = 0) {
    addNoGaps()
    describe(count, "slot \(slot): values in a column")
    add(column)
  }

  /// Says that the controls or values of the next slot are shared.
  package mutating func shared(_ slot: Int) {
    addNoGaps()
    describe(0, "slot \(slot): shared")
  }

  private mutating func addNoGaps() {
    if !hasGaps { describe(0, "all gaps are as predicted") }
    hasGaps = true
  }

  /// Adds the gaps, which come before all slots.
  package mutating func gaps(
    newline: String = "\n", indent: String = "", entries: [Gap] = [],
    _ surprises: [(skipped: Int, gap: Int)]
  ) {
    hasGaps = true
    describe(surprises.count, "surprises")
    describe(FileBuilder.varint(newline.utf8.count) + newline.utf8, "line end")
    describe(FileBuilder.varint(indent.utf8.count) + indent.utf8, "indentation")
    describe(entries.count, "listed gaps")
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .blanks(let blanks):
        describe(FileBuilder.varint(blanks.utf8.count) + blanks.utf8, "gap \(index + 3)")
      case .levels(let levels):
        describe([0] + IntegerSketch.zigzag(levels), "gap \(index + 3): \(levels) levels")
      }
    }
    add(.planes(1, surprises.map { Int64($0.skipped) }))
    add(.planes(1, surprises.map { Int64($0.gap) }))
  }

  /// The content of the block behind its first byte, and its template where it has one.
  package func parts() -> [Part] {
    var whole = self
    whole.addNoGaps()
    let controls = sharedControls.flatMap { FileBuilder.varint($0) }
    whole.describe(controls.count, "bytes of shared controls")
    whole.stream(controls, "shared controls")
    let byteCount = sharedText.reduce(0) { $0 + $1.utf8.count }
    whole.describe(byteCount, "bytes of shared text")
    whole.characters(sharedText, "shared text")
    return whole.sections()
  }

  /// The sections with nothing in them but what was added, and their check.
  ///
  /// - Parameter seed: The seed of the check, where it is not the check of the template.
  /// - Returns: The parts, in order.
  package func sections(seed: UInt32? = nil) -> [Part] {
    let sections = [("descriptors", descriptors), ("numbers", numbers), ("text", text)]
    var heads: [UInt8] = FileBuilder.varint(large.count)
    var bodies: [Part] = []
    for (name, parts) in sections { bodies += body(name, parts, &heads) }
    var largeBodies: [Part] = []
    for part in large {
      let body = body("large section", [part], &heads)
      heads += FileBuilder.integer(Checksum.crc32(PaddedBytes(body.flatMap(\.bytes))))
      largeBodies += body
    }
    let checked = heads + bodies.flatMap(\.bytes)
    let check = Checksum.crc32(
      PaddedBytes(checked), seed: seed ?? Checksum.crc32(PaddedBytes(template)))
    bodies.append(Part(FileBuilder.integer(check), "check of the sections so far"))
    bodies += largeBodies + [Part(trailing, "behind the sections")]
    return [Part(heads, "heads of the sections")]
      + bodies.filter { !$0.bytes.isEmpty }
  }

  /// The body of a section; its head is appended to `heads`.
  private func body(_ name: String, _ parts: [Part], _ heads: inout [UInt8]) -> [Part] {
    let plain = parts.flatMap(\.bytes)
    heads += codec == .none || plain.isEmpty ? [0] : [codec.rawValue]
    heads += FileBuilder.varint(plain.count)
    guard codec != .none, !plain.isEmpty else { return parts }
    var compressor = Compressor(codec, level: 1)
    var compressed: [UInt8] = []
    compressor.compress(plain, appendingTo: &compressed)
    heads += FileBuilder.varint(compressed.count)
    return [Part(compressed, "\(name), compressed")]
  }
}

extension BlockBuilder {
  /// Adds a column of integers.
  package mutating func add(_ column: IntegerSketch) {
    column.write(to: &self)
  }

  /// Adds a column of scalars.
  package mutating func add(_ column: ScalarSketch) {
    column.write(to: &self)
  }
}
