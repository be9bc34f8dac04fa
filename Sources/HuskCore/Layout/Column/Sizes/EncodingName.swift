// SPDX-License-Identifier: Apache-2.0

/// How columns are written, in words.
///
/// The words follow the descriptors of a column (SPEC §8.4 Integer columns, §8.6 Scalar columns):
/// `decimals(scale 2) of delta planes`, `dictionary of 12, planes`.
package enum EncodingName {
  /// The name of the encoding of a scalar column.
  ///
  /// - Parameter descriptors: What describes the column, and nothing else.
  /// - Returns: The name.
  /// - Throws: ``HuskError`` where that is not the whole of a description.
  package static func scalars(_ descriptors: [UInt8]) throws(HuskError) -> String {
    var reader = ByteReader(descriptors.span)
    return try scalars(&reader)
  }

  /// The name of the encoding of an integer column.
  ///
  /// - Parameter descriptors: What describes the column, and nothing else.
  /// - Returns: The name.
  /// - Throws: ``HuskError`` where that is not the whole of a description.
  package static func integers(_ descriptors: [UInt8]) throws(HuskError) -> String {
    var reader = ByteReader(descriptors.span)
    return try integers(&reader)
  }

  private static func integers(_ reader: inout ByteReader) throws(HuskError) -> String {
    let tag = try reader.readByte()
    guard let encoding = IntegerEncoding(rawValue: tag & 0xF) else { throw unknown(reader.offset) }
    // The base, the first value, or a count.
    let parameter = try reader.readVarint()
    switch encoding {
    case .constant: return "constant"
    case .planes: return "planes"
    case .planesAndBits: return planes(and: "bits", tag)
    case .planesAndPairs: return planes(and: "pairs", tag)
    case .planesAndNibbles: return planes(and: "nibbles", tag)
    case .packed: return "packed"
    case .delta: return "delta \(try integers(&reader))"
    case .dictionary:
      _ = try integers(&reader)
      return "dictionary of \(parameter), \(try integers(&reader))"
    case .runs:
      return "\(parameter) runs of \(list([try integers(&reader), try integers(&reader)]))"
    case .derived:
      _ = try reader.readVarint()
      return "derived(\(parameter) back)"
    case .grouped:
      let count = try reader.readVarint()
      _ = try reader.readVarint()
      let groups = parameter == 0 ? "every \(count)" : "\(parameter) back"
      return "grouped(\(groups)) \(try integers(&reader))"
    case .relative:
      guard let role = SecondSource(rawValue: tag >> 4) else {
        return "relative(\(parameter) back) \(try integers(&reader))"
      }
      let second = try reader.readVarint()
      let sign = role == .added ? "+" : "-"
      return "relative(\(parameter) back \(sign) \(second) back) \(try integers(&reader))"
    case .multiples:
      _ = try reader.readVarint()
      return "multiples of \(ZigZag.decode(parameter)), \(try integers(&reader))"
    }
  }

  /// The name of planes of which the highest one has no bytes.
  private static func planes(and highest: String, _ tag: UInt8) -> String {
    tag >> 4 == 0 ? highest : "planes and \(highest)"
  }

  private static func scalars(_ reader: inout ByteReader) throws(HuskError) -> String {
    let tag = try reader.readByte()
    guard let encoding = ScalarEncoding(rawValue: tag & 0xF) else { throw unknown(reader.offset) }
    switch encoding {
    case .shared: throw unknown(reader.offset)
    case .text:
      _ = try reader.readVarint()
      return "text"
    case .constant:
      try skipBytes(&reader)
      return "constant"
    case .dictionary:
      let count = try reader.readVarint()
      _ = try scalars(&reader)
      return "dictionary of \(count), \(try integers(&reader))"
    case .decimals:
      let scale = try reader.readVarint()
      return "decimals(scale \(scale)) of \(try integers(&reader))"
    case .nearDecimals:
      let scale = try reader.readVarint()
      return "doubles(scale \(scale)) of \(try integers(2, &reader))"
    case .floating: return try floating(FloatingKind(rawValue: tag >> 4), &reader)
    case .pattern: return try pattern(&reader)
    case .hexadecimal: return try hexadecimal(&reader)
    case .mixed:
      let count = try reader.readVarint()
      var parts = [try integers(&reader)]
      for _ in 0..<count { parts.append(try scalars(&reader)) }
      return "mixed(\(parts[0])) of \(parts.dropFirst().joined(separator: " / "))"
    case .derived: return try derived(DerivedForm(tag: tag), &reader)
    case .frontCoded:
      let lengths = try integers(&reader)
      _ = try reader.readVarint()
      return "front coding(\(lengths)) of text"
    case .base64:
      try skipBytes(&reader)
      let lengths = try integers(&reader)
      _ = try reader.readVarint()
      return "base64(\(lengths))"
    case .quotedDecimals:
      for _ in 0..<2 { try skipBytes(&reader) }
      let scale = try reader.readVarint()
      return "quoted decimals(scale \(scale)) of \(try integers(&reader))"
    case .composed:
      let count = try reader.readCount()
      for _ in 0..<count + 1 { try skipBytes(&reader) }
      var parts: [String] = []
      for _ in 0..<count { parts.append(try scalars(&reader)) }
      return "composed of \(parts.joined(separator: " / "))"
    case .spliced:
      let distance = try reader.readVarint()
      let steps = tag >> 4 == 0 ? "" : " by \(try integers(&reader))"
      let cuts = try integers(2, &reader)
      let (head, tail) = (try scalars(&reader), try scalars(&reader))
      return "spliced(\(distance) back\(steps), \(cuts)) of \(head) / \(tail)"
    }
  }

  private static func derived(
    _ form: DerivedForm?, _ reader: inout ByteReader
  ) throws(HuskError) -> String {
    let distance = try reader.readVarint()
    if form != .pickedWhole {
      for _ in 0..<2 { _ = try reader.readVarint() }
      for _ in 0..<2 { try skipBytes(&reader) }
    }
    if form == .alongside { return "derived(\(distance) back)" }
    return "picked(\(distance) back) by \(try integers(&reader))"
  }

  private static func pattern(_ reader: inout ByteReader) throws(HuskError) -> String {
    let runCount = try reader.readCount()
    let unit = CalendarUnit(rawValue: try reader.readByte())
    for _ in 0..<runCount {
      try skipBytes(&reader)
      _ = try reader.readVarint()
    }
    try skipBytes(&reader)
    let columns = try integers(runCount - (unit.map { $0.runCount - 1 } ?? 0), &reader)
    guard let unit else { return "pattern of \(columns)" }
    return "pattern(\(unit)) of \(columns)"
  }

  private static func floating(
    _ kind: FloatingKind?, _ reader: inout ByteReader
  ) throws(HuskError) -> String {
    guard let kind else { throw unknown(reader.offset) }
    _ = try reader.readByte()
    for _ in 0..<2 { _ = try reader.readVarint() }
    return "\(kind.name) of \(try integers(kind.columnCount, &reader))"
  }

  private static func hexadecimal(_ reader: inout ByteReader) throws(HuskError) -> String {
    _ = try reader.readVarint()
    var digitCount = 0
    for _ in 0..<(try reader.readCount()) {
      digitCount += Int(truncatingIfNeeded: try reader.readVarint() & 0xFFFF)
      try skipBytes(&reader)
    }
    return "hexadecimal of \(try integers((digitCount + 7) / 8, &reader))"
  }

  private static func integers(
    _ count: Int, _ reader: inout ByteReader
  ) throws(HuskError) -> String {
    var names: [String] = []
    for _ in 0..<max(count, 0) { names.append(try integers(&reader)) }
    return list(names)
  }

  /// Names in order; one that recurs is named once, with a number.
  private static func list(_ names: [String]) -> String {
    var parts: [(name: String, count: Int)] = []
    for name in names {
      if parts.last?.name == name {
        parts[parts.count - 1].count += 1
      } else {
        parts.append((name, 1))
      }
    }
    return parts.map { $0.count == 1 ? $0.name : "\($0.count) × \($0.name)" }
      .joined(separator: ", ")
  }

  private static func skipBytes(_ reader: inout ByteReader) throws(HuskError) {
    _ = try reader.readBytes(try reader.readCount())
  }

  private static func unknown(_ offset: Int) -> HuskError {
    HuskError(.invalidColumn, at: offset, "a column has an unknown encoding")
  }
}
