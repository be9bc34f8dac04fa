// SPDX-License-Identifier: Apache-2.0

/// An array of customers, as the answer of a service or an export of a database.
package struct Customers: Dataset {
  package static let name = "customers"
  package static let summary =
    "an array of nested customer records: names in seven scripts, addresses, optional fields"
  package static let fileExtension = "json"
  package static let whitespace = JSONWriter.Whitespace.none

  private let seed: UInt64

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    self.seed = seed
  }

  package var endByteCount: Int { 2 }

  package mutating func writeStart(to writer: inout JSONWriter) {
    writer.beginArray()
  }

  package mutating func writeEnd(recordCount: Int, to writer: inout JSONWriter) {
    writer.end()
    writer.newline()
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    var person = Person(seed: seed, index: index)
    let profile = Profile(of: &person, index: index)
    writer.object { writer in
      writer.member("id", person.id)
      writer.member("name", person.name)
      if person.region.script == .other {
        let latin = "\(person.given.ascii) \(person.family.ascii)"
        writer.member("latinName", Text.capitalized(latin))
      }
      writer.member("email", profile.email)
      if let phone = profile.phone { writer.member("phone", phone) }
      if let company = profile.company {
        writer.object("company") { writer in
          writer.member("name", company)
          writer.member("vatId", person.region.country + Text.filled("#########", &person.random))
          writer.member("employees", 1 + person.random.skewed(400))
        }
      }
      writer.member("tier", profile.tier.rawValue)
      writer.member("country", person.region.country)
      writer.member("language", person.region.language)
      writer.member("createdAt", profile.created.dateTime)
      writer.member("lastSeenAt", nullable: profile.lastSeen?.dateTime)
      if let birthDate = profile.birthDate { writer.member("birthDate", birthDate.date) }
      writer.array("addresses") { Self.writeAddresses(of: &person, to: &$0) }
      writer.member("currency", person.region.currency)
      writer.member("balance", decimal: profile.balance, scale: 2)
      writer.member("orders", profile.orderCount)
      if profile.tier != .basic { writer.member("creditLimit", profile.creditLimit) }
      Self.writePreferences(of: &person, to: &writer)
      writer.member("tags", profile.tags)
      if let note = profile.note { writer.member("note", note) }
      writer.member("active", profile.lastSeen != nil)
    }
  }

  private static func writeAddresses(of person: inout Person, to writer: inout JSONWriter) {
    let region = person.region
    let count = 1 + person.random.weighted([78, 18, 4])
    for number in 0..<count {
      let town = person.random.pickSkewed(region.towns)
      let street = region.street(
        person.random.pickSkewed(region.streets), number: 1 + person.random.skewed(180))
      writer.object { writer in
        writer.member("kind", number == 0 ? "billing" : "shipping")
        if number > 1 {
          writer.member("label", person.random.pick(["office", "summer", "parents"]))
        }
        writer.member("street", street)
        writer.member("postalCode", Text.filled(town.postalCode, &person.random))
        writer.member("city", town.name)
        if let district = town.district { writer.member("region", district) }
        guard person.random.chance(perMille: 620) else { return }
        writer.object("location") { writer in
          let latitude = town.latitude * 10_000 + person.random.central(-90_000...90_000)
          let longitude = town.longitude * 10_000 + person.random.central(-120_000...120_000)
          writer.member("lat", decimal: latitude, scale: 6, zeros: .dropped)
          writer.member("lon", decimal: longitude, scale: 6, zeros: .dropped)
        }
      }
    }
  }

  private static func writePreferences(of person: inout Person, to writer: inout JSONWriter) {
    let isSubscribed = person.random.chance(perMille: 380)
    writer.object("preferences") { writer in
      writer.member("newsletter", isSubscribed)
      writer.member("channels", isSubscribed ? person.random.pickSkewed(channels) : [])
      if person.random.chance(perMille: 150) { writer.member("theme", "dark") }
    }
  }

  private static let channels = [
    ["email"], ["email", "sms"], ["email", "push"], ["sms"], ["email", "sms", "push"], ["post"],
  ]
}
