// SPDX-License-Identifier: Apache-2.0

import CBrotli
import CZlib
import CZstd

/// Decompresses runs of bytes (SPEC §9.8 Compression).
enum Compression {
  /// Refuses a codec that is not known.
  static func demandKnown(_ codec: UInt8) throws {
    try demand(codec <= 7, .unsupportedCodec, "codec \(codec)")
  }

  /// What bytes become, which must be so many.
  static func decompress(_ bytes: [UInt8], codec: UInt8, count: Int) throws -> [UInt8] {
    try demandKnown(codec)
    if count == 0 && bytes.isEmpty { return [] }
    let most = [1, 1032, 1032, 32_768, Int.max, 524_288, 32_768, 524_288][Int(codec)]
    let isPossible = count > 0 && !bytes.isEmpty && count / bytes.count <= most
    try demand(isPossible, .invalidCompression, "\(count) bytes from \(bytes.count)")
    let plain: [UInt8]? =
      switch codec {
      case 0: bytes
      case 1: inflate(bytes, count, windowBits: -15)
      case 2: inflate(bytes, count, windowBits: 15 + 16)
      case 3: unpackZstandard(bytes, count)
      case 6: unpackZstandard(bytes, count, behind: try PrintedBytes.presetDictionary.get())
      case 4: unpackBrotli(bytes, count)
      case 5: try ModelledBytes.decode(bytes, count: count)
      default:
        try ModelledBytes.decode(
          bytes, count: count,
          preamble: try PrintedBytes.sampleText.get() + PrintedBytes.presetDictionary.get())
      }
    guard let plain, plain.count == count else {
      throw ReferenceFault(.invalidCompression, "codec \(codec) does not give \(count) bytes")
    }
    return plain
  }

  /// DEFLATE, with the wrapper that `windowBits` stands for.
  private static func inflate(_ bytes: [UInt8], _ count: Int, windowBits: Int32) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe husk_inflate_init(&stream, windowBits) == Z_OK else { return nil }
    defer { unsafe inflateEnd(&stream) }
    var input = bytes
    // One byte more, to see whether more come out.
    var output = [UInt8](repeating: 0, count: count + 1)
    let status = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        return unsafe CZlib.inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END, unsafe stream.avail_in == 0 else { return nil }
    let written = unsafe Int(stream.total_out)
    return Array(output[..<written])
  }

  /// The blocks of a Zstandard frame, before which a header is put, and the text of a dictionary.
  private static func unpackZstandard(
    _ blocks: [UInt8], _ count: Int, behind dictionary: [UInt8] = []
  ) -> [UInt8]? {
    let size = (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    let frame = [0x28, 0xB5, 0x2F, 0xFD, 0xE0] + size + blocks
    guard unsafe ZSTD_findFrameCompressedSize(frame, frame.count) == frame.count else {
      return nil
    }
    var output = [UInt8](repeating: 0, count: count)
    let context = unsafe ZSTD_createDCtx()
    defer { unsafe ZSTD_freeDCtx(context) }
    let written = unsafe ZSTD_decompress_usingDict(
      context, &output, count, frame, frame.count, dictionary, dictionary.count)
    return ZSTD_isError(written) == 0 && written == count ? output : nil
  }

  /// Brotli with windows of at most 16 MB.
  private static func unpackBrotli(_ bytes: [UInt8], _ count: Int) -> [UInt8]? {
    guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    defer { unsafe BrotliDecoderDestroyInstance(state) }
    var output: [UInt8] = []
    let isWhole = unsafe bytes.withUnsafeBufferPointer { input in
      var inputLeft = input.count
      var next = input.baseAddress
      while output.count <= count {
        var room = 0
        let status = unsafe BrotliDecoderDecompressStream(
          state, &inputLeft, &next, &room, nil, nil)
        var size = 0
        if let piece = unsafe BrotliDecoderTakeOutput(state, &size) {
          unsafe output += UnsafeBufferPointer(start: piece, count: size)
        }
        if status == BROTLI_DECODER_RESULT_SUCCESS { return inputLeft == 0 }
        guard status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT else { return false }
      }
      return false
    }
    return isWhole ? output : nil
  }
}
