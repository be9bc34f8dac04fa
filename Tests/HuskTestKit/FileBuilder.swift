// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Writes a file part by part as SPEC §9 Container says, whether or not the parts fit together.
///
/// It shares the integers and the hash with the library, and nothing else.
package struct FileBuilder {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = [0xFD, 0x48, 0x4B, 0x01]
  /// For each byte whether it is framing, which no damage may pass through unnoticed.
  package private(set) var isFraming = [true, true, true, true]
  private var check = Checksum.crc32(PaddedBytes([0xFD, 0x48, 0x4B, 0x01]))
  private var indexOffset: Int?

  /// Begins a file.
  package init() {}

  /// Appends bytes that nobody counts.
  package mutating func raw(_ more: [UInt8], isFraming framing: Bool = true) {
    bytes += more
    isFraming += more.map { _ in framing }
  }

  /// Appends a frame: a header, fields that the check of the framing covers, and a payload.
  package mutating func frame(_ type: UInt8, fields: [UInt8] = [], _ payload: [UInt8] = []) {
    var length: [UInt8] = []
    var rest = fields.count + payload.count
    while rest > 0 {
      length.append(UInt8(rest % 256))
      rest /= 256
    }
    let head = [type + 32 * UInt8(length.count)] + length + fields
    check = Checksum.crc32(PaddedBytes(head), seed: check)
    raw(head)
    raw(payload, isFraming: type == 16)
  }

  /// Appends a template frame that is not compressed.
  package mutating func template(_ canonical: [UInt8]) {
    frame(1, [0] + canonical)
  }

  /// Appends a block frame.
  package mutating func block(
    rows: Int, decoded: Int, check: UInt32 = 0x0403_0201, _ content: [UInt8]
  ) {
    frame(3, fields: Self.varint(rows) + Self.varint(decoded) + Self.integer(check), content)
  }

  /// Appends an index frame of the numbers given, with a check that is right.
  package mutating func index(_ numbers: [Int]) {
    indexOffset = bytes.count
    let payload = numbers.flatMap { Self.varint($0) }
    frame(16, payload + Self.integer(Checksum.crc32(PaddedBytes(payload))))
  }

  /// Appends the end frame and its trailer; `tail` and `length` are right unless given.
  package mutating func end(check: UInt32? = nil, tail: Int? = nil, length: Int? = nil) {
    raw([5] + Self.integer(check ?? self.check))
    if let tail = tail ?? indexOffset.map({ bytes.count - $0 }) {
      raw(Self.varint(tail).reversed())
    }
    raw(Self.varint(length ?? bytes.count * 2 + (indexOffset == nil ? 0 : 1)).reversed())
  }

  /// The bytes of a varint.
  package static func varint(_ value: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    Varint.append(value, to: &bytes)
    return bytes
  }

  /// The bytes of an integer of four bytes.
  package static func integer(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) }
  }
}
