// SPDX-License-Identifier: Apache-2.0

extension LeafModel {
  /// A model of modelled bytes.
  init(ofPiecesIn memory: Int, _ source: BitSource) {
    self.init(memory: memory, leaves: Array(repeating: Leaf(), count: 4096), source)
  }

  /// So many bytes of a text that is cut into pieces (SPEC §16.11 Modelled bytes).
  ///
  /// The bytes of a preamble are learnt instead of read.
  mutating func pieces(_ count: Int, preamble: [UInt8]? = nil) throws -> [UInt8] {
    var keys = [UInt32](repeating: 0, count: 64)
    var objects = [Bool](repeating: false, count: 64)
    var depth = 0
    var isInString = false
    var isEscaped = false
    var behind: UInt32? = 0
    let first = texts.bytes.count
    let end = first + count
    while texts.bytes.count < end {
      let key = Hash.mix(keys[depth % 64], behind ?? 0)
      let number = Int(key >> 20)
      parent = depth > 0 ? keys[(depth - 1) % 64] : 0
      var run = begin(number, salt: Hash.mix(1, 0x51ED), key: key)
      var name: UInt32 = 0
      behind = nil
      while behind == nil, texts.bytes.count < end {
        coder.start(.texts, (isInString ? 16 : 0) + Int(texts.c >> 4) % 16)
        let place = texts.bytes.count - first
        let byte = try nextByte(&run, 0, known: preamble.map { Int($0[place]) })
        name = Hash.mix(name, UInt32(byte + 1))
        if isInString {
          isInString = isEscaped || byte != 0x22
          isEscaped = !isEscaped && byte == 0x5C
        } else {
          switch UInt8(byte) {
          case UInt8(ascii: "\""): isInString = true
          case UInt8(ascii: "{"), UInt8(ascii: "["):
            keys[(depth + 1) % 64] = keys[depth % 64]
            depth += 1
            objects[depth % 64] = byte == 0x7B
            behind = byte == 0x7B ? 3 : 4
          case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
          case UInt8(ascii: ":"):
            keys[depth % 64] = name
            behind = 1
          case UInt8(ascii: ","): behind = objects[depth % 64] ? 2 : 4
          case UInt8(ascii: "\n"): behind = 5
          default: break
          }
        }
        if behind == nil, texts.bytes.count - run.first == 4096 { behind = 0 }
      }
      finish(run, number)
    }
    texts.word = 0
    return Array(texts.bytes[first...])
  }
}
