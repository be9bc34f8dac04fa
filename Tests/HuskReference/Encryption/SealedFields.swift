// SPDX-License-Identifier: Apache-2.0

/// The fields frame of a file (SPEC §14.8 Sealed fields).
struct SealedFields {
  /// The steps of each path.
  private var paths: [[[UInt8]]] = []
  private let header: EncryptionHeader
  /// What is authenticated with each segment, before the block.
  private let head: [UInt8]

  /// Reads the payload of a fields frame, and of the template frame of the file.
  init(_ payload: [UInt8], _ template: [UInt8]?, _ settings: Reference) throws {
    var reader = ByteReader(payload)
    header = try EncryptionHeader(&reader)
    // Fields have no passphrase.
    _ = try header.fieldKey(settings)
    let count = try reader.count(ofBytes: 1)
    try demand(count > 0, .invalidFrame, "there are no paths")
    var stepCount = 0
    for _ in 0..<count {
      let pathStepCount = try reader.count()
      try demand(pathStepCount > 0, .invalidFrame, "a path without steps")
      stepCount += min(pathStepCount, 1 << 20)
      try demand(stepCount <= 65_536, .limitExceeded, "\(stepCount) steps")
      var steps: [[UInt8]] = []
      for _ in 0..<pathStepCount {
        let step = try reader.sized()
        let isText = String(validating: step, as: UTF8.self) != nil
        try demand(!step.isEmpty && isText, .invalidFrame, "a step that is no key")
        steps.append(step)
      }
      paths.append(steps)
    }
    let computed = Check.crc32(Array(payload[..<reader.place]))
    let check = try reader.check()
    try demand(reader.isAtEnd, .invalidFrame, "bytes behind the check")
    try demand(check == computed, .checkMismatch, "the frame has another check")
    for (number, path) in paths.enumerated() {
      for (other, start) in paths.enumerated() where other != number {
        let begins = path.starts(with: start)
        try demand(!begins, .invalidFrame, "a path is the beginning of another")
      }
    }
    head = payload + Cryptography.sha256(template ?? [])
  }

  /// The text of a block with the values of its fields, from what the block shows.
  func reveal(_ block: SealedBlock, in shown: [UInt8], _ settings: Reference) throws -> [UInt8] {
    if settings.redactsFields { return shown }
    guard let key = try header.fieldKey(settings) else {
      throw ReferenceFault(.missingFieldKey, "the key of the fields is not at hand")
    }
    let segments = SegmentKey(key, salt: header.salt, info: "husk 1 fields")
    var reader = ByteReader(
      try segments.open(
        block.segment, number: block.number, isLast: block.isLast,
        associated: head + block.payload))
    let count = try reader.count()
    let check = try reader.check()
    let values = try reader.sized()
    let limit = settings.limits.blockByteCount
    try demand(count <= limit, .limitExceeded, "a block of \(count) bytes with its values")
    let text = try FieldReveal.text(
      shown, block.flags, paths, try self.values(values, textCount: count, settings))
    let isSame = text.count == count && Check.crc32(text) == check
    try demand(isSame, .checkMismatch, "the text with its values is another")
    return text
  }

  /// The values at each path, in the order of the document.
  private func values(
    _ payload: [UInt8], textCount: Int, _ settings: Reference
  ) throws -> [[[UInt8]]] {
    guard !payload.isEmpty else { return paths.map { _ in [] } }
    var reader = ByteReader(payload)
    let blockHeader = try BlockHeader(&reader)
    try blockHeader.demandRules(settings.limits)
    let isShort = blockHeader.decoded <= textCount + 16 * paths.count
    try demand(isShort, .limitExceeded, "values of \(blockHeader.decoded) bytes")
    try demand(blockHeader.rows == 1, .invalidFrame, "\(blockHeader.rows) rows of values")
    var deeper = settings
    deeper.limits.depth += 1
    let text = try BlockDecoder.decode(
      reader.rest(), blockHeader, template: nil, deeper, isValues: true)
    return try FieldReveal.values(text, pathCount: paths.count, depth: deeper.limits.depth)
  }
}
