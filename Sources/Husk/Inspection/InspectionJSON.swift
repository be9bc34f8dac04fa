// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// What `husk inspect --json` prints: everything about a file as one line of JSON.
///
/// The names of members stay as they are from version to version; new ones may be added. A slot
/// is an object that says its `kind` and, by kind:
///
/// | `kind`     | Beside it                                   |
/// |------------|---------------------------------------------|
/// | `any`      | nothing                                     |
/// | `constant` | `value`                                     |
/// | `enum`     | `values`                                    |
/// | `object`   | `shape`, an index                           |
/// | `array`    | `element`, a slot                           |
/// | `tuple`    | `elements`, slots                           |
/// | `map`      | `keys`, a slot, and `values`, a slot        |
/// | `oneOf`    | `alternatives`, slots                       |
package enum InspectionJSON {
  /// The description of a file, with its line feed.
  package static func bytes(_ inspection: Inspection, name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("file")
      writer.text(name)
      writer.name("layout")
      writer.text(inspection.layout.rawValue)
      integer("formatVersion", inspection.formatVersion, &writer)
      integer("decodedByteCount", inspection.decodedByteCount, &writer)
      integer("encodedByteCount", inspection.encodedByteCount, &writer)
      integer("textCount", inspection.textCount, &writer)
      integer("valueCount", inspection.valueCount, &writer)
      integer("gapSurpriseCount", inspection.gapSurpriseCount, &writer)
      writer.name("root")
      write(inspection.template.root, &writer)
      writer.name("shapes")
      writer.array { writer in
        for (index, shape) in inspection.template.shapes.enumerated() {
          write(shape, index, count: inspection.shapeCounts[index], &writer)
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes a shape; `count` is the number of its objects, where it is known.
  package static func write(
    _ shape: Shape, _ index: Int, count: Int?, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      integer("index", index, &writer)
      writer.name("parent")
      if let parent = shape.parent { writer.integer(parent) } else { writer.null() }
      if let count { integer("objectCount", count, &writer) }
      writer.name("fields")
      writer.array { writer in
        for field in shape.fields { write(field, &writer) }
      }
    }
  }

  private static func write(_ field: Field, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("key")
      writer.string(escaped: field.key.bytes)
      writer.name("isOptional")
      writer.boolean(field.isOptional)
      writer.name("slot")
      write(field.slot, &writer)
    }
  }

  /// Writes a slot.
  package static func write(_ slot: Slot, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("kind")
      switch slot {
      case .any:
        writer.text("any")
      case .constant(let lexeme):
        writer.text("constant")
        writer.name("value")
        writer.token(lexeme.bytes)
      case .enumeration(let entries):
        writer.text("enum")
        writer.name("values")
        writer.array { writer in
          for entry in entries { writer.token(entry.bytes) }
        }
      case .object(let index):
        writer.text("object")
        integer("shape", index, &writer)
      case .array(let element):
        writer.text("array")
        writer.name("element")
        write(element, &writer)
      case .tuple(let elements):
        writer.text("tuple")
        writer.name("elements")
        write(elements, &writer)
      case .map(let keys, let values):
        writer.text("map")
        writer.name("keys")
        write(keys, &writer)
        writer.name("values")
        write(values, &writer)
      case .oneOf(let alternatives):
        writer.text("oneOf")
        writer.name("alternatives")
        write(alternatives, &writer)
      }
    }
  }

  private static func write(_ slots: [Slot], _ writer: inout JSONWriter) {
    writer.array { writer in
      for slot in slots { write(slot, &writer) }
    }
  }

  private static func integer(
    _ name: StaticString, _ value: Int, _ writer: inout JSONWriter
  ) {
    writer.name(name)
    writer.integer(value)
  }
}
