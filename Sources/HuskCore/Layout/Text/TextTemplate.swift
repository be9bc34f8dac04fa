// SPDX-License-Identifier: Apache-2.0

/// Writes templates as JSON, the way they stand in the text layout (SPEC §6.2 Template member).
package enum TextTemplate {
  /// Appends a template to `bytes`.
  ///
  /// - Complexity: O(*n*) for *n* bytes appended.
  package static func append(_ template: Template, to bytes: inout [UInt8]) {
    bytes += "{".utf8
    if !template.shapes.isEmpty {
      bytes += "\"shapes\":".utf8
      appendList(template.shapes, to: &bytes, append: appendShape)
      bytes += ",".utf8
    }
    bytes += "\"root\":".utf8
    append(template.root, to: &bytes)
    bytes += "}".utf8
  }

  private static func appendShape(_ shape: Shape, to bytes: inout [UInt8]) {
    bytes += "[".utf8
    var isFirst = true
    func separate() {
      if !isFirst { bytes += ",".utf8 }
      isFirst = false
    }
    if let parent = shape.parent {
      separate()
      bytes += String(parent).utf8
    }
    for field in shape.fields {
      separate()
      bytes.append(ASCII.quote)
      bytes += field.key.bytes
      bytes.append(ASCII.quote)
      if field.isOptional {
        bytes += ",{\"optional\":".utf8
        append(field.slot, to: &bytes)
        bytes += "}".utf8
      } else if field.slot != .any {
        bytes += ",".utf8
        append(field.slot, to: &bytes)
      }
    }
    bytes += "]".utf8
  }

  private static func append(_ slot: Slot, to bytes: inout [UInt8], depth: Int = 0) {
    DeepStack.descend(to: depth) { appendInside(slot, to: &bytes, depth: depth + 1) }
  }

  private static func appendInside(_ slot: Slot, to bytes: inout [UInt8], depth: Int) {
    switch slot {
    case .any: bytes += "null".utf8
    case .constant(let value):
      bytes += "{\"const\":".utf8
      bytes += value.bytes
      bytes += "}".utf8
    case .enumeration(let values):
      bytes += "{\"enum\":".utf8
      appendList(values, to: &bytes) { value, bytes in bytes += value.bytes }
      bytes += "}".utf8
    case .object(let shape): bytes += String(shape).utf8
    case .array(let element):
      bytes += "[".utf8
      append(element, to: &bytes, depth: depth)
      bytes += "]".utf8
    case .tuple(let slots):
      bytes += "{\"tuple\":".utf8
      appendList(slots, to: &bytes) { slot, bytes in append(slot, to: &bytes, depth: depth) }
      bytes += "}".utf8
    case .map(let keys, let values):
      bytes += "{\"map\":".utf8
      append(values, to: &bytes, depth: depth)
      if case .enumeration(let entries) = keys {
        bytes += ",\"keys\":".utf8
        appendList(entries, to: &bytes) { entry, bytes in bytes += entry.bytes }
      }
      bytes += "}".utf8
    case .oneOf(let slots):
      bytes += "{\"oneOf\":".utf8
      appendList(slots, to: &bytes) { slot, bytes in append(slot, to: &bytes, depth: depth) }
      bytes += "}".utf8
    }
  }

  private static func appendList<Element>(
    _ elements: [Element], to bytes: inout [UInt8],
    append: (Element, inout [UInt8]) -> Void
  ) {
    bytes += "[".utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      append(element, &bytes)
    }
    bytes += "]".utf8
  }
}
