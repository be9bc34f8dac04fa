// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Types that between them use all of what `Codable` offers.
enum Sample {
  enum Status: String, Codable, CaseIterable { case active, paused, closed }

  enum Event: Codable, Equatable {
    case login
    case payment(amount: Decimal, currency: String)
    case note(String)
  }

  struct Address: Codable, Equatable {
    var street: String
    var zip: Int?
    var position: [Double]
  }

  struct Customer: Codable, Equatable {
    var id: UInt64
    var name: String
    var email: String?
    var balance: Double
    var rate: Float
    var isActive: Bool
    var status: Status
    var address: Address
    var tags: [String]
    var counts: [String: Int]
    var events: [Event]
    var created: Date
    var uuid: UUID
    var site: URL?
    var price: Decimal
    var key: Data
    var huge: Int128
    var wide: UInt128
    var small: [Int8]
    var numbers: [Int: String]
    var grid: [[Int?]]
  }

  /// Every width of integer.
  struct Integers: Codable, Equatable {
    var a: Int
    var b: Int8
    var c: Int16
    var d: Int32
    var e: Int64
    var f: UInt
    var g: UInt8
    var h: UInt16
    var i: UInt32
    var j: UInt64
    var k: Int128
    var l: UInt128
  }

  class Animal: Codable {
    var name = "rex"
    var age = 3
  }

  /// A class that puts its superclass into a member of its own.
  final class Dog: Animal {
    var breed = "collie"

    private enum CodingKeys: CodingKey { case breed }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      breed = try container.decode(String.self, forKey: .breed)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      // The encoder of the superclass is used after others have written.
      let superEncoder = container.superEncoder()
      try container.encode(breed, forKey: .breed)
      try super.encode(to: superEncoder)
    }
  }

  /// A class that shares an object with its superclass.
  final class Cat: Animal {
    var lives = 9

    private enum CodingKeys: CodingKey { case lives }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: encoder)
      try container.encode(lives, forKey: .lives)
    }
  }

  /// A type that writes to several containers in turn.
  struct Interleaved: Codable, Equatable {
    var left: [Int]
    var right: [Int]
    var inner: [Int]

    private enum CodingKeys: CodingKey { case left, right, inner, values }

    init(left: [Int], right: [Int], inner: [Int]) {
      self.left = left
      self.right = right
      self.inner = inner
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var lefts = try container.nestedUnkeyedContainer(forKey: .left)
      var rights = try container.nestedUnkeyedContainer(forKey: .right)
      let object = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
      inner = try object.decode([Int].self, forKey: .values)
      (left, right) = ([], [])
      while !lefts.isAtEnd || !rights.isAtEnd {
        if !lefts.isAtEnd { left.append(try lefts.decode(Int.self)) }
        if !rights.isAtEnd { right.append(try rights.decode(Int.self)) }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var lefts = container.nestedUnkeyedContainer(forKey: .left)
      var object = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
      var rights = container.nestedUnkeyedContainer(forKey: .right)
      var values = object.nestedUnkeyedContainer(forKey: .values)
      for index in 0..<max(left.count, right.count, inner.count) {
        if index < left.count { try lefts.encode(left[index]) }
        if index < inner.count { try values.encode(inner[index]) }
        if index < right.count { try rights.encode(right[index]) }
      }
    }
  }

  /// A type that gives up on one form and takes another.
  struct Fallback: Encodable {
    var value: Double

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode("before")
      do { try container.encode(["x": value]) } catch { try container.encode("none") }
      try container.encode("after")
    }
  }

  struct Empty: Codable, Equatable {
    func encode(to encoder: any Encoder) throws {}
    init() {}
    init(from decoder: any Decoder) throws {}
  }
}
