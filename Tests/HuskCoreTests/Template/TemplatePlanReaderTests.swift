// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Plans from canonical bytes (SPEC §4.4 Canonical bytes)", .seeded)
struct TemplatePlanReaderTests {
  /// What a plan says, or the error of the bytes that it was to be read from.
  private func outcome(_ plan: () throws(HuskError) -> TemplatePlan) -> String {
    do throws(HuskError) {
      let plan = try plan()
      return "\(plan.nodes) \(plan.shapes.map { Array($0.fields) }) \(plan.dictionaries)"
    } catch { return "\(error)" }
  }

  /// Expects the same of bytes as of the template in them.
  private func compare(_ bytes: [UInt8], _ limits: Limits) {
    let read = outcome { () throws(HuskError) in
      try TemplatePlan(canonical: bytes, limits: limits)
    }
    let laidOut = outcome { () throws(HuskError) in
      TemplatePlan(try TemplateEncoding.decode(bytes, limits: limits))
    }
    #expect(read == laidOut)
  }

  @Test func areThoseOfTheTemplates() {
    var generator = TemplateGenerator(SeededGenerator())
    for _ in 0..<500 { compare(TemplateEncoding.encode(generator.template()), Limits()) }
  }

  @Test func areThoseOfTemplatesWithParents() {
    var generator = TemplateGenerator(SeededGenerator(stream: 1))
    for _ in 0..<300 {
      var template = generator.template()
      template.shapes += template.shapes
      template.shareParents()
      compare(TemplateEncoding.encode(template), Limits())
    }
  }

  @Test func breakTheSameRules() {
    var generator = TemplateGenerator(SeededGenerator(stream: 2))
    for _ in 0..<10 {
      var bytes = TemplateEncoding.encode(generator.template())
      for index in bytes.indices {
        let byte = bytes[index]
        for other in [byte ^ 1, byte ^ 0x80, byte &+ 1, 0, 1, 2, 6, 7, 0xFF] {
          bytes[index] = other
          compare(bytes, Limits())
        }
        bytes[index] = byte
        compare(Array(bytes.prefix(index)), Limits())
      }
      compare(bytes + [0], Limits())
    }
  }

  /// Of fields that are inherited so often nobody makes room before they are counted.
  @Test(arguments: [100, 300]) func mayInheritMuch(shapeCount: Int) {
    var bytes: [UInt8] = []
    Varint.append(shapeCount, to: &bytes)
    for number in 0..<shapeCount {
      // All fields of the shape before, and one of its own.
      Varint.append(number, to: &bytes)
      let key = Array("k\(number)".utf8)
      bytes += [1, UInt8(key.count << 1)] + key + [0]
    }
    bytes.append(0)
    compare(bytes, Limits())
    compare(bytes, Limits(templateEntries: 1000))
  }

  @Test(arguments: [1, 2, 5, 20]) func keepTheSameLimits(limit: Int) {
    var generator = TemplateGenerator(SeededGenerator(stream: 3))
    for _ in 0..<60 {
      let bytes = TemplateEncoding.encode(generator.template())
      compare(bytes, Limits(templateEntries: limit))
      compare(bytes, Limits(shapes: limit))
      compare(bytes, Limits(depth: limit))
    }
  }
}
