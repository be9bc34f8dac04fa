// SPDX-License-Identifier: Apache-2.0

/// Files that hold a message template (SPEC §13.12 Template files).
package enum TemplateFile {
  /// The canonical bytes of the message template that a file holds.
  package static func canonicalBytes(
    _ file: [UInt8], limits: ReferenceLimits = ReferenceLimits()
  ) throws -> [UInt8] {
    var reader = ByteReader(file)
    for byte in [0xFD, 0x50] as [UInt8] {
      try demand(byte == reader.byte(), .notHusk, "another start")
    }
    let name = try reader.sized()
    try TemplateFrame.demandName(name)
    _ = try reader.varint()
    let frame = try reader.sized()
    let computed = Check.crc32(Array(file[..<reader.place]))
    let check = try reader.check()
    try demand(check == computed, .checkMismatch, "the file has another check")
    try demand(reader.isAtEnd, .extraValue, "bytes behind the check")
    let canonical = try TemplateFrame.canonicalBytes(
      frame, byteLimit: limits.messageTemplateByteCount)
    _ = try MessageTemplate(canonical, limits)
    return canonical
  }
}
