// SPDX-License-Identifier: Apache-2.0

/// Runs of bytes that a model predicts (SPEC §16.11 Modelled bytes).
///
/// It takes up to a microsecond for each byte, either way, and for each of the preamble where that is not
/// kept from run to run.
struct ModelledBytes {
  /// What a model learns of every JSON text, for the codec 7.
  static let presetPreamble = SampleText.bytes + PresetDictionary.bytes

  /// What the model learns before the bytes come.
  private let preamble: [UInt8]
  /// A model that has learnt it, where there is one.
  private let learnt: LearntModel?

  /// Creates what predicts bytes by a model that has learnt a preamble.
  init(preamble: [UInt8] = []) {
    self.preamble = preamble
    learnt = preamble.isEmpty ? nil : LearntModel(preamble)
  }

  /// The bytes before those that are coded: the memory, and a check.
  private static let headCount = 5
  /// For longer runs the preamble is learnt anew, as it takes more memory to come back to it.
  private static let mostKeptByteCount = 1 << 13

  /// What codes a run of so many bytes behind the preamble, if that is kept for it.
  private func learnt(forBytes count: Int) -> LearntModel? {
    count <= Self.mostKeptByteCount ? learnt : nil
  }

  /// The binary logarithm of the memory that suits so many bytes.
  private func memory(forBytes count: Int) -> Int {
    ModelMemory.bits(forBytes: preamble.count + count)
  }

  /// Whether a run of so many bytes may have such a memory.
  private func takes(_ memory: Int, forBytes count: Int) -> Bool {
    let most = self.memory(forBytes: count)
    return preamble.isEmpty ? ModelMemory.range.lowerBound...most ~= memory : memory == most
  }

  /// A model of `count` bytes that has learnt the preamble.
  ///
  /// The preamble is a text by itself: it starts as texts do.
  private func model<Coder: BitCoder>(
    _ coder: Coder, memory: Int, byteCount: Int
  ) -> LeafModel<Coder> {
    var model = LeafModel(
      coder, ofPiecesIn: memory, textByteCount: preamble.count + byteCount)
    model.learnPieces(preamble)
    return model
  }

  /// Compresses `source` and appends the result to `target`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  @unsafe func compress(
    _ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]
  ) {
    guard let start = source.baseAddress else { return }
    let count = source.count
    let memory = memory(forBytes: count)
    var bytes = Buffer<UInt8>()
    unsafe bytes.append(from: start, count: count)
    target.append(UInt8(memory))
    target.appendLittleEndian(Checksum.crc32(unsafe Span(_unsafeElements: source)))
    if let learnt = learnt(forBytes: count) {
      target += learnt.use(memory: memory, byteCount: count) { model in
        model.mixing.coder = BitExchange()
        _ = model.codePieces(of: bytes, count: count)
        return model.mixing.coder.encoder.finishWhole()
      }
    } else {
      var model = model(BitWriter(), memory: memory, byteCount: count)
      _ = model.codePieces(of: bytes, count: count)
      target += model.mixing.coder.finishWhole()
    }
  }

  /// Decompresses `source` to `count` bytes, if there is room for them in `target`, and returns whether there
  /// was.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``.
  /// - Complexity: O(*n*) for *n* bytes that come out.
  @unsafe func decompress(
    _ source: UnsafeBufferPointer<UInt8>, count: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) -> Bool {
    guard let view = unsafe ByteView(source), view.count >= Self.headCount,
      takes(Int(view[0]), forBytes: count)
    else { throw Self.error("its model has a size that there is not") }
    let bytes = unsafe ByteSource(padded: view)
    let range = ByteRange(offset: Self.headCount, count: view.count - Self.headCount)
    let memory = Int(view[0])
    let isWhole: Bool?
    if let learnt = learnt(forBytes: count) {
      isWhole = learnt.use(memory: memory, byteCount: count) { model in
        model.mixing.coder = BitExchange(decoder: RangeDecoder(bytes, range))
        return unsafe Self.decode(&model, into: target) ? model.mixing.coder.isAtEnd : nil
      }
    } else {
      var model = model(BitReader(bytes, range), memory: memory, byteCount: count)
      isWhole = unsafe Self.decode(&model, into: target) ? model.mixing.coder.isAtEnd : nil
    }
    guard let isWhole else { throw Self.error("it ends too early") }
    guard target.count == count else { return false }
    var check: UInt32 = 0
    for byte in 0..<4 { check |= UInt32(view[1 + byte]) << UInt32(8 * byte) }
    guard isWhole,
      Checksum.crc32(unsafe Span(_unsafeElements: UnsafeBufferPointer(target))) == check
    else { throw Self.error("its bytes are not what a model made of others") }
    return true
  }

  /// Decodes as many bytes as `target` has, and returns whether there were so many.
  @unsafe private static func decode<Coder: BitCoder>(
    _ model: inout LeafModel<Coder>, into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    let start = model.history.count
    guard let first = target.baseAddress,
      model.codePieces(of: Buffer<UInt8>(), count: target.count)
    else { return false }
    unsafe model.history.withBase {
      unsafe first.update(from: $0 + start, count: target.count)
    }
    return true
  }

  private static func error(_ reason: String) -> HuskError {
    Decompressor.error(.modelled, reason)
  }
}
