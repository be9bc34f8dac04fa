// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Templates (SPEC §4 Templates)", .seeded)
struct TemplateTests {
  private func shape(_ keys: String, parent: Int? = nil) -> Shape {
    Shape(parent: parent, fields: keys.map { Field(key: Lexeme(Array("\($0)".utf8)), slot: .any) })
  }

  private func keys(_ fields: [Field]) -> String { fields.map(\.key.description).joined() }

  @Test func inheritedFieldsComeFirst() {
    let template = Template(
      shapes: [shape("ab"), shape("c", parent: 0), shape("de", parent: 1), shape("", parent: 1)],
      root: .any)
    #expect(template.allFields.map(keys) == ["ab", "abc", "abcde", "abc"])
  }

  @Test func shapesExtendTheLongestBeginning() {
    var template = Template(
      shapes: [shape("ab"), shape("abcd"), shape("abc"), shape("abcde"), shape("b"), shape("ab")],
      root: .any)
    let all = template.allFields
    template.shareParents()
    #expect(template.allFields == all)
    #expect(template.shapes.map(\.parent) == [nil, 0, 0, 1, nil, 0])
    #expect(template.shapes.map { keys($0.fields) } == ["ab", "cd", "c", "e", "b", ""])
  }

  @Test func fieldsThatDifferInMoreThanTheirKeyAreNotInherited() {
    let fields = [Field(key: Lexeme([0x61]), isOptional: true, slot: .any)]
    var template = Template(shapes: [Shape(fields: fields), shape("ab")], root: .any)
    template.shareParents()
    #expect(template.shapes.allSatisfy { $0.parent == nil })
  }

  @Test func sharingParentsKeepsEveryField() {
    var generator = TemplateGenerator(SeededGenerator())
    for _ in 0..<300 {
      var template = generator.template()
      let flat = template.allFields.map { Shape(fields: $0) }
      template.shapes = flat
      let size = TemplateEncoding.encode(template).count
      template.shareParents()
      #expect(template.allFields == flat.map(\.fields))
      #expect(TemplateEncoding.encode(template).count <= size)
      #expect(throws: Never.self) { try template.validate(limits: Limits()) }
    }
  }

  @Test func plansResolveInheritance() {
    let template = Template(
      shapes: [
        shape("a"),
        Shape(
          parent: 0,
          fields: [
            Field(key: Lexeme([0x62]), isOptional: true, slot: .array(.constant(Lexeme([0x31]))))
          ]),
      ], root: .oneOf([.object(1), .map(keys: .any, values: .object(0))]))
    let plan = TemplatePlan(template)
    #expect(plan.shapes.map(\.fields.count) == [1, 2])
    #expect(plan.shapes.map(\.optionalCount) == [0, 1])
    #expect(
      plan.shapes[1].fields.map { String(decoding: $0.key, as: UTF8.self) } == [#""a""#, #""b""#])
    guard case .oneOf(let first, 2) = plan.nodes[TemplatePlan.root],
      case .object(1) = plan.nodes[first], case .map(let keys) = plan.nodes[first + 1],
      case .any = plan.nodes[keys], case .object(0) = plan.nodes[keys + 1],
      case .array(let element) = plan.nodes[plan.shapes[1].fields[1].slot],
      case .constant(let dictionary) = plan.nodes[element]
    else {
      Issue.record("the plan has other slots: \(plan.nodes)")
      return
    }
    #expect(plan.dictionaries[dictionary] == [Lexeme([0x31])])
  }

  @Test func generatedTemplatesKeepTheRules() {
    var generator = TemplateGenerator(SeededGenerator())
    for _ in 0..<500 {
      let template = generator.template()
      #expect(throws: Never.self) { try template.validate(limits: Limits()) }
    }
  }

  @Test func limitsAreExact() throws {
    let template = Template(
      shapes: [shape("ab"), shape("c", parent: 0)],
      root: .enumeration([Lexeme([0x31]), Lexeme([0x32])]))
    // Three slots of fields, one of the root with two entries.
    try template.validate(limits: Limits(shapes: 2, templateEntries: 6))
    for limits in [Limits(shapes: 1), Limits(templateEntries: 5)] {
      #expect(throws: HuskError(.limitExceeded, "")) { try template.validate(limits: limits) }
    }
  }
}
