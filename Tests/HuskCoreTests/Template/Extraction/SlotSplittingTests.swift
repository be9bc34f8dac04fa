// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("A document is split as its template says", .seeded, .timeLimit(.minutes(60)))
struct SlotSplittingTests {
  @Test("in the whitespace of a printer", arguments: JSONStyle.allCases)
  func aTextIsSplit(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    var values = SlotValues()
    for _ in 0..<60 { try check(style.reprint(generator.text()), &values) }
  }

  @Test("where it is a sequence of texts", arguments: SequenceStyle.allCases)
  func aSequenceIsSplit(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    var values = SlotValues()
    for _ in 0..<60 { try check(style.join(generator.texts()), &values) }
  }

  @Test("where there are more kinds of objects than it may have", arguments: [0, 1, 2, 5])
  func objectsWithoutShapeAreSplit(limit: Int) throws {
    var generator = JSONGenerator(SeededGenerator())
    var values = SlotValues()
    for _ in 0..<60 { try check(generator.text(), &values, Limits(shapes: limit)) }
  }

  @Test("where its template is too large for any decoder", arguments: [0, 1, 5, 20, 100])
  func tooLargeTemplatesAreGivenUp(limit: Int) throws {
    var generator = JSONGenerator(SeededGenerator())
    var values = SlotValues()
    for _ in 0..<60 {
      let texts = SequenceStyle.lines.join(generator.texts())
      try check(texts, &values, Limits(templateEntries: limit))
    }
  }

  @Test("by a template that is not larger than its validation allows")
  func sizesAreJudgedAsByValidation() throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<200 {
      let text = PaddedBytes(generator.text())
      var tokenizer = Tokenizer(limits: Limits())
      try tokenizer.tokenize(text, as: .json)
      let template = TemplateExtractor(tokenizer.tape, text.source, limits: Limits()).template
      // Where shapes are limited there are fewer of them, and no template is given up.
      let limits = Limits(
        depth: generator.random.below(12), templateEntries: generator.random.below(400))
      let isValid = (try? template.validate(limits: limits)) != nil
      let limited = TemplateExtractor(tokenizer.tape, text.source, limits: limits).template
      #expect(limited == (isValid ? template : Template(shapes: [], root: .any)))
    }
  }

  @Test(
    "in these awkward cases",
    arguments: [
      "[]", "{}", "[[],[1],[[]]]", #"[{"a":1,"a":2},{"a":1}]"#, #"[{"":1},{"__proto__":{}}]"#,
      #"[1,{"a":null},{"b":[]},[1,2],"x",{"a":{"a":{"b":1}}}]"#,
      #"{"m":{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}}"#,
      #"[{"k12345678901234567890":1},{"k12345678901234567891":1},{"k1234567":1},{"k1234568":1}]"#,
      #"[{"a":1,"b":2},{"b":2,"a":1},{"a":1},{"b":1},{"c":1},{"a":1,"b":2,"c":3}]"#,
      #"[[1,2,3,4,5,6,7,8,9],[{"a":1}],["b",1,2,3,4,5,6,7]]"#,
      #"[[1,"a"],[2,"b"],[3]]"#, #"[[1,"a"],[2,"b"]]"#, #"[[[1,2],[3,4]],[[5,6],[7,8]]]"#,
    ])
  func awkwardTextsAreSplit(text: String) throws {
    var values = SlotValues()
    try check(Array(text.utf8), &values)
  }

  @Test("where one node of the trie has many children")
  func manyKindsAreSplit() throws {
    var values = SlotValues()
    let objects = (0..<400).map { #"{"k\#($0 % 37)":\#($0),"x\#($0 % 11)":[{}]}"# }
    try check(Array("[\(objects.joined(separator: ","))]".utf8), &values)
  }

  @Test("where it has so many tokens that it is gone through in pieces")
  func longArraysAreSplit() throws {
    var random = SeededGenerator()
    var members: [String] = []
    for member in 0..<8 {
      let count = 66_000 + random.below(9000)
      let elements = (0..<count).map { $0 % 1000 == member ? "\"\($0)\"" : "\($0 % 89)" }
      let list = elements.joined(separator: ",")
      members.append(#""m\#(member % 3)":{"list":[\#(list)],"n":[{}]}"#)
    }
    var values = SlotValues()
    try check(Array("{\(members.joined(separator: ","))}".utf8), &values)
  }

  @Test("where an object has so many members that it is a map, whatever they are")
  func wideObjectsAreSplit() throws {
    var values = SlotValues()
    let kinds = ["1", #""x""#, "[1]", #"{"k":[2]}"#, "null", "{}"]
    // One key is there twice.
    let members = (0..<70_000).map { #""k\#($0 % 69_999)":\#(kinds[$0 % kinds.count])"# }
    let wide = "{\(members.joined(separator: ","))}"
    for text in [
      wide, #"[{"k1":1},\#(wide),{"k1":2}]"#, #"{"a":\#(wide),"b":{"k2":\#(wide)}}"#,
    ] {
      try check(Array(text.utf8), &values)
      let bytes = PaddedBytes(Array(text.utf8))
      var tokenizer = Tokenizer(limits: Limits())
      try tokenizer.tokenize(bytes, as: .json)
      let survey = Survey(tokenizer.tape, bytes.source)
      #expect((0..<survey.places.count).contains { survey.places[$0].isMap })
      // No place for each of the keys.
      #expect(survey.places.count < 20)
    }
  }

  private func check(
    _ json: [UInt8], _ values: inout SlotValues, _ limits: Limits = Limits()
  ) throws {
    var tokenizer = Tokenizer(limits: limits)
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .ndjson)
    let plan = TemplateExtractor.split(
      tokenizer.tape, text.source, limits: limits, into: &values)
    let template = try TemplateEncoding.decode(plan.canonicalBytes, limits: Limits())
    if template != Template(shapes: [], root: .any) { try template.validate(limits: limits) }
    #expect(plan.check == Checksum.crc32(plan.canonicalBytes.span))
    // What shapes inherit is what they would if all were written out.
    var flat = Template(
      shapes: template.allFields.map { Template.Shape(fields: $0) }, root: template.root)
    flat.shareParents()
    #expect(TemplateEncoding.encode(flat) == plan.canonicalBytes)
    // The shapes do not depend on whether there are dictionaries.
    let assignment = TemplateExtractor(tokenizer.tape, text.source, limits: limits).assignment
    let naive = NaiveSplitter(tokenizer.tape, text.source, plan, assignment)
    for slot in plan.nodes.indices {
      try #require(values.values[slot].array() == naive.values[slot])
      try #require(values.controls[slot].array() == naive.controls[slot])
    }
    #expect(values.controlOrder.array() == naive.controlOrder)
    var tape = tokenizer.takeTape()
    var others = SlotValues()
    let other = TemplateExtractor.split(
      discarding: &tape, text.source, Survey(tape, text.source), limits: limits, into: &others)
    #expect(other.canonicalBytes == plan.canonicalBytes)
    for slot in plan.nodes.indices {
      try #require(others.values[slot].array() == values.values[slot].array())
      try #require(others.controls[slot].array() == values.controls[slot].array())
    }
    #expect(others.controlOrder.array() == values.controlOrder.array())
  }
}
