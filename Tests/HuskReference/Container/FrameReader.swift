// SPDX-License-Identifier: Apache-2.0

/// A part of a file with a type and a length (SPEC §9.2 Frames).
struct Frame {
  /// What frames are.
  enum Kind: UInt8 {
    case template = 1
    case reference = 2
    case block = 3
    case encryption = 4
    case end = 5
    case fields = 6
    case index = 16

    /// The kind of a type, or `nil` if frames of this type are skipped.
    static func of(type: UInt8) throws -> Kind? {
      let kind = Kind(rawValue: type)
      try demand(kind != nil || type >= 16, .unsupportedFrame, "a frame of type \(type)")
      return kind
    }
  }

  /// What the frame is, or `nil` if it is skipped.
  var kind: Kind?
  /// Where it starts, from the start of the file.
  var place: Int
  /// Its tag and length.
  var head: [UInt8]
  var payload: [UInt8]

  /// The bytes that the check of the framing covers.
  func checkedHead() throws -> [UInt8] {
    guard kind == .block else { return head }
    var reader = ByteReader(payload)
    _ = try BlockHeader(&reader)
    return head + payload[..<reader.place]
  }

  /// Reads a frame that starts where `reader` is.
  static func read(
    _ reader: inout ByteReader, from start: Int, _ limits: ReferenceLimits
  ) throws -> Frame {
    let place = reader.place
    let tag = try reader.byte()
    let kind = try Kind.of(type: tag & 0x1F)
    let width = Int(tag >> 5)
    let length = try Int(clamping: reader.littleEndian(width))
    let isShortest = width == 0 || length >> (8 * (width - 1)) > 0
    try demand(isShortest, .invalidFrame, "a length that is not in its shortest form")
    try demand(
      kind == nil || length <= limits.frameByteCount, .limitExceeded, "\(length) bytes of a frame")
    let head = Array(reader.bytes[place..<reader.place])
    return Frame(
      kind: kind, place: place - start, head: head, payload: try reader.take(length))
  }
}

/// What stands before the content of a block (SPEC §9.4 Block frames).
struct BlockHeader {
  var rows: Int
  var decoded: Int
  var check: UInt32

  init(_ reader: inout ByteReader) throws {
    rows = try reader.count()
    decoded = try reader.count()
    check = try reader.check()
  }

  /// The header of a text that is kept of a block.
  init(rows: Int, decoded: Int) {
    (self.rows, self.decoded, check) = (rows, decoded, 0)
  }

  /// Refuses a header that breaks a rule or exceeds a limit.
  func demandRules(_ limits: ReferenceLimits) throws {
    try demand(rows <= decoded, .invalidFrame, "\(rows) rows in \(decoded) bytes")
    try demand(rows <= limits.blockRowCount, .limitExceeded, "\(rows) rows")
    try demand(decoded <= limits.blockByteCount, .limitExceeded, "\(decoded) bytes of text")
  }
}
