// SPDX-License-Identifier: Apache-2.0

/// Bytes of codec 5 (SPEC §16.11 Modelled bytes).
enum ModelledBytes {
  /// What bytes become, which must be so many.
  static func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8]? {
    try demand(count <= LeafModel.mostBytes, .limitExceeded, "\(count) bytes of a model")
    do {
      var reader = ByteReader(bytes)
      let memory = Int(try reader.byte())
      guard 16...LeafModel.mostMemory(count) ~= memory else { return nil }
      let check = try reader.check()
      let coded = reader.rest()
      var model = LeafModel(
        memory: memory, leaves: [Leaf()], .coded(try RangeDecoder(coded)))
      let plain = try model.text(0, count: count)
      guard case .coded(let coder) = model.coder.source, coder.taken == coded.count,
        coder.code == 0, Check.xxh64(plain) == check
      else { return nil }
      return plain
    } catch is ReferenceFault {
      return nil
    }
  }
}
