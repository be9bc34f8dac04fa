// SPDX-License-Identifier: Apache-2.0

extension Orders {
  /// What goes together in one order: items, amounts that add up, a status and its moments.
  struct Order {
    /// How far an order has come.
    enum Status: String { case pending, processing, shipped, delivered, cancelled, returned }

    /// A product and how many of it.
    struct Item {
      var product: Product
      var quantity: Int
      var unitPrice: Int

      func write(in currency: Currency, to writer: inout JSONWriter) {
        writer.object { writer in
          writer.member("sku", product.sku)
          writer.member("name", product.name)
          writer.member("quantity", quantity)
          writer.member("unitPrice", amount: unitPrice, in: currency)
          if quantity > 1 {
            writer.member("lineTotal", amount: quantity * unitPrice, in: currency)
          }
        }
      }
    }

    let currency: Currency
    let items: [Item]
    let status: Status
    let coupon: (code: String, perCent: Int)?
    /// In the smallest units of the currency, as all amounts.
    let subtotal: Int
    let discount: Int
    let shipping: Int
    let tax: Int
    private(set) var shipped: Timestamp?
    private(set) var delivered: Timestamp?

    var total: Int { subtotal - discount + shipping }

    init(for person: Person, placed: Timestamp, seed: UInt64, _ random: inout Random) {
      let currency = Currency(person.region.currency)
      self.currency = currency
      items = (0..<1 + random.skewed(6)).map { _ in
        let product = Product(seed: seed, index: random.skewed(900))
        let quantity = product.cents < 3_000 ? 1 + random.skewed(5) : 1
        return Item(
          product: product, quantity: quantity, unitPrice: currency.price(cents: product.cents))
      }
      subtotal = items.reduce(0) { $0 + $1.quantity * $1.unitPrice }
      coupon = random.chance(perMille: 130) ? random.pickSkewed(Self.coupons) : nil
      discount = subtotal * (coupon?.perCent ?? 0) / 100
      shipping =
        subtotal - discount >= currency.price(cents: 5_000) ? 0 : currency.price(cents: 490)
      let rate = Self.taxPerMille[person.region.country] ?? 200
      tax = (subtotal - discount + shipping) * rate / (1_000 + rate)
      status = Self.statuses[random.weighted([5, 9, 13, 64, 6, 3])]
      if [.shipped, .delivered, .returned].contains(status) {
        let shipped = placed.seconds + 7_200 + random.skewed(200_000)
        self.shipped = Timestamp(seconds: shipped)
        if status != .shipped {
          delivered = Timestamp(seconds: shipped + 40_000 + random.central(0...400_000))
        }
      }
    }

    private static let statuses: [Status] = [
      .pending, .processing, .shipped, .delivered, .cancelled, .returned,
    ]

    private static let coupons = [
      (code: "WELCOME10", perCent: 10), (code: "SPRING15", perCent: 15),
      (code: "NEWS5", perCent: 5), (code: "VIP-20", perCent: 20), (code: "SORRY", perCent: 25),
    ]

    private static let taxPerMille = [
      "DE": 190, "US": 80, "MX": 160, "PL": 230, "JP": 100, "CN": 130, "GR": 240, "EG": 140,
      "IN": 180,
    ]
  }
}
