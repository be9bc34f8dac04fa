// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// DEFLATE compression, with or without a gzip wrapper, with one context that every call uses.
@safe struct ZlibCompressor: ~Copyable {
  // zlib keeps the address of the stream, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Creates a context for ``Codec/deflate`` or ``Codec/gzip`` and a level of 1 to 9.
  init(_ codec: Codec, level: Int) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe husk_deflate_init(stream, Int32(level), Self.windowBits(codec))
    guard status == Z_OK else { fatalError("zlib is out of memory") }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// What zlib is told of a codec: windows of 32 KB, negative without and over 16 with a wrapper.
  static func windowBits(_ codec: Codec) -> Int32 { codec == .gzip ? 31 : -15 }

  /// Compresses `source`, which is not empty.
  func compress(_ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]) {
    unsafe deflateReset(stream)
    let bound = unsafe Int(deflateBound(stream, UInt(source.count)))
    target.append(addingCapacity: bound) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[initialized...])
        initialized += unsafe deflate(source, into: free)
      }
    }
  }

  /// Counts in a stream have 32 bits, so that larger data goes in several steps.
  private func deflate(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var sourceLeft = source.count
    var targetLeft = target.count
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    unsafe stream.pointee.next_out = target.baseAddress
    while true {
      let sourceStep = UInt32(clamping: sourceLeft)
      let targetStep = UInt32(clamping: targetLeft)
      unsafe stream.pointee.avail_in = sourceStep
      unsafe stream.pointee.avail_out = targetStep
      let flush = Int(sourceStep) == sourceLeft ? Z_FINISH : Z_NO_FLUSH
      let status = unsafe CZlib.deflate(stream, flush)
      sourceLeft -= unsafe Int(sourceStep - stream.pointee.avail_in)
      targetLeft -= unsafe Int(targetStep - stream.pointee.avail_out)
      if status == Z_STREAM_END { return target.count - targetLeft }
      precondition(status == Z_OK, "zlib does not keep to its bound")
    }
  }
}
