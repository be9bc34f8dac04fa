// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// DEFLATE decompression, with or without a gzip wrapper, with one context that every call uses.
@safe struct ZlibDecompressor: ~Copyable {
  private var stream: UnsafeMutablePointer<z_stream>?

  deinit {
    guard let stream = unsafe stream else { return }
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Decompresses `source`, in ``Codec/deflate`` or ``Codec/gzip``, to `count` bytes, if there is room for
  /// them in `target`, and returns whether there was.
  ///
  /// Neither is empty, but `count` may be 0. Counts in a stream have 32 bits, so that larger data goes in several steps.
  mutating func decompress(
    _ source: UnsafeBufferPointer<UInt8>, _ codec: Codec, count: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) -> Bool {
    let stream = unsafe reset(for: codec)
    var sourceLeft = source.count
    var targetLeft = target.count
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    unsafe stream.pointee.next_out = target.baseAddress
    var status = Z_OK
    while status != Z_STREAM_END {
      let sourceStep = UInt32(clamping: sourceLeft)
      let targetStep = UInt32(clamping: targetLeft)
      unsafe stream.pointee.avail_in = sourceStep
      unsafe stream.pointee.avail_out = targetStep
      status = unsafe inflate(stream, Z_FINISH)
      let taken = unsafe Int(sourceStep - stream.pointee.avail_in)
      let made = unsafe Int(targetStep - stream.pointee.avail_out)
      sourceLeft -= taken
      targetLeft -= made
      // Z_BUF_ERROR says that a step is used up; one that moves nothing would be repeated for ever.
      let isGoingOn = (status == Z_OK || status == Z_BUF_ERROR) && taken + made > 0
      guard isGoingOn || status == Z_STREAM_END else {
        if status == Z_BUF_ERROR, targetLeft == 0, target.count < count { return false }
        throw Decompressor.error(codec, unsafe reason(status, stream, sourceLeft, targetLeft))
      }
    }
    guard sourceLeft == 0 else { throw Decompressor.error(codec, "bytes follow its end") }
    guard target.count - targetLeft == count else {
      throw Decompressor.error(codec, "it becomes too few bytes")
    }
    return true
  }

  private mutating func reset(for codec: Codec) -> UnsafeMutablePointer<z_stream> {
    let windowBits = ZlibCompressor.windowBits(codec)
    if let stream = unsafe stream {
      unsafe inflateReset2(stream, windowBits)
      return unsafe stream
    }
    let fresh = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe fresh.initialize(to: z_stream())
    let status = unsafe husk_inflate_init(fresh, windowBits)
    guard status == Z_OK else { fatalError("zlib is out of memory") }
    unsafe stream = unsafe fresh
    return unsafe fresh
  }

  private func reason(
    _ status: Int32, _ stream: UnsafeMutablePointer<z_stream>, _ sourceLeft: Int, _ targetLeft: Int
  ) -> String {
    if let message = unsafe stream.pointee.msg { return unsafe String(cString: message) }
    if status == Z_OK || status == Z_BUF_ERROR {
      return targetLeft == 0 ? "it becomes too many bytes" : "it ends too early"
    }
    return "zlib says \(status)"
  }
}
