// SPDX-License-Identifier: Apache-2.0

/// Puts values in place of what a block shows (SPEC §14.9 Sealed values).
struct FieldReveal {
  /// A path that goes through the place where the scan is.
  private struct Way {
    var path: Int
    /// How many of its steps were taken.
    var stepCount = 0
  }

  private let bytes: [UInt8]
  private var place = 0
  private var output: [UInt8] = []
  private let paths: [[[UInt8]]]
  /// The values that were not put anywhere yet.
  private var values: [ArraySlice<[UInt8]>]

  private init(_ bytes: [UInt8], _ paths: [[[UInt8]]], _ values: [[[UInt8]]]) {
    self.bytes = bytes
    self.paths = paths
    self.values = values.map { $0[...] }
  }

  /// The text of a block with its values.
  static func text(
    _ shown: [UInt8], _ flags: BlockFlags, _ paths: [[[UInt8]]], _ values: [[[UInt8]]]
  ) throws -> [UInt8] {
    var reveal = FieldReveal(shown, paths, values)
    try reveal.rows(flags)
    let areUsed = reveal.values.allSatisfy(\.isEmpty)
    try demand(areUsed, .extraValue, "values are left")
    return reveal.output
  }

  /// The values of each path, from the text that they stand in.
  static func values(_ text: [UInt8], pathCount: Int, depth: Int) throws -> [[[UInt8]]] {
    guard let parsed = try? JSONParser.oneText(text, depthLimit: depth),
      case .object(let members) = parsed, members.count == pathCount
    else { throw ReferenceFault(.invalidValue, "the values are no object of all paths") }
    var reveal = FieldReveal(text, [], [])
    try reveal.skip("{")
    var values: [[[UInt8]]] = []
    for (number, member) in members.enumerated() {
      let isNext = member.key == Array("\"\(number)\"".utf8)
      guard isNext, case .array(let elements) = member.value else {
        throw ReferenceFault(.invalidValue, "no array of the values of path \(number)")
      }
      try reveal.skip(number == 0 ? nil : ",")
      try reveal.copyString()
      try reveal.skip(":")
      try reveal.skip("[")
      values.append([])
      for index in elements.indices {
        try reveal.skip(index == 0 ? nil : ",")
        reveal.output = []
        try reveal.copyValue([])
        values[number].append(reveal.output)
      }
      try reveal.skip("]")
    }
    return values
  }

  // MARK: - Going through a text that may be a part of one

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func copy() {
    output.append(bytes[place])
    place += 1
  }

  private mutating func copyWhitespace() {
    while let byte = next, JSONParser.isWhitespace(byte) { copy() }
  }

  private mutating func skip(_ character: Unicode.Scalar?) throws {
    copyWhitespace()
    if let character { try copy(character) }
    copyWhitespace()
  }

  private mutating func copy(_ character: Unicode.Scalar) throws {
    let isNext = next == UInt8(ascii: character)
    try demand(isNext, .invalidValue, "no \(character) in what is shown")
    copy()
  }

  private mutating func rows(_ flags: BlockFlags) throws {
    while [0xEF, 0xBB, 0xBF].contains(next) { copy() }
    copyWhitespace()
    if flags.areElements, !flags.continues { try copy("[") }
    let ways = paths.indices.map { Way(path: $0) }
    while true {
      copyWhitespace()
      guard let byte = next else { return }
      let isPunctuation = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      if flags.areElements, isPunctuation { copy() } else { try copyValue(ways) }
    }
  }

  private mutating func copyValue(_ ways: [Way]) throws {
    if let way = ways.first(where: { paths[$0.path].count == $0.stepCount }) {
      let isNull = bytes[place...].starts(with: Array("null".utf8))
      try demand(isNull, .invalidValue, "something else than null at a path")
      guard let value = values[way.path].popFirst() else {
        throw ReferenceFault(.missingValue, "a value of path \(way.path) is missing")
      }
      place += 4
      output += value
      return
    }
    switch next {
    case UInt8(ascii: "{"): try copyObject(ways)
    case UInt8(ascii: "["):
      try copyItems(until: "]") { reveal in try reveal.copyValue(ways) }
    case UInt8(ascii: "\""): try copyString()
    default:
      let start = place
      while let byte = next, !JSONParser.isWhitespace(byte), !Array(",:]}[{\"".utf8).contains(byte)
      {
        copy()
      }
      try demand(place > start, .invalidValue, "no value in what is shown")
    }
  }

  private mutating func copyObject(_ ways: [Way]) throws {
    try copyItems(until: "}") { reveal in
      let start = reveal.place
      try reveal.copyString()
      let key = TextGaps.resolved(Array(reveal.bytes[start..<reveal.place]))
      try reveal.skip(":")
      let further = ways.compactMap { way in
        reveal.paths[way.path][way.stepCount] == key
          ? Way(path: way.path, stepCount: way.stepCount + 1) : nil
      }
      try reveal.copyValue(further)
    }
  }

  private mutating func copyItems(
    until end: Unicode.Scalar, _ copyItem: (inout FieldReveal) throws -> Void
  ) throws {
    copy()
    copyWhitespace()
    var isFirst = true
    while next != UInt8(ascii: end) {
      try skip(isFirst ? nil : ",")
      isFirst = false
      try copyItem(&self)
      copyWhitespace()
    }
    copy()
  }

  private mutating func copyString() throws {
    try copy("\"")
    while next != UInt8(ascii: "\"") {
      let count = next == UInt8(ascii: "\\") ? 2 : 1
      try demand(place + count < bytes.count, .invalidValue, "a string does not end")
      for _ in 0..<count { copy() }
    }
    copy()
  }
}
