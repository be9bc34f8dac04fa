// SPDX-License-Identifier: Apache-2.0

/// Bytes of the codecs 5 and 7 (SPEC §16.11 Modelled bytes).
enum ModelledBytes {
  /// What bytes become, which must be so many, by a model that has learnt a preamble.
  static func decode(_ bytes: [UInt8], count: Int, preamble: [UInt8] = []) throws -> [UInt8]? {
    try demand(count <= LeafModel.mostBytes, .limitExceeded, "\(count) bytes of a model")
    do {
      var reader = ByteReader(bytes)
      let memory = Int(try reader.byte())
      let most = LeafModel.mostMemory(preamble.count + count)
      guard (preamble.isEmpty ? 16 : most)...most ~= memory else { return nil }
      let check = try reader.check()
      let coded = reader.rest()
      var model = LeafModel(ofPiecesIn: memory, .preamble(preamble))
      if !preamble.isEmpty { _ = try model.pieces(preamble.count, preamble: preamble) }
      model.coder.source = .coded(try RangeDecoder(coded))
      let plain = try model.pieces(count)
      guard case .coded(let coder) = model.coder.source, coder.taken == coded.count,
        coder.code == 0, Check.crc32(plain) == check
      else { return nil }
      return plain
    } catch is ReferenceFault {
      return nil
    }
  }
}
