// SPDX-License-Identifier: Apache-2.0

/// How an integer is counted from another (SPEC §13.7 Integers).
struct IntegerModel {
  var base: Int64
  /// The slot whose last integer is counted from, where there is one.
  var reference: Int?
  var magnitudes: [Int]
  /// One for each magnitude, and one for others.
  var frequencies: [Int]
  /// Where it starts in the template, which tells it from others.
  let place: Int

  init(_ reader: inout ByteReader, slotCount: Int) throws {
    place = reader.place
    base = try reader.zigzag()
    let reference = try reader.count()
    try demand(reference <= slotCount, .invalidTemplate, "there is no slot \(reference - 1)")
    self.reference = reference == 0 ? nil : reference - 1
    magnitudes = []
    for _ in 0..<(try reader.count(ofBytes: 1)) {
      let magnitude = try reader.count()
      let isAllowed = magnitude <= 128 && magnitude > magnitudes.last ?? -1
      try demand(isAllowed, .invalidTemplate, "magnitude \(magnitude)")
      magnitudes.append(magnitude)
    }
    frequencies = try MessageTemplateReader.frequencies(&reader, magnitudes.count + 1)
  }
}
