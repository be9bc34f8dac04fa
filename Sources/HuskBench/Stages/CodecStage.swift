// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// One of the codecs that Husk has, with a context that is kept, on its own.
package final class CodecStage: Stage {
  private let codec: Codec
  private var compressor: Compressor
  private var decompressor = Decompressor()

  /// Creates a stage.
  package init(_ codec: Codec, level: Int) {
    self.codec = codec
    compressor = Compressor(codec, level: level)
  }

  package func encode(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    compressor.compress(text, appendingTo: &bytes)
    return bytes
  }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    var text: [UInt8] = []
    try decompressor.decompress(bytes.span, codec, count: count, appendingTo: &text)
    return text
  }
}
