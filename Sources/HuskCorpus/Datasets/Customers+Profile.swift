// SPDX-License-Identifier: Apache-2.0

extension Customers {
  /// What goes together in one customer: who orders much has a better tier, a larger balance and
  /// other tags than who does not.
  struct Profile {
    /// How much a customer is worth to the shop.
    enum Tier: String { case basic, silver, gold, platinum }

    var tier: Tier
    var orderCount: Int
    /// In hundredths of the currency.
    var balance = 0
    /// In whole units of the currency.
    var creditLimit: Int
    var company: String?
    var email: String
    var phone: String?
    var created: Timestamp
    var lastSeen: Timestamp?
    var birthDate: Timestamp?
    var tags: [String] = []
    var note: String?

    /// The day on which the data was exported.
    private static let today = Timestamp(year: 2026, month: 6, day: 30)
    private static let firstDay = Timestamp(year: 2017, month: 3, day: 1)

    init(of person: inout Person, index: Int) {
      var random = person.random
      orderCount = random.skewed(random.chance(perMille: 100) ? 260 : 40)
      switch orderCount {
      case 80...: (tier, creditLimit) = (.platinum, 10_000)
      case 25...: (tier, creditLimit) = (.gold, 2_500)
      case 10...: (tier, creditLimit) = (.silver, 500)
      default: (tier, creditLimit) = (.basic, 0)
      }
      let period = Self.today.seconds - Self.firstDay.seconds
      let age = (index * 9_437 + random.below(9_437)) % period
      created = Timestamp(seconds: Self.firstDay.seconds + age)
      if random.chance(perMille: 930) {
        let ago = random.skewed(period - age) * 2 / 3
        lastSeen = Timestamp(seconds: Self.today.seconds - ago)
      }
      let isCompany = random.chance(perMille: tier == .basic ? 40 : 220)
      if isCompany {
        company = Companies.name(person.family, language: person.region.language, &random)
      } else if random.chance(perMille: 450) {
        birthDate = Timestamp(seconds: random.central(-9_000...13_500) * 86_400)
      }
      email = Self.email(of: person, isCompany: isCompany, &random)
      if random.chance(perMille: 640) { phone = Text.filled(person.region.phone, &random) }
      if random.chance(perMille: 55) {
        note = Remarks.remark(language: person.region.language, &random)
      }
      if random.chance(perMille: 600) {
        balance = random.central(-2_000...4_000 + 700 * orderCount) - (isCompany ? 15_000 : 0)
      }
      tags = tags(isCompany: isCompany, &random)
      person.random = random
    }

    private func tags(isCompany: Bool, _ random: inout Random) -> [String] {
      var tags: [String] = []
      if isCompany { tags.append("wholesale") }
      if tier == .gold || tier == .platinum { tags.append("vip") }
      if orderCount < 2 { tags.append("new") }
      if let lastSeen, lastSeen.seconds < Self.today.seconds - 31_536_000 { tags.append("dormant") }
      if balance < -10_000 { tags.append("overdue") }
      for tag in ["newsletter-2025", "beta", "gift-buyer", "returns-often", "referral", "survey"]
      where random.chance(perMille: 70) {
        tags.append(tag)
      }
      return tags
    }

    private static func email(
      of person: Person, isCompany: Bool, _ random: inout Random
    ) -> String {
      let given = Text.slug(person.given.ascii)
      let family = Text.slug(person.family.ascii)
      let initial = String(decoding: given.utf8.prefix(1), as: UTF8.self)
      if isCompany, random.chance(perMille: 700) {
        let mailbox = random.pickSkewed(["\(given).\(family)", "info", "orders", initial + family])
        return "\(mailbox)@\(family)-\(Text.lowercased(person.region.country)).example"
      }
      let mailbox: String
      switch random.weighted([45, 15, 12, 10, 18]) {
      case 0: mailbox = "\(given).\(family)"
      case 1: mailbox = "\(initial).\(family)"
      case 2: mailbox = "\(given)_\(family)"
      case 3: mailbox = given + family
      default: mailbox = "\(given).\(family)\(random.within(60...108) % 100)"
      }
      return mailbox + "@" + random.pickSkewed(providers)
    }

    private static let providers = [
      "mail.example", "post.example", "inbox.example", "example.com", "example.org",
      "students.example.edu", "example.net",
    ]
  }
}
