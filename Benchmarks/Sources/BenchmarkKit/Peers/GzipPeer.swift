// SPDX-License-Identifier: Apache-2.0

private import CZlibPeer

/// gzip as a peer in sizes.
package enum GzipPeer {
  /// Finds how many bytes the text has as one gzip member of level 9.
  package static func compressedByteCount(_ text: [UInt8]) -> Int {
    var stream = unsafe z_stream()
    guard unsafe zlib_peer_start_gzip(&stream, 9) == Z_OK else {
      preconditionFailure("zlib is out of memory")
    }
    defer { unsafe deflateEnd(&stream) }
    var input = text
    let bound = Int(unsafe deflateBound(&stream, uLong(text.count)))
    var output = [UInt8](repeating: 0, count: bound)
    return unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        let status = unsafe deflate(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "zlib cannot compress")
        return Int(unsafe stream.total_out)
      }
    }
  }
}
