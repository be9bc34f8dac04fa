// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Canonical bytes (SPEC §4.4 Canonical bytes)", .seeded)
struct TemplateEncodingTests {
  @Test func templatesComeBackFromTheirBytes() throws {
    var generator = TemplateGenerator(SeededGenerator())
    for _ in 0..<500 {
      let template = generator.template()
      let bytes = TemplateEncoding.encode(template)
      #expect(try TemplateEncoding.decode(bytes, limits: Limits()) == template)
    }
  }

  @Test func templatesComeBackFromTheirText() throws {
    var generator = TemplateGenerator(SeededGenerator())
    for _ in 0..<500 {
      let template = generator.template()
      var text: [UInt8] = []
      TextTemplate.append(template, to: &text)
      let padded = PaddedBytes(text)
      let read = try TextReader(padded, limits: Limits()).template(0, limits: Limits())
      #expect(read == template)
    }
  }

  @Test func bytesHaveOneMeaningOnly() {
    var generator = TemplateGenerator(SeededGenerator())
    for _ in 0..<60 {
      var bytes = TemplateEncoding.encode(generator.template())
      for index in bytes.indices {
        let byte = bytes[index]
        for other in [byte ^ 1, byte ^ 0x80, 0, 0xFF] where other != byte {
          bytes[index] = other
          // Whatever is accepted has exactly these bytes.
          if let template = try? TemplateEncoding.decode(bytes, limits: Limits()) {
            #expect(TemplateEncoding.encode(template) == bytes)
          }
        }
        bytes[index] = byte
        #expect(throws: HuskError.self) {
          try TemplateEncoding.decode(Array(bytes.prefix(index)), limits: Limits())
        }
      }
    }
  }

  /// What follows the last that may be there is not read, so that a few bytes cannot become many entries.
  @Test func entriesAreCountedAsTheyAreRead() throws {
    let tuple = Template.Slot.tuple(Array(repeating: .any, count: 9))
    var bytes = TemplateEncoding.encode(Template(shapes: [], root: tuple))
    bytes[bytes.count - 1] = 0xFF
    func code(_ limit: Int) throws -> HuskError.Code? {
      let error = #expect(throws: HuskError.self) {
        try TemplateEncoding.decode(bytes, limits: Limits(templateEntries: limit))
      }
      return error?.code
    }
    // The tuple, and the slots before the one that is of no kind.
    #expect(try code(9) == .invalidTemplate)
    #expect(try code(8) == .limitExceeded)
  }

  @Test func differentTemplatesHaveDifferentIdentities() {
    var generator = TemplateGenerator(SeededGenerator())
    var templates: [TemplateID: Template] = [:]
    for _ in 0..<300 {
      let template = generator.template()
      let id = TemplateID(of: template)
      #expect(id.bytes.count == 32 && id.description.count == 64)
      #expect(templates[id] == nil || templates[id] == template)
      templates[id] = template
    }
    #expect(templates.count > 100)
  }
}
