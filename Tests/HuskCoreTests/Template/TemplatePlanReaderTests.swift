// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

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

  /// What a field holds is there once, however many shapes inherit it, and so it is in programs.
  @Test(arguments: [2000, 20_000]) func shareWhatIsInherited(shapeCount: Int) throws {
    let key = Lexeme([UInt8](repeating: ASCII.zero, count: 10_000))
    let slot = Slot.tuple([
      .enumeration((0..<1000).map { Lexeme(Array("\($0)".utf8)) }),
      .constant(Lexeme([UInt8](repeating: ASCII.zero + 1, count: 10_000))), .any,
    ])
    var template = Template(
      shapes: [Template.Shape(fields: [Template.Field(key: key, isOptional: false, slot: slot)])],
      root: .oneOf((0..<shapeCount).map { .object($0) }))
    for _ in 1..<shapeCount { template.shapes.append(Template.Shape(parent: 0, fields: [])) }
    let limits = Limits()
    for plan in [
      TemplatePlan(template),
      try TemplatePlan(canonical: TemplateEncoding.encode(template), limits: limits),
    ] {
      #expect(plan.dictionaries.count == 2)
      #expect(plan.shapes.keys.count < 100_000)
      let program = RowProgram(plan, depthLimit: limits.depth)
      #expect(program.pieces.count < 20_100 + 32 * shapeCount)
    }
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
