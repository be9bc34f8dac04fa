// SPDX-License-Identifier: Apache-2.0

/// Reads the text layout (SPEC §6 Text layout).
package struct TextDecoder: ~Copyable {
  /// What was decoded.
  package struct Result {
    /// The document, verified.
    package var bytes: [UInt8]
    /// The members of the file.
    package var file: TextFile
    /// The number of elements of the array of values.
    package var valueCount: Int
    /// How many objects of each shape there are.
    package var shapeCounts: [Int]
  }

  private let reader: TextReader
  private let plan: TemplatePlan
  private let limits: Limits
  private var writer: DocumentWriter
  private var shapeCounts: [Int]
  /// The tape index of the next value, and of the end of the array of values.
  private var next: Int
  private let end: Int
  /// How many slots are open; slots nest only as deep as the document does.
  private var depth = 0

  /// Decodes a file.
  ///
  /// - Throws: ``HuskError``; nothing is returned that is not verified.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  package static func decode(
    _ bytes: borrowing PaddedBytes, limits: Limits
  ) throws(HuskError) -> Result {
    try DeepStack.walk { () throws(HuskError) in try decodeHere(bytes, limits: limits) }
  }

  private static func decodeHere(
    _ bytes: borrowing PaddedBytes, limits: Limits
  ) throws(HuskError) -> Result {
    let reader = try TextReader(bytes, limits: limits)
    let file = try TextFile(reader, limits: limits)
    let valueCount = reader.token(file.values + reader.token(file.values).extent).extent
    var decoder = TextDecoder(reader, file, limits: limits, inputCount: bytes.count)
    for _ in 0..<file.textCount { try decoder.read(TemplatePlan.root) }
    guard decoder.next == decoder.end else {
      throw decoder.reader.error(
        .extraValue, at: decoder.next, "values follow the end of the document")
    }
    try decoder.writer.finish()
    let check = Checksum.crc32(decoder.writer.bytes)
    guard check == file.check else {
      throw HuskError(
        .checkMismatch,
        "the decoded text is not the one that was encoded: its check is "
          + "\(Hexadecimal.string(check)), not \(Hexadecimal.string(file.check))")
    }
    return Result(
      bytes: decoder.writer.bytes, file: file, valueCount: valueCount,
      shapeCounts: decoder.shapeCounts)
  }

  private init(
    _ reader: consuming TextReader, _ file: TextFile, limits: Limits, inputCount: Int
  ) {
    plan = TemplatePlan(file.template)
    self.limits = limits
    writer = DocumentWriter(
      gaps: file.gaps, byteLimit: limits.decodedByteCount(forInputOf: inputCount),
      depthLimit: limits.depth)
    shapeCounts = Array(repeating: 0, count: file.template.shapes.count)
    next = file.values + 1
    end = file.values + reader.token(file.values).extent
    self.reader = reader
  }

  private mutating func take() throws(HuskError) -> Int {
    guard next < end else {
      throw reader.error(.missingValue, at: end, "the values end before the document does")
    }
    defer { next = reader.end(of: next) }
    return next
  }

  /// Takes a value that must be an integer from 0 to `limit`.
  private mutating func takeCount(
    upTo limit: Int, _ name: String
  ) throws(HuskError) -> Int {
    let index = try take()
    guard let value = reader.integer(index), 0...limit ~= value else {
      throw reader.error(.invalidValue, at: index, "\(name) from 0 to \(limit) is expected")
    }
    return value
  }

  private mutating func read(_ slot: Int) throws(HuskError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= limits.slotDepth else {
      throw HuskError(.limitExceeded, "more than the limit of depth \(limits.depth)")
    }
    try DeepStack.descend(to: depth) { () throws(HuskError) in
      try read(plan.nodes[slot])
    }
  }

  private mutating func read(_ node: TemplatePlan.Node) throws(HuskError) {
    switch node {
    case .any: try writeValue(try take())
    case .constant(let dictionary):
      try writer.write(.scalar, plan.dictionaries[dictionary][0].bytes)
    case .enumeration(let dictionary): try readEntry(dictionary, .scalar)
    case .object(let shape): try readObject(shape)
    case .array(let element):
      let count = try takeCount(upTo: Token.maxExtent, "a number of elements")
      try writer.open(isObject: false)
      for _ in 0..<count { try read(element) }
      try writer.close()
    case .tuple(let first, let count):
      try writer.open(isObject: false)
      for position in 0..<count { try read(first + position) }
      try writer.close()
    case .map(let keys):
      let count = try takeCount(upTo: Token.maxExtent, "a number of members")
      try writer.open(isObject: true)
      for _ in 0..<count {
        try readKey(keys)
        try read(keys + 1)
      }
      try writer.close()
    case .oneOf(let first, let count):
      try read(first + (try takeCount(upTo: count - 1, "the number of an alternative")))
    }
  }

  private mutating func readKey(_ slot: Int) throws(HuskError) {
    if case .enumeration(let dictionary) = plan.nodes[slot] {
      return try readEntry(dictionary, .key)
    }
    let index = try take()
    guard reader.kind(index) == .string else {
      throw reader.error(.invalidValue, at: index, "a key is expected")
    }
    try writer.write(.key, reader.token(index).range, of: reader.source)
  }

  /// Reads a value that may be in a dictionary (SPEC §6.4.2 Dictionary values).
  private mutating func readEntry(
    _ dictionary: Int, _ neighbor: GapNeighbor
  ) throws(HuskError) {
    let index = next
    switch index < end ? reader.kind(index) : .literal {
    case .number:
      let count = plan.dictionaries[dictionary].count
      let entry = try takeCount(upTo: count - 1, "an index")
      try writer.write(neighbor, plan.dictionaries[dictionary][entry].bytes)
    case .openArray where neighbor == .scalar:
      _ = try take()
      guard reader.token(index + reader.token(index).extent).extent == 1 else {
        throw reader.error(.invalidValue, at: index, "one value in brackets is expected")
      }
      try writeValue(index + 1)
    case .string where neighbor == .key:
      try writer.write(.key, reader.token(try take()).range, of: reader.source)
    case _ where neighbor == .key:
      throw reader.error(.invalidValue, at: try take(), "a key is expected")
    default: try writeValue(try take())
    }
  }

  private mutating func readObject(_ number: Int) throws(HuskError) {
    shapeCounts[number] += 1
    let shape = plan.shapes[number]
    var presence: [UInt32] = []
    for word in stride(from: 0, to: shape.optionalCount, by: 32) {
      let bits = min(32, shape.optionalCount - word)
      let value = try takeCount(upTo: 1 << bits - 1, "which fields are there, a number")
      presence.append(UInt32(value))
    }
    try writer.open(isObject: true)
    var optional = 0
    for field in shape.fields {
      if field.isOptional {
        let isPresent = presence[optional / 32] >> UInt32(optional % 32) & 1 == 1
        optional += 1
        if !isPresent { continue }
      }
      try writer.write(key: field.content)
      try read(field.slot)
    }
    try writer.close()
  }

  /// Writes a value of the file as it is, but for its whitespace.
  private mutating func writeValue(_ index: Int) throws(HuskError) {
    for current in index..<reader.end(of: index) {
      let token = reader.token(current)
      switch token.kind {
      case .openObject, .openArray: try writer.open(isObject: token.kind == .openObject)
      case .closeObject, .closeArray: try writer.close()
      default: try writer.write(GapNeighbor(token.kind), token.range, of: reader.source)
      }
    }
  }
}
