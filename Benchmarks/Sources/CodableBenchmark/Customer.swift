// SPDX-License-Identifier: Apache-2.0

/// A record as an application has it: a dozen fields, one object and two arrays.
struct Customer: Codable, Equatable {
  /// Where the customer lives.
  struct Address: Codable, Equatable {
    var street: String
    var city: String
    var zip: String
  }

  /// What the customer may do.
  enum Plan: String, Codable, CaseIterable { case free, team, business }

  var id: Int
  var name: String
  var email: String?
  var phone: String?
  var plan: Plan
  var isActive: Bool
  var balance: Double
  var visits: Int
  var created: Double
  var address: Address
  var tags: [String]
  var scores: [Int]

  /// The record of a number, the same each time.
  init(_ number: Int) {
    let cities = ["Berlin", "København", "Malmö", "Lyon", "Porto"]
    let streets = ["Main Street", "Station Road", "Church Lane", "Mill Hill"]
    let tags = ["vip", "newsletter", "late payer", "beta"]
    var bits = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    let mixed = Int(bits >> 33)
    id = 100_000 + number
    name = "Customer \(mixed % 9973)"
    email = mixed % 7 == 0 ? nil : "user\(mixed % 99991)@example.com"
    phone = mixed % 3 == 0 ? "+45 \(20_000_000 + mixed % 79_999_999)" : nil
    plan = Plan.allCases[mixed % 3]
    isActive = mixed % 5 != 0
    balance = Double(mixed % 1_000_000) / 100
    visits = mixed % 1000
    created = 1_600_000_000 + Double(mixed % 100_000_000)
    address = Address(
      street: "\(streets[mixed % 4]) \(mixed % 200)", city: cities[mixed % 5],
      zip: "\(10000 + mixed % 89999)")
    self.tags = tags.enumerated().filter { mixed >> $0.offset & 1 == 1 }.map(\.element)
    scores = (0..<mixed % 5).map { (mixed >> ($0 * 3)) % 100 }
  }
}
