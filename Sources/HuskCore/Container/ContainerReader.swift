// SPDX-License-Identifier: Apache-2.0

/// Reads the frames of one or more files, whose bytes may arrive piece by piece (SPEC §9 Container).
///
/// It waits for nothing, so that it serves files, pipes and sockets alike: ask ``next()`` until it
/// returns `nil`, ``append(_:)`` what has arrived or ``read(from:atMost:)`` more, and so on until
/// ``isFinished``. It holds the frame that is being read and no other; a frame that announces more
/// than arrives costs no memory, and one that is skipped costs none at all.
package struct ContainerReader: ~Copyable {
  private enum State {
    case start
    case frames
    case trailer
  }

  private let limits: Limits
  private let policy: SealPolicy
  /// What opens the frames of the file, where they are sealed.
  private var opener: SegmentOpener?
  private let mostDecodedByteCount: Int
  private var queue: ByteQueue
  private var state = State.start
  private var tally = FileTally()
  private var decodedByteCount = 0
  /// The bytes of what is around the blocks, so far.
  package private(set) var sizes = ContainerSizes()
  /// Where the last frame begins in the input.
  package private(set) var frameOffset = 0
  /// The bytes still to come of a frame that nobody knows.
  private var skippedByteCount = 0
  /// Whether no more bytes come.
  package private(set) var isFinished: Bool

  /// Creates a reader of bytes that will arrive, which may decode to any number of bytes.
  package init(limits: Limits, policy: SealPolicy = SealPolicy()) {
    self.limits = limits
    self.policy = policy
    mostDecodedByteCount = .max
    queue = ByteQueue()
    isFinished = false
  }

  /// Creates a reader of bytes that are all there, which may decode to what `limits` allows them.
  package init(whole bytes: [UInt8], limits: Limits, policy: SealPolicy = SealPolicy()) {
    self.limits = limits
    self.policy = policy
    mostDecodedByteCount = limits.decodedByteCount(forInputOf: bytes.count)
    queue = ByteQueue(bytes)
    isFinished = true
  }

  /// The number of bytes of the input that were used, up to the end of a frame.
  package var offset: Int { queue.offset }

  /// The number of bytes that have arrived and are not used yet.
  package var restByteCount: Int { queue.count }

  /// Takes bytes that have arrived.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func append(_ bytes: [UInt8]) {
    queue.append { target in target += bytes }
  }

  /// Takes at most `count` bytes from a feed, and notes its end.
  ///
  /// - Throws: What the feed throws.
  package mutating func read<Feed: ByteFeed & ~Copyable>(
    from feed: inout Feed, atMost count: Int = 1 << 16
  ) throws(Feed.Failure) {
    let added = try queue.append { (target) throws(Feed.Failure) in
      try feed.read(appendingTo: &target, atMost: count)
    }
    if added == 0 { finish() }
  }

  /// Notes that no more bytes come.
  package mutating func finish() {
    isFinished = true
  }

  /// Returns the next frame.
  ///
  /// - Returns: The frame, or `nil` where more bytes are needed for it; once ``isFinished``, `nil`
  ///   says that the input ends behind a complete file.
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*n*) for the *n* bytes of the frame.
  package mutating func next() throws(HuskError) -> ContainerFrame? {
    while true {
      switch state {
      case .start:
        guard try startFile() else { return nil }
      case .frames:
        guard try isFrameThere() else { return nil }
        if let frame = try nextFrame() { return frame }
      case .trailer:
        return try endFile()
      }
    }
  }

  /// What there is to say where bytes are missing: nothing yet, or that none will come.
  private func waitForBytes() throws(HuskError) {
    guard isFinished else { return }
    throw HuskError(.truncated, at: queue.endOffset, "the file ends too early")
  }

  private mutating func startFile() throws(HuskError) -> Bool {
    let magic = queue.slice(0..<FileMagic.bytes.count)
    try FileMagic.check(magic, at: queue.offset)
    guard magic.count == FileMagic.bytes.count else {
      // The input may end between two files, but one there must be.
      if !magic.isEmpty || queue.offset == 0 { try waitForBytes() }
      return false
    }
    queue.drop(magic.count)
    sizes.frame += magic.count
    tally = FileTally()
    opener = nil
    state = .frames
    return true
  }

  /// The header of the next frame, if it is there.
  private func header() throws(HuskError) -> FrameHeader? {
    guard let tag = queue.first, queue.count >= FrameHeader.byteCount(tag: tag) else {
      try waitForBytes()
      return nil
    }
    do throws(HuskError) {
      var reader = ByteReader(queue.span(0..<queue.count))
      return try FrameHeader(from: &reader)
    } catch { throw error.shifted(by: queue.offset) }
  }

  /// Whether as much of the next frame is there as its type requires.
  private mutating func isFrameThere() throws(HuskError) -> Bool {
    let skipped = min(skippedByteCount, queue.count)
    queue.drop(skipped)
    skippedByteCount -= skipped
    guard let header = try header() else { return false }
    // What is sealed must be whole to be opened, known or not.
    guard try header.knownType(at: queue.offset) != nil || tally.isSealed else { return true }
    try header.check(limits, at: queue.offset)
    guard queue.count - header.byteCount >= header.payloadByteCount else {
      try waitForBytes()
      return false
    }
    return true
  }

  /// Takes the next frame, which is there; `nil` for one that is of no interest to the caller.
  private mutating func nextFrame() throws(HuskError) -> ContainerFrame? {
    guard let header = try header() else { return nil }
    let start = queue.offset
    frameOffset = start
    let type = try header.knownType(at: start)
    if type != .encryption, !tally.isSealed { try policy.acceptUnsealed(at: start) }
    sizes.add(header, type)
    guard type != nil || tally.isSealed else {
      try tally.count(header, nil, at: start)
      queue.drop(header.byteCount)
      skippedByteCount = header.payloadByteCount
      return nil
    }
    let payload = header.byteCount..<header.byteCount + header.payloadByteCount
    let frame: ContainerFrame?
    do throws(HuskError) {
      frame = try parse(try opened(payload, header, type), type)
    } catch { throw error.shifted(by: start + header.byteCount) }
    if type == .end {
      state = .trailer
    } else {
      var block: BlockHeader?
      if case .block(let header, _)? = frame {
        // First, as what it refuses would be too much for the totals.
        try countDecodedBytes(of: header, at: start)
        block = header
      }
      try tally.count(header, type, block: block, at: start)
    }
    queue.drop(payload.upperBound)
    return frame
  }

  /// Gives a payload, opened where it is sealed.
  private mutating func opened(
    _ payload: Range<Int>, _ header: FrameHeader, _ type: FrameType?
  ) throws(HuskError) -> ArraySlice<UInt8> {
    guard tally.isSealed else { return queue.slice(payload) }
    // After a failure there is no opener, and nothing is opened any more.
    guard var opener = opener.take() else {
      throw HuskError(.authenticationFailed, at: 0, "what comes before could not be opened")
    }
    let bytes = try opener.open(
      queue.span(payload), frame: header.bytes, isLast: type == .end)
    self.opener = consume opener
    return bytes[...]
  }

  /// Reads a payload; offsets of errors count from its start.
  private mutating func parse(
    _ payload: ArraySlice<UInt8>, _ type: FrameType?
  ) throws(HuskError) -> ContainerFrame? {
    var reader = ByteReader(payload.span)
    switch type {
    case .fields: return .fields(Array(payload))
    case .template: return .template(try TemplateFrame(from: &reader, limits: limits))
    case .reference: return .reference(try TemplateReference(from: &reader))
    case .block:
      let header = try BlockHeader(from: &reader, limits: limits)
      return .block(header, content: Array(payload.dropFirst(reader.offset)))
    case .index:
      guard tally.index.blockCount > 0, payload.elementsEqual(tally.index.payload)
      else { throw HuskError(.invalidIndex, at: 0, "the index does not agree with the blocks") }
    case .end:
      guard payload.isEmpty else {
        throw HuskError(.invalidFrame, at: 0, "an end frame has a payload")
      }
    case .encryption where tally.totals.frameCount == 0:
      let frame = try EncryptionFrame(from: &reader)
      let key = try policy.keys.key(of: frame.header, at: 0, limits: limits)
      opener = SegmentOpener(frame.segmentKey(key))
    // The tally refuses one that is not the first.
    case .encryption, nil: break
    }
    return nil
  }

  private mutating func countDecodedBytes(
    of block: BlockHeader, at start: Int
  ) throws(HuskError) {
    guard block.decodedByteCount <= mostDecodedByteCount - decodedByteCount else {
      throw HuskError(
        .limitExceeded, at: start,
        "more than \(mostDecodedByteCount) decoded bytes in an input of this size")
    }
    decodedByteCount += block.decodedByteCount
  }

  private mutating func endFile() throws(HuskError) -> ContainerFrame? {
    let trailer = tally.trailer
    let found = queue.slice(0..<trailer.count)
    guard trailer.starts(with: found) else {
      throw HuskError(
        .invalidEnd, at: queue.offset, "the end of the file does not agree with its frames")
    }
    guard found.count == trailer.count else {
      try waitForBytes()
      return nil
    }
    queue.drop(trailer.count)
    sizes.frame += trailer.count - Checksum.byteCount
    sizes.checks += Checksum.byteCount
    state = .start
    var totals = tally.totals
    totals.byteCount += tally.endByteCount
    return .end(totals)
  }
}
