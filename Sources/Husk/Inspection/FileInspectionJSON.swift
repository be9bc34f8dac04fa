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
      write(inspection.sizes, &writer)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ file: FileInspection.File, _ writer: inout JSONWriter) {
    writer.object { writer in
      integer("templateByteCount", file.templateByteCount, &writer)
      integer("shapeCount", file.shapeCount, &writer)
      if let fields = file.fields { write(fields, &writer) }
      writer.name("blocks")
      writer.array { writer in
        for block in file.blocks { write(block, &writer) }
      }
    }
  }

  private static func write(_ fields: FieldsFrame, _ writer: inout JSONWriter) {
    writer.name("sealedFields")
    writer.object { writer in
      writer.name("key")
      writer.text("\(fields.header.keyID)")
      writer.name("paths")
      writer.array { writer in
        for path in fields.paths.paths { writer.text(FieldSelection.text(of: path)) }
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

  /// Where the bytes go: the sum of all columns and parts is `encodedByteCount`.
  private static func write(_ sizes: FileSizes, _ writer: inout JSONWriter) {
    writer.name("columns")
    writer.array { writer in
      for column in sizes.columns { write(column, of: sizes.byteCount, &writer) }
    }
    writer.name("parts")
    writer.array { writer in
      for (part, byteCount) in sizes.parts {
        writer.object { writer in
          writer.name("part")
          writer.text(part.name)
          integer("byteCount", byteCount, &writer)
          share(byteCount, of: sizes.byteCount, &writer)
          if part == .stored {
            writer.name("codecs")
            writer.array { writer in
              for codec in sizes.storedCodecs { writer.text(codec.name) }
            }
          }
        }
      }
    }
  }

  private static func write(
    _ column: FileSizes.Column, of whole: Int, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.name("path")
      writer.text(column.path)
      writer.name("kind")
      writer.text(column.kind.name)
      writer.name("isReused")
      writer.boolean(column.isReused)
      integer("valueCount", column.valueCount, &writer)
      integer("byteCount", column.byteCount, &writer)
      share(column.byteCount, of: whole, &writer)
      writer.name("encodings")
      writer.array { writer in
        for (name, columnCount) in column.encodings {
          writer.object { writer in
            writer.name("encoding")
            writer.text(name)
            integer("columnCount", columnCount, &writer)
          }
        }
      }
    }
  }

  /// A share of the file, from 0 to 1, with four decimals.
  private static func share(_ part: Int, of whole: Int, _ writer: inout JSONWriter) {
    let digits = String(10_000 + (part * 10_000 + whole / 2) / max(whole, 1))
    writer.name("share")
    writer.token("\(part == whole ? 1 : 0).\(digits.suffix(4))".utf8)
  }

  private static func integer(_ name: StaticString, _ value: Int, _ writer: inout JSONWriter) {
    writer.name(name)
    writer.integer(value)
  }
}
