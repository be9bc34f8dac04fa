// SPDX-License-Identifier: Apache-2.0

import HuskCodable

/// Models whose fields are selected, with names and identities of their own.
enum Shop {
  struct Item: Codable, Equatable, FieldNaming {
    var sku = ""
    var price: Double? = nil
    var note: String? = nil

    static var fieldNames: [PartialKeyPath<Self>: String] {
      [\.sku: "sku", \.price: "price", \.note: "note"]
    }
    static var identityFields: [String] { ["sku"] }
  }

  struct Address: Codable, Equatable, FieldNaming {
    var street: String? = nil
    var city: String? = nil

    static var fieldNames: [PartialKeyPath<Self>: String] {
      [\.street: "street", \.city: "city"]
    }
  }

  struct User: Codable, Equatable, FieldNaming {
    var id: Int
    var name: String? = nil
    var email = Partial<String>.undefined
    var address: Address? = nil
    var home = Address()
    var items: [Item]? = nil

    static var fieldNames: [PartialKeyPath<Self>: String] {
      [
        \.id: "id", \.name: "name", \.email: "email", \.address: "address", \.home: "home",
        \.items: "items", \.address?.city: "address.city",
      ]
    }
    static var identityFields: [String] { ["id"] }
  }

  struct PlainItem: Codable, Equatable {
    var sku: String?
    var price: Double?
    var note: String?
  }

  /// The same data, read without names or identities.
  struct Plain: Codable, Equatable {
    var id: Int?
    var name: String?
    var email: String?
    var address: Address?
    var home: Address?
    var items: [PlainItem]?
  }

  static let plain = Plain(
    id: 7, name: "Ada", email: "a@b", address: Address(street: "Main", city: "Rome"),
    home: Address(street: "Side", city: "Bari"),
    items: [PlainItem(sku: "x", price: 1.5, note: "n"), PlainItem(sku: "y", price: 2)])

  static let user = User(
    id: 7, name: "Ada", email: .value("a@b"), address: Address(street: "Main", city: "Rome"),
    home: Address(street: "Side", city: "Bari"),
    items: [Item(sku: "x", price: 1.5, note: "n"), Item(sku: "y", price: 2, note: nil)])
}
