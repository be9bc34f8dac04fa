// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Keys that are data, of values that are not alike", .seeded)
struct DataKeysTests {
  private func root(_ json: String, isSample: Bool = false) throws -> Template.Slot {
    let padded = PaddedBytes(Array(json.utf8))
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(padded, as: .ndjson)
    var values = SlotValues()
    let plan = TemplateExtractor.split(
      tokenizer.tape, padded.source, isSample: isSample, limits: Limits(), into: &values)
    return try TemplateEncoding.decode(plan.canonicalBytes, limits: Limits()).root
  }

  private func isMap(_ root: Template.Slot) -> Bool {
    if case .map = root { true } else { false }
  }

  /// Objects of numbers and strings, each with some of the keys, after those that all have.
  private func lines(
    _ count: Int, of keyCount: Int, having memberCount: Int, usual: [String] = [],
    inOrder: Bool = true
  ) -> String {
    var random = SeededGenerator()
    let lines = (0..<count).map { row in
      var keys = Array((0..<keyCount).shuffled(using: &random).prefix(memberCount))
      if inOrder { keys.sort() }
      let members = keys.map { #""k\#($0)":\#($0.isMultiple(of: 3) ? "\"v\(row)\"" : "\(row)")"# }
      return "{" + (usual.map { "\"\($0)\":\(row)" } + members).joined(separator: ",") + "}"
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [8, 30, 100])
  func keysInAnyOrderAreData(keyCount: Int) throws {
    let json = lines(400, of: keyCount, having: min(keyCount, 12), inOrder: false)
    #expect(isMap(try root(json)))
  }

  /// A map of so many reports, and counts of them under the same name.
  private func reports(_ count: Int, value: (Int) -> String) -> String {
    let reports = (0..<count).map { "\"package-\($0)\":\(value($0))" }.joined(separator: ",")
    let counts = #"{"low":1,"high":2,"total":\#(count)}"#
    return #"{"reports":{\#(reports)},"meta":{"reports":\#(counts)}}"#
  }

  @Test func keysOfOneWideMapAreDataThoughOthersHaveItsName() throws {
    func hasMap(_ json: String) throws -> Bool {
      guard case .object(let shape) = try root(json) else { return false }
      let padded = PaddedBytes(Array(json.utf8))
      var tokenizer = Tokenizer(limits: Limits())
      try tokenizer.tokenize(padded, as: .json)
      let survey = Survey(tokenizer.tape, padded.source)
      return (0..<survey.places.count).contains { survey.places[$0].isMap } && shape >= 0
    }
    #expect(try hasMap(reports(64) { _ in #"{"severity":"low"}"# }))
    #expect(try !hasMap(reports(60) { _ in #"{"severity":"low"}"# }))
    // Values of several kinds have names.
    #expect(try !hasMap(reports(64) { $0 == 7 ? "7" : #"{"severity":"low"}"# }))
  }

  @Test func keysInOneOrderAreNames() throws {
    #expect(!isMap(try root(lines(400, of: 30, having: 12))))
    #expect(!isMap(try root(lines(400, of: 200, having: 12))))
  }

  /// Several programs that leave out fields which have no value.
  @Test(arguments: [2, 3, 5])
  func keysInTheOrdersOfAFewProgramsAreNames(programCount: Int) throws {
    var random = SeededGenerator()
    let orders = (0..<programCount).map { _ in Array(0..<12).shuffled(using: &random) }
    let lines = (0..<300).map { row in
      let members = orders[row % programCount].filter { $0 < 7 || random.chance(1, in: 2) }
        .map { #""k\#($0)":\#($0.isMultiple(of: 3) ? "\"v\(row)\"" : "\(row)")"# }
      return "{" + members.joined(separator: ",") + "}"
    }
    #expect(!isMap(try root(lines.joined(separator: "\n"))))
  }

  @Test func aFewObjectsInAnyOrderAreNoMaps() throws {
    #expect(!isMap(try root(lines(10, of: 30, having: 12, inOrder: false))))
  }

  @Test func keysThatAreTooManyForAShapeAreData() throws {
    #expect(isMap(try root(lines(2000, of: 700, having: 12))))
  }

  @Test func fewOfManyKeysAreData() throws {
    #expect(isMap(try root(lines(600, of: 300, having: 3))))
    #expect(!isMap(try root(lines(600, of: 300, having: 3, usual: ["id", "time"]))))
  }

  /// As what events of some hundred kinds have to say.
  @Test func objectsOfSomeKindsAreNoMaps() throws {
    let lines = (0..<600).map { row in
      let kind = row % 100
      let members = (0..<3).map { #""k\#(kind * 2 + $0)":\#($0 == 0 ? "\"v\(row)\"" : "\(row)")"# }
      return "{" + members.joined(separator: ",") + "}"
    }
    #expect(!isMap(try root(lines.joined(separator: "\n"))))
  }

  @Test func presenceThatTakesMoreThanTheTextMakesMaps() throws {
    let count = 6000
    let objects = (0..<count).map {
      #"{"id":\#($0),"k\#($0 % 1000)":\#($0 % 2 == 0 ? "1" : "\"\"")}"#
    }
    #expect(isMap(try root(objects.joined(separator: "\n"))))
    let few = (0..<count).map { #"{"id":\#($0),"k\#($0 % 60)":\#($0 % 2 == 0 ? "1" : "\"\"")}"# }
    #expect(!isMap(try root(few.joined(separator: "\n"))))
  }

  /// The names are in the template then, and need not be sent with each message.
  @Test func keysOfMessagesAreNames() throws {
    #expect(!isMap(try root(lines(400, of: 30, having: 12, inOrder: false), isSample: true)))
  }
}
