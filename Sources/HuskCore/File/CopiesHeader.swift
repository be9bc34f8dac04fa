// SPDX-License-Identifier: Apache-2.0

/// What stands before the kept text of a block with copies (SPEC §8.8 Copies).
package struct CopiesHeader {
  /// The form of the kept text.
  package let form: BlockContentHeader.Form
  /// The rows of the kept text.
  package let rowCount: Int
  /// The bytes of the kept text.
  package let byteCount: Int
  /// What pieces start with.
  package let separator: [UInt8]
  /// The sections of the copies.
  package let sections: [UInt8]

  /// Reads the header of a block that decodes to `byteLimit` bytes.
  ///
  /// - Throws: ``HuskError``.
  package init(from reader: inout ByteReader, byteLimit: Int) throws(HuskError) {
    let byte = try reader.readByte()
    guard let form = BlockContentHeader.Form(rawValue: byte), form != .copies else {
      throw HuskError(.invalidColumn, "copies are of rows of an unknown form")
    }
    self.form = form
    let rowCount = try reader.readVarint()
    let byteCount = try reader.readVarint()
    guard rowCount <= byteCount, byteCount <= UInt64(byteLimit) else {
      throw HuskError(.invalidColumn, "more is kept of a block than it has")
    }
    self.rowCount = Int(rowCount)
    self.byteCount = Int(byteCount)
    let separatorByteCount = try reader.readCount()
    guard RowCopies.separatorByteCounts ~= separatorByteCount else {
      throw HuskError(.invalidColumn, "a separator of \(separatorByteCount) bytes")
    }
    separator = try reader.readBytes(separatorByteCount)
    sections = try reader.readBytes(try reader.readCount())
  }
}

extension FoundBlock {
  /// Whether anything of it is in columns, so that it needs a template.
  package var hasColumns: Bool {
    guard contentHeader.form == .copies, !contentHeader.hasTemplate else {
      return contentHeader.form != .stored
    }
    // The form of what is kept stands behind the first byte, where there is no template.
    return content.dropFirst().first != BlockContentHeader.Form.stored.rawValue
  }
}
