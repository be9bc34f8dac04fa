// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Where slots are")
struct SlotPathsTests {
  private func field(_ key: String, _ slot: Slot, isOptional: Bool = false) -> Field {
    Field(key: Lexeme(Array(key.utf8)), isOptional: isOptional, slot: slot)
  }

  private func paths(_ shapes: [Shape], _ root: Slot, hasElements: Bool = false) -> SlotPaths {
    SlotPaths(TemplatePlan(Template(shapes: shapes, root: root)), hasElements: hasElements)
  }

  @Test("Every kind of slot has its own way to be written")
  func pathsAreWritten() {
    let shape = Shape(fields: [
      field("id", .any), field("by day", .array(.tuple([.any, .any]))),
      field("", .map(keys: .any, values: .any)), field("名前", .oneOf([.any, .array(.any)])),
      field("a\\\"b", .any),
    ])
    #expect(
      paths([shape], .object(0)).texts.sorted()
        == [
          ".", "id", "\"by day\"", "\"by day\"[]", "\"by day\"[][0]", "\"by day\"[][1]", "\"\"",
          "\"\".{key}", "\"\".*", "名前", "名前", "名前", "名前[]", "\"a\\\"b\"",
        ].sorted())
  }

  @Test("Rows that are elements of an array are in brackets")
  func elementsAreInBrackets() {
    let shape = Shape(fields: [field("id", .any)])
    #expect(paths([shape], .object(0), hasElements: true).texts == ["[]", "[].id"])
    #expect(paths([], .any, hasElements: true).texts == ["[]"])
    #expect(paths([], .array(.any)).texts == [".", "[]"])
  }

  @Test("A shape at several places has the shortest path, and its slots say so")
  func shapesRecur() {
    let person = Shape(fields: [field("name", .any), field("boss", .object(0), isOptional: true)])
    let firm = Shape(fields: [field("owner", .object(0)), field("size", .any)])
    let found = paths([person, firm], .object(1))
    #expect(found.texts.sorted() == [".", "owner", "owner.boss", "owner.name", "size"])
    let reused = zip(found.texts, found.isReused).filter { $0.1 }.map { $0.0 }
    #expect(reused.sorted() == ["owner.boss", "owner.name"])
  }

  @Test("Long keys that nest deeply do not add up")
  func pathsAreCut() {
    let key = String(repeating: "k", count: 10_000)
    let shapes = (0..<200).map { index in
      Shape(fields: [field(key, index == 0 ? .any : .object(index - 1))])
    }
    let longest = paths(shapes, .object(199)).texts.map(\.utf8.count).max() ?? 0
    #expect(500 / 4..<700 ~= longest)
  }
}
