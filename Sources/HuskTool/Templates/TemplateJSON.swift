// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

/// What `husk template show --json` prints: one line of JSON.
///
/// The names of members stay as they are from version to version; new ones may be added.
package enum TemplateJSON {
  /// The description of a template, with its line feed.
  package static func bytes(_ known: KnownTemplate) -> [UInt8] {
    let template = known.template
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("id")
      writer.text("\(template.id)")
      if let entry = known.entry {
        writer.name("entry")
        writer.object { writer in TemplateListing.members(entry, &writer) }
      }
      writer.name("contentByteCount")
      writer.integer(template.content.count)
      writer.name("root")
      InspectionJSON.write(template.structure.root, &writer)
      writer.name("shapes")
      writer.array { writer in
        for (index, shape) in template.structure.shapes.enumerated() {
          InspectionJSON.write(shape, index, count: nil, &writer)
        }
      }
      writer.name("values")
      write(template, &writer)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ template: MessageTemplate, _ writer: inout JSONWriter) {
    let description = ValueDescription(template, .full)
    let paths = SlotPaths(TemplatePlan(template.structure), hasElements: false)
    writer.array { writer in
      for (slot, model) in template.slots.enumerated() {
        let sampleByteCount = description.sampleByteCount(slot)
        guard !model.entries.isEmpty || !model.forms.isEmpty || sampleByteCount > 0 else {
          continue
        }
        writer.object { writer in
          writer.name("path")
          writer.text(paths.texts[slot])
          writer.name("listed")
          writer.array { writer in
            for entry in model.entries { writer.token(entry.bytes) }
          }
          writer.name("forms")
          writer.array { writer in
            for form in model.forms { writer.text(description.text(form)) }
          }
          writer.name("sampleByteCount")
          writer.integer(sampleByteCount)
        }
      }
    }
  }
}
