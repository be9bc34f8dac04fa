// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// What `husk inspect --json` prints about files of blocks: one line of JSON.
///
/// The names of members stay as they are from version to version; new ones may be added. Where the
/// text layout has the same fact, it has the same name in ``InspectionJSON``.
package enum FileInspectionJSON {
  /// The description, with its line feed.
  package static func bytes(_ inspection: FileInspection, name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("file")
      writer.text(name)
      writer.name("layout")
      writer.text(Layout.column.rawValue)
      integer("formatVersion", inspection.formatVersion, &writer)
      integer("decodedByteCount", inspection.decodedByteCount, &writer)
      integer("encodedByteCount", inspection.encodedByteCount, &writer)
      integer("rowCount", inspection.rowCount, &writer)
      integer("templateByteCount", inspection.templateByteCount, &writer)
      writer.name("files")
      writer.array { writer in
        for file in inspection.files { write(file, &writer) }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ file: FileInspection.File, _ writer: inout JSONWriter) {
    writer.object { writer in
      integer("templateByteCount", file.templateByteCount, &writer)
      integer("shapeCount", file.shapeCount, &writer)
      writer.name("blocks")
      writer.array { writer in
        for block in file.blocks { write(block, &writer) }
      }
    }
  }

  private static func write(_ block: BlockDescription, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("form")
      writer.text(block.form.name)
      integer("rowCount", block.rowCount, &writer)
      integer("decodedByteCount", block.decodedByteCount, &writer)
      integer("encodedByteCount", block.encodedByteCount, &writer)
      integer("templateByteCount", block.templateByteCount, &writer)
      integer("shapeCount", block.shapeCount, &writer)
    }
  }

  private static func integer(_ name: StaticString, _ value: Int, _ writer: inout JSONWriter) {
    writer.name(name)
    writer.integer(value)
  }
}
