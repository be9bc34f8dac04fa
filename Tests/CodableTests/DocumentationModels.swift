// SPDX-License-Identifier: Apache-2.0

import HuskCodable

// The types of the examples of Docs/swift.md; what stands between the marks is compared with it.

/// A customer as the documentation has it.
struct Customer: Codable, Equatable, Sendable {
  var id: Int
  var name: String
  var email: String?
  var address: Address?
  var items: [Item]?

  struct Address: Codable, Equatable, Sendable {
    var city: String?
    var zip: String?
  }

  struct Item: Codable, Equatable, Sendable {
    var sku: String
    var price: Double?
  }
}

// swift.md: begins
struct CustomerUpdate: Codable {
  var id: Int
  var name = Partial<String>.undefined
  var email = Partial<String>.undefined
}
// swift.md: ends

// swift.md: begins
extension Customer: FieldNaming {
  static var fieldNames: [PartialKeyPath<Self>: String] {
    [\.id: "id", \.name: "name", \.address: "address", \.address?.city: "address.city"]
  }
  static var identityFields: [String] { ["id"] }
}
// swift.md: ends

/// An event as the documentation has it.
struct Event: Codable, Equatable {
  var kind: String
}

// swift.md: begins
final class Person: Codable {
  var name: String
  var friends: [Reference<Person>] = []
  var orders: [Order] = []

  init(_ name: String) { self.name = name }
}

final class Order: Codable {
  var number: Int
  var owner = BackReference<Person>(nil)

  init(_ number: Int) { self.number = number }
}
// swift.md: ends
