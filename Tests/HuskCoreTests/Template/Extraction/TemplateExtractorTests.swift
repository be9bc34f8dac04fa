// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Template extraction", .seeded)
struct TemplateExtractorTests {
  private func template(_ json: String, limits: Limits = Limits()) throws -> Template {
    let padded = PaddedBytes(Array(json.utf8))
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(padded, as: .ndjson)
    return TemplateExtractor(tokenizer.tape, padded.source, limits: limits).template
  }

  /// The template as it is written in the text layout.
  private func text(_ json: String) throws -> String {
    var bytes: [UInt8] = []
    TextTemplate.append(try template(json), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A JSON array of what `element` gives for 0, 1, 2 and so on.
  private func array(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  @Test(
    arguments: [
      ("7", #"{"root":null}"#),
      ("", #"{"root":null}"#),
      ("{}", #"{"shapes":[[]],"root":0}"#),
      ("[]", #"{"root":[null]}"#),
      ("[[[1]]]", #"{"root":[[[null]]]}"#),
      (#"{"a":1,"b":[2]}"#, #"{"shapes":[["a","b",[null]]],"root":0}"#),
      (#"[1,"a",[]]"#, #"{"root":[{"oneOf":[[null],null]}]}"#),
      ("{\"a\":1}\n{\"a\":2}", #"{"shapes":[["a"]],"root":0}"#),
    ])
  func smallDocumentsHaveTheTemplatesOneWouldWrite(json: String, expected: String) throws {
    #expect(try text(json) == expected)
  }

  @Test func aShapeIsSharedByAllPathsThatLeadToIt() throws {
    let json = #"{"from":{"x":1,"y":2},"to":{"x":3,"y":4},"via":[{"x":5,"y":6}]}"#
    #expect(try text(json) == #"{"shapes":[["from",1,"to",1,"via",[1]],["x","y"]],"root":0}"#)
  }

  @Test func recursiveDocumentsHaveFewShapes() throws {
    func tree(_ depth: Int) -> String {
      depth == 0 ? "null" : #"{"v":\#(depth),"l":\#(tree(depth - 1)),"r":\#(tree(depth - 1))}"#
    }
    #expect(try template(tree(8)).shapes.count == 1)
  }

  @Test func missingKeysMakeFieldsOptional() throws {
    let json = array(12) { row in
      let optional = row % 3 == 0 ? "" : #""d":1.\#(row),"#
      return #"{"a":\#(row),"b":2.\#(row),"c":3.\#(row),\#(optional)"e":4.\#(row)}"#
    }
    let expected = #"{"shapes":[["a","b","c","d",{"optional":null},"e"]],"root":[0]}"#
    #expect(try text(json) == expected)
  }

  @Test func keysThatComeAndGoKeepTheirOrder() throws {
    let json = """
      [{"a":1,"b":2,"d":3,"e":4},{"a":5,"b":6,"c":7,"d":8,"e":9},{"a":5,"c":6,"d":7,"e":8}]
      """
    let fields = try template(json).allFields
    #expect(fields.map { $0.map(\.key.description) } == [["a", "b", "c", "d", "e"]])
    #expect(fields[0].map(\.isOptional) == [false, true, true, false, false])
  }

  @Test func keysThatNeverMetKeepTheOrderThatOthersTell() throws {
    // `y` comes first behind `d`, and only the last object says that `x` is before it.
    let json = #"""
      [{"a":1,"b":2,"c":3,"d":4,"x":5,"z":6},{"a":1,"b":2,"c":3,"d":4,"y":5,"z":6},
       {"a":1,"b":2,"c":3,"d":4,"x":5,"y":6}]
      """#
    let keys = try template(json).allFields.map { $0.map(\.key.description).joined() }
    #expect(keys == ["abcdxyz"])
  }

  /// Objects that have about half of the fields `k10` to `k49` each, in order but for every `step`th one, of
  /// which two neighbours change places.
  private func sparse(_ count: Int, swapping step: Int) -> String {
    var random = SeededGenerator(stream: 7)
    return array(count) { row in
      var keys = (10..<50).filter { _ in random.chance(1, in: 2) }
      if row % step == step - 1, keys.count > 12 { keys.swapAt(10, 11) }
      return "{" + keys.map { #""k\#($0)":\#(row)"# }.joined(separator: ",") + "}"
    }
  }

  @Test func objectsThatLackManyFieldsShareOneShape() throws {
    let fields = try template(sparse(900, swapping: .max)).allFields
    let keys = fields.map { $0.map(\.key.description) }
    #expect(keys == [(10..<50).map { "k\($0)" }])
    let areOptional = fields[0].map(\.isOptional)
    #expect(areOptional == [Bool](repeating: true, count: 40))
  }

  @Test func fewThatDisagreeAboutTheOrderHaveShapesOfTheirOwn() throws {
    let keys = try template(sparse(900, swapping: 100)).allFields.map { $0.map(\.key.description) }
    #expect(keys.count <= 1 + 9)
    let ordered = (10..<50).map { "k\($0)" }
    #expect(keys.contains(ordered))
  }

  @Test func objectsOfUnlikeKeysHaveShapesOfTheirOwn() throws {
    let json = #"[{"a":1,"b":2},{"c":3,"d":4},{"b":5,"a":6}]"#
    let keys = try template(json).allFields.map { $0.map(\.key.description).joined() }
    #expect(keys == ["ab", "cd", "ba"])
  }

  @Test func longerShapesExtendShorterOnes() throws {
    let json = #"[{"x":1,"y":2},{"x":1,"y":2,"width":3,"height":4},{"x":5,"y":6}]"#
    #expect(try text(json).hasPrefix(#"{"shapes":[["x","y"],[0,"width","height"]]"#))
  }

  @Test func keysThatAreDataMakeMaps() throws {
    let json = array(6) { row in
      "{" + (0..<3).map { #""id\#(row * 7 + $0 * 3)":\#($0)"# }.joined(separator: ",") + "}"
    }
    #expect(try text(json) == #"{"root":[{"map":null}]}"#)
  }

  @Test func mapsOfObjectsKeepTheShapeOfTheirValues() throws {
    let members = (0..<20).map { #""user-\#($0 * 31)":{"name":"n\#($0)","age":\#($0)}"# }
    let json = "{" + members.joined(separator: ",") + "}"
    #expect(try text(json) == #"{"shapes":[["name","age"]],"root":{"map":0}}"#)
  }

  @Test func recordsWithManyFieldsAreNoMaps() throws {
    let record = { (row: Int) in
      "{" + (0..<40).map { #""field\#($0)":\#(row * $0)"# }.joined(separator: ",") + "}"
    }
    let template = try template(array(10, record))
    #expect(template.shapes.map(\.fields.count) == [40])
  }

  @Test func arraysOfOneLengthAreTuples() throws {
    let json = array(10) { #"["k\#($0)",\#($0),\#($0 % 2 == 0)]"# }
    guard case .array(.tuple(let positions)) = try template(json).root else {
      Issue.record("the rows are no tuples")
      return
    }
    #expect(positions.count == 3)
  }

  @Test func vectorsOfNumbersAreNoTuples() throws {
    let json = array(10) { row in array(50) { "\(row * $0).5" } }
    guard case .array(.array) = try template(json).root else {
      Issue.record("the rows are no arrays")
      return
    }
  }

  @Test func pointsAreTuplesBesideListsOfLists() throws {
    func ring(_ number: Int) -> String { array(12) { "[\(number).\($0)5,-\(number).\($0)5]" } }
    let json = array(9) { row in
      let rings = "\(ring(row)),\(ring(row + 9))"
      return "{\"at\":[" + (row % 3 == 0 ? "[\(rings)],[\(ring(row + 18))]" : ring(row)) + "]}"
    }
    let tuple = #"{"tuple":[null,null]}"#
    #expect(
      try text(json)
        == #"{"shapes":[["at",[[{"oneOf":[\#(tuple),[\#(tuple)]]}]]]],"root":[0]}"#)
  }

  @Test func mostRowsOfATableAreTuplesThoughSomeAreShorter() throws {
    func rows(_ length: (Int) -> Int) -> String {
      array(40) { row in array(length(row)) { #""cell \#(row) \#($0)""# } }
    }
    let tuple = #"{"tuple":[null,null,null,null,null,null]}"#
    #expect(try text(rows { $0 % 5 == 0 ? 5 : 6 }) == #"{"root":[{"oneOf":[\#(tuple),[null]]}]}"#)
    #expect(try text(rows { $0 % 3 == 0 ? 5 : 6 }) == #"{"root":[[null]]}"#)
    #expect(try text(rows { $0 % 5 == 0 ? 3 : 4 }) == #"{"root":[[null]]}"#, "short lists vary")
    let numbers = array(40) { row in array(row % 5 == 0 ? 5 : 6) { "\(row * $0)" } }
    #expect(try text(numbers) == #"{"root":[[null]]}"#)
  }

  @Test func cellsThatAreOtherThingsAtEachPositionHaveShapesOfTheirOwn() throws {
    func rows(_ cells: @escaping (Int) -> [String]) -> String {
      array(400) { row in
        #"{"f":["# + cells(row).map { #"{"v":{"w":\#($0)}}"# }.joined(separator: ",") + "]}"
      }
    }
    let table = rows { ["\($0 + 1000)", "\"name \($0)\"", "\($0 % 3).5"] }
    let found = try template(table).shapes
    #expect(found.count == 7)
    #expect(found[0].fields[0].slot == .tuple([.object(1), .object(3), .object(5)]))
    // They are alike, whatever stands there.
    let alike = rows { row in (0..<12).map { "\(row * 12 + $0 + 1000)" } }
    #expect(try template(alike).shapes[0].fields[0].slot == .array(.object(1)))
    let mixed = rows { row in (0..<12).map { (row + $0) % 2 == 0 ? "7" : "\"seven\"" } }
    #expect(try template(mixed).shapes[0].fields[0].slot == .array(.object(1)))
    // There may be no more shapes.
    var limits = Limits()
    limits.shapes = 5
    let limited = try template(table, limits: limits)
    #expect(limited.shapes.count == 5)
  }

  /// The places of players at each tick, of which a column in groups of as many says the same.
  @Test func numbersThatGoOnAtTheirPositionsShareAShape() throws {
    var random = SeededGenerator()
    var players = (0..<20).map { _ in random.below(100_000) - 50_000 }
    let ticks = (0..<800).map { tick in
      let objects = players.indices.map { player in
        players[player] += random.below(801) - 400
        return #"{"id":\#(player),"x":\#(Double(players[player]) / 100)}"#
      }
      return #"{"tick":\#(tick),"players":[\#(objects.joined(separator: ","))]}"#
    }
    let json = "[" + ticks.joined(separator: ",") + "]"
    #expect(try template(json).shapes.count == 2)
  }

  @Test func longListsOfAChartHaveShapesOfTheirOwn() throws {
    func chart(_ series: [(Int) -> String]) -> String {
      #"{"series":"#
        + array(series.count) { number in
          #"{"name":"\#(number)","data":"# + array(2000, series[number]) + "}"
        } + "}"
    }
    let unlike = chart([{ "\($0)" }, { "\($0 % 7).25" }, { _ in "true" }])
    #expect(try template(unlike).shapes.count == 4)
    let alike = chart([{ "\($0)" }, { "\(2000 - $0)" }, { "\($0 * 7 % 2000)" }])
    #expect(try template(alike).shapes.count == 2)
  }

  @Test func namesOfLongColumnsAreFields() throws {
    func columns(_ count: Int, _ column: (Int) -> String) -> String {
      "{" + (0..<count).map { "\"column \($0)\":" + column($0) }.joined(separator: ",") + "}"
    }
    let lists = columns(9) { column in array(100) { "\(column * $0).5" } }
    #expect(try template(lists).shapes.map(\.fields.count) == [9])
    // Shorter ones are data, and so are those of which there are many.
    for (count, length) in [(9, 20), (60, 100)] {
      let lists = columns(count) { _ in array(length) { "\($0)" } }
      #expect(try template(lists).root == .map(keys: .any, values: .array(.any)))
    }
    // Rows have a key in each column.
    let rows = columns(9) { column in
      "{" + (0..<100).map { "\"row \($0)\":\(column * $0)" }.joined(separator: ",") + "}"
    }
    let table = try template(rows)
    #expect(table.shapes.map(\.fields.count) == [9])
    for field in table.shapes[0].fields {
      guard case .map = field.slot else {
        Issue.record("\(field.slot) is no map")
        continue
      }
    }
    // Lists of objects are members of a map as before.
    let objects = columns(9) { _ in array(100) { "{\"n\":\($0)}" } }
    guard case .map = try template(objects).root else {
      Issue.record("lists of objects have names")
      return
    }
  }

  @Test func valuesThatComeOftenAreInADictionary() throws {
    let states = ["open", "closed", "pending review"]
    let json = array(60) { #"{"id":\#($0),"state":"\#(states[$0 * $0 % 3])"}"# }
    guard case .enumeration(let entries) = try template(json).shapes[0].fields[1].slot else {
      Issue.record("the states are in no dictionary")
      return
    }
    #expect(Set(entries.map(\.description)) == [#""open""#, #""closed""#])
  }

  @Test func valuesThatDifferAreInNoDictionary() throws {
    let json = array(60) { #"{"id":\#($0),"name":"name \#($0)"}"# }
    #expect(try template(json).shapes[0].fields.allSatisfy { $0.slot == .any })
  }

  @Test func valuesThatNeverDifferAreConstants() throws {
    let json = array(5) { #"{"type":"point","n":\#($0)}"# }
    let fields = try template(json).shapes[0].fields
    #expect(fields[0].slot == .constant(Lexeme(Array(#""point""#.utf8))))
    #expect(fields[1].slot == .any)
  }

  @Test func repeatedKeysStayInOrder() throws {
    let json = #"[{"a":1,"a":2},{"a":3,"a":4},{"a":5}]"#
    let keys = try template(json).allFields.map { $0.map(\.key.description).joined() }
    #expect(keys == ["aa", "a"])
  }

  @Test func theSameDocumentAlwaysHasTheSameTemplate() throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<30 {
      let json = String(decoding: generator.sequence(), as: UTF8.self)
      #expect(try template(json) == template(json))
    }
  }

  @Test func theTemplateDoesNotDependOnWhitespace() throws {
    var generator = JSONGenerator(SeededGenerator())
    for style in JSONStyle.allCases {
      let json = generator.text(valueCount: 100)
      let printed = String(decoding: style.reprint(json), as: UTF8.self)
      #expect(try template(printed) == template(String(decoding: json, as: UTF8.self)))
    }
  }

  @Test func templatesKeepTheRules() throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<100 {
      let template = try template(String(decoding: generator.sequence(), as: UTF8.self))
      #expect(throws: Never.self) { try template.validate(limits: Limits()) }
    }
  }
}
