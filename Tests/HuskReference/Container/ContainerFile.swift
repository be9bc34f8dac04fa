// SPDX-License-Identifier: Apache-2.0

/// One file of an input, whose frames are as they should be (SPEC §9 Container).
struct ContainerFile {
  /// A block that was not decoded.
  struct Block {
    var header: BlockHeader
    /// The payload of the frame.
    var payload: [UInt8]
    /// What stands behind the header.
    var content: [UInt8]
  }

  static let magic: [UInt8] = [0xFD, 0x48, 0x4B]

  /// The payload of the fields frame.
  private(set) var fields: [UInt8]?
  /// The template frame, or the reference.
  private(set) var template: Frame?
  private(set) var blocks: [Block] = []

  private var entries: [IndexCheck.Entry] = []
  private var seal: FileSeal?
  private var framing: UInt32 = 0

  /// Reads all files of an input (SPEC §9.7 Concatenation).
  static func readAll(_ input: [UInt8], _ settings: Reference) throws -> [ContainerFile] {
    var reader = ByteReader(input)
    var files: [ContainerFile] = []
    repeat { files.append(try ContainerFile(&reader, settings)) } while !reader.isAtEnd
    return files
  }

  private init(_ reader: inout ByteReader, _ settings: Reference) throws {
    let start = reader.place
    for byte in Self.magic {
      try demand(byte == reader.byte(), .notHusk, "another magic number")
    }
    let version = try reader.byte()
    try demand(version == 1, .unsupportedVersion, "version \(version)")
    framing = Check.crc32(Self.magic + [version])
    var index: Frame?
    while true {
      var frame = try Frame.read(&reader, from: start, settings.limits)
      if frame.place == 4 {
        try demandSeal(frame, head: Array(reader.bytes[start..<reader.place]), settings)
        if frame.kind == .encryption { continue }
      }
      frame.payload = try seal?.open(frame) ?? frame.payload
      try demand(index == nil || frame.kind == .end, .invalidFrame, "a frame behind the index")
      if frame.kind == .end {
        try demand(frame.payload.isEmpty, .invalidFrame, "an end with a payload")
        try readTrailer(&reader, from: start, index)
        return
      }
      try add(frame, settings.limits)
      if frame.kind == .index { index = frame }
      let head = seal == nil ? try frame.checkedHead() : frame.head
      framing = Check.crc32(head, seed: framing)
    }
  }

  /// Whether the file is sealed, which its first frame says (SPEC §14.4 Sealed files).
  private mutating func demandSeal(
    _ frame: Frame, head: [UInt8], _ settings: Reference
  ) throws {
    if frame.kind == .encryption {
      seal = try FileSeal(frame.payload, head: head, settings)
      framing = Check.crc32(frame.head, seed: framing)
    } else {
      try demand(!settings.requiresSeal, .notSealed, "the file is not sealed")
    }
  }

  private mutating func add(_ frame: Frame, _ limits: ReferenceLimits) throws {
    switch frame.kind {
    case .fields:
      let isHere = fields == nil && template == nil && blocks.isEmpty
      try demand(isHere, .invalidFrame, "a fields frame in another place")
      fields = frame.payload
    case .template, .reference:
      let isHere = template == nil && blocks.isEmpty
      try demand(isHere, .invalidFrame, "a template in another place")
      if frame.kind == .template {
        try TemplateFrame.demandRules(frame.payload, byteLimit: limits.templateByteCount)
      } else {
        _ = try TemplateFrame.Name(frame.payload)
      }
      template = frame
    case .block:
      var reader = ByteReader(frame.payload)
      let header = try BlockHeader(&reader)
      try header.demandRules(limits)
      blocks.append(Block(header: header, payload: frame.payload, content: reader.rest()))
      entries.append(
        IndexCheck.Entry(place: frame.place, rows: header.rows, decoded: header.decoded))
    case .index: try IndexCheck.demand(frame, entries)
    case .encryption: throw ReferenceFault(.invalidFrame, "an encryption frame behind another")
    case .end, nil: break
    }
  }

  /// Refuses a trailer that is not as it should be (SPEC §9.6 End frames).
  private func readTrailer(
    _ reader: inout ByteReader, from start: Int, _ index: Frame?
  ) throws {
    try demand(fields == nil || !blocks.isEmpty, .invalidFrame, "a fields frame without blocks")
    let end = reader.place - start
    var trailer = (0..<4).map { UInt8(truncatingIfNeeded: framing >> UInt32(8 * $0)) }
    if let index { trailer += Self.backwardVarint(end + 4 - index.place) }
    trailer += Self.backwardVarint((end + trailer.count) * 2 + (index == nil ? 0 : 1))
    for byte in trailer {
      try demand(byte == reader.byte(), .invalidEnd, "another trailer")
    }
  }

  /// A varint with its bytes in reverse order.
  private static func backwardVarint(_ value: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes.reversed()
  }
}
