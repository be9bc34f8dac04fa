// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import HuskTestKit
import Testing

@Suite("Docs/swift.md is true", .timeLimit(.minutes(60)))
struct DocumentationTests {
  private let text: String
  private let customers = (1...3).map { number in
    Customer(
      id: number, name: "Customer \(number)", email: "\(number)@example.com",
      address: Customer.Address(city: "Rome", zip: "00100"),
      items: [Customer.Item(sku: "x\(number)", price: 1.5)])
  }

  init() throws {
    text = try String(contentsOf: Corpus.root.appending(path: "Docs/swift.md"), encoding: .utf8)
  }

  /// The marked parts of a file of this folder, without their indentation.
  private func examples(in name: String) throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    let source = try String(contentsOf: file, encoding: .utf8)
    return source.matches(of: /swift\.md: begins\n([\s\S]*?) *\/\/ swift\.md: ends/).map { match in
      let lines = match.1.split(separator: "\n", omittingEmptySubsequences: false)
      let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.map { $0.dropFirst(margin) }.joined(separator: "\n")
    }
  }

  @Test func everyExampleIsTested() throws {
    let tested = try Set(
      ["DocumentationModels.swift", "DocumentationTests.swift"].flatMap(examples))
    let shown = text.matches(of: /```swift\n([\s\S]*?)```/).map { String($0.1) }
    #expect(shown.count >= 10)
    for example in shown { #expect(tested.contains(example), "\(example)") }
    #expect(tested.count == shown.count, "an example is tested that is not shown")
  }

  @Test func valuesComeBack() throws {
    let all = customers
    // swift.md: begins
    let bytes = try HuskEncoder().encode(all)
    let customers = try HuskDecoder().decode([Customer].self, from: bytes)
    // swift.md: ends
    #expect(customers == all)
  }

  @Test func strategiesAreThoseOfFoundation() throws {
    // swift.md: begins
    var decoder = HuskDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    // swift.md: ends
    let json = Array(#"{"some_date":"1970-01-01T00:00:01Z"}"#.utf8)
    struct Model: Decodable { var someDate: Date }
    let date = try decoder.decodeJSON(Model.self, from: json).someDate
    #expect(date == Date(timeIntervalSince1970: 1))
  }

  @Test func updatesLeaveOut() throws {
    var customer = customers[0]
    // swift.md: begins
    let update = CustomerUpdate(id: 7, email: .null)  // {"id":7,"email":null}
    update.email.apply(to: &customer.email)  // now nil
    if let name = update.name.value { customer.name = name }  // as it was
    // swift.md: ends
    #expect(customer.email == nil && customer.name == "Customer 1")
    let json = try HuskEncoder().encodeJSON(update)
    #expect(String(decoding: json, as: UTF8.self) == #"{"id":7,"email":null}"#)
  }

  @Test func fieldsAreSelected() throws {
    // swift.md: begins
    var encoder = HuskEncoder()
    encoder.selection = "#id,name,items#sku"
    let small = try encoder.encode(customers)

    var decoder = HuskDecoder()
    decoder.selection = try SelectedFields(of: Customer.self, [\.name, \.address?.city])
    let names = try decoder.decode([Customer].self, from: HuskEncoder().encode(customers))
    // swift.md: ends
    #expect(
      try String(decoding: Husk.decode(small), as: UTF8.self).hasPrefix(
        #"[{"id":1,"name":"Customer 1","items":[{"sku":"x1"}]},"#))
    #expect(names[0].address == Customer.Address(city: "Rome"))
    #expect(names[0].id == 1 && names[0].email == nil && names[0].items == nil)
  }

  @Test func changesAreSent() throws {
    let old = customers[0]
    var customer = old
    var new = old
    new.email = nil
    new.address?.city = "Bari"
    // swift.md: begins
    let changes = try HuskEncoder().encodeChanges(from: old, to: new)
    // {"email":null,"address":{"city":"Bari"}}

    try HuskDecoder().update(&customer, from: changes)
    // customer == new
    // swift.md: ends
    #expect(customer == new)
    #expect(
      try String(decoding: Husk.decode(changes), as: UTF8.self)
        == #"{"email":null,"address":{"city":"Bari"}}"#)
  }

  @Test func patchesAreMadeOfTexts() throws {
    let old = Array(#"{"a":1,"b":2}"#.utf8)
    let new = Array(#"{"a":1,"c":3}"#.utf8)
    // swift.md: begins
    let patch = try MergePatch.make(from: old, to: new)  // {"b":null,"c":3}
    let copy = try MergePatch.apply(patch, to: old)  // means what new does
    // swift.md: ends
    #expect(patch == Array(#"{"b":null,"c":3}"#.utf8))
    #expect(copy == new)
  }

  @Test func membersHaveOtherNames() throws {
    // swift.md: begins
    var encoder = HuskEncoder()
    encoder.aliases = ["name": "title", "address.zip": "postcode"]
    encoder.aliases.add(["kind": "type"], for: Event.self)

    var decoder = HuskDecoder()
    decoder.rules = encoder.rules
    // swift.md: ends
    let json = String(decoding: try encoder.encodeJSON(customers[0]), as: UTF8.self)
    #expect(json.contains(#""title":"Customer 1""#) && json.contains(#""postcode":"00100""#))
    #expect(try decoder.decode(Customer.self, from: encoder.encode(customers[0])) == customers[0])
    let event = try encoder.encodeJSON([Event(kind: "k")])
    #expect(String(decoding: event, as: UTF8.self) == #"[{"type":"k"}]"#)
  }

  @Test func graphsComeBack() throws {
    // swift.md: begins
    let ada = Person("Ada")
    let bo = Person("Bo")
    ada.friends = [Reference(bo)]
    bo.friends = [Reference(ada)]
    bo.orders = [Order(5)]
    bo.orders[0].owner = BackReference(bo)

    var encoder = HuskEncoder()
    encoder.references = .preserved
    let bytes = try encoder.encode([ada, bo])
    // swift.md: ends
    let json = #"""
      [{"$id":1,"name":"Ada","friends":[{"$id":2,"name":"Bo","friends":[{"$ref":1}],
      "orders":[{"$id":3,"number":5,"owner":{"$ref":2}}]}],"orders":[]},{"$ref":2}]
      """#
    #expect(text.contains(json))
    #expect(
      try String(decoding: Husk.decode(bytes), as: UTF8.self)
        == json.replacing("\n", with: ""))
    for person in [ada, bo] { person.friends = [] }
  }

  @Test func recordsAreStreamed() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "husk-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appending(path: "customers.husk")
    var names: [String] = []
    // swift.md: begins
    func write(_ customers: [Customer], to url: URL) throws {
      var writer = try HuskWriter<Customer>(url)
      for customer in customers { try writer.write(customer) }
      try writer.finish()
    }

    try write(customers, to: url)
    for try await customer in HuskReader<Customer>(url, rows: 1..<3, fields: "id,name") {
      names.append(customer.name)
    }
    // swift.md: ends
    #expect(names == ["Customer 2", "Customer 3"])
  }

  /// An order that holds its customer, and one that names it.
  private struct Sale<Buyer: Codable>: Codable {
    var number: Int
    var buyer: Buyer
    var total: Double
  }

  private final class Buyer: Codable {
    var id: Int
    var name: String
    var email: String
    var city: String

    init(_ id: Int) {
      self.id = id
      name = "Customer \(id * 7919 % 1000)"
      email = "user\(id * 104_729 % 99_991)@example.com"
      city = ["Berlin", "Malmö", "Lyon", "Porto"][id % 4]
    }
  }

  @Test func sizesOfSharedObjectsAreReal() throws {
    let buyers = (0..<20).map(Buyer.init)
    func sales<T>(_ buyer: (Int) -> T) -> [Sale<T>] {
      var maker = SampleMaker(seed: 1)
      return (0..<2000).map { number in
        Sale(
          number: number, buyer: buyer(maker.number(0...19)),
          total: Double(maker.number(0...9999)) / 100)
      }
    }
    var preserving = HuskEncoder()
    preserving.references = .preserved
    func row(_ name: String, _ value: some Encodable, _ encoder: HuskEncoder) throws -> String {
      let sizes = try [encoder.encodeJSON(value).count, encoder.encode(value).count]
      let numbers = sizes.map { $0.formatted(.number.locale(Locale(identifier: "en_US"))) }
      return "| \(name) | \(numbers[0]) | \(numbers[1]) |"
    }
    for row in try [
      row("the customer in each order", sales { buyers[$0] }, HuskEncoder()),
      row("the same with `references = .preserved`", sales { buyers[$0] }, preserving),
      row("only the number of the customer", sales { buyers[$0].id }, HuskEncoder()),
    ] {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let shown = text.split(separator: "\n").contains { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } == cells
      }
      #expect(shown, "\(row)")
    }
  }
}
