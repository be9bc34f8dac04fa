// SPDX-License-Identifier: Apache-2.0

/// A line per order, as an event log or an export of a shop.
///
/// Orders refer to the customers and products that the datasets of the same seed have.
package struct Orders: LineDataset {
  package static let name = "orders"
  package static let summary =
    "an order per line: references to customers, line items, amounts that add up, coupons"

  private let seed: UInt64
  private var placed = Timestamp(year: 2025, month: 11, day: 3)
  private var number = 48_211

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    self.seed = seed
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    var random = Random(seed: seed, topic: .order, index: index)
    placed.seconds += 20 + random.skewed(1_400)
    number += 1 + random.skewed(3)
    // The shop wins a new customer with every third order, and the old ones come back.
    let person = Person(seed: seed, index: random.skewed(60 + index / 3))
    let order = Order(for: person, placed: placed, seed: seed, &random)
    writer.object { writer in
      writer.member("orderId", "A-\(Text.padded(number, digitCount: 7))")
      writer.member("customerId", person.id)
      writer.member("placedAt", placed.dateTime)
      writer.member("status", order.status.rawValue)
      writer.member("channel", random.pickSkewed(["web", "app", "phone", "marketplace"]))
      writer.member("currency", order.currency.code)
      writer.array("items") { writer in
        for item in order.items { item.write(in: order.currency, to: &writer) }
      }
      writer.member("subtotal", amount: order.subtotal, in: order.currency)
      if let coupon = order.coupon {
        writer.object("coupon") { writer in
          writer.member("code", coupon.code)
          writer.member("discount", amount: order.discount, in: order.currency)
        }
      }
      writer.member("shipping", amount: order.shipping, in: order.currency)
      writer.member("tax", amount: order.tax, in: order.currency)
      writer.member("total", amount: order.total, in: order.currency)
      Self.writePayment(of: order, &random, to: &writer)
      writer.object("shipTo") { writer in
        let town = random.pickSkewed(person.region.towns)
        writer.member("name", person.name)
        writer.member("city", town.name)
        writer.member("country", person.region.country)
      }
      if let shipped = order.shipped { writer.member("shippedAt", shipped.dateTime) }
      if let delivered = order.delivered { writer.member("deliveredAt", delivered.dateTime) }
      if order.status == .cancelled {
        writer.member(
          "cancelReason", random.pickSkewed(["customer", "payment", "out_of_stock", "fraud"]))
      }
      if random.chance(perMille: 60) {
        writer.member("note", Remarks.remark(language: person.region.language, &random))
      }
    }
    writer.newline()
  }

  private static func writePayment(
    of order: Order, _ random: inout Random, to writer: inout JSONWriter
  ) {
    let isPaid = order.status != .pending
    writer.object("payment") { writer in
      switch random.weighted([55, 25, 12, 8]) {
      case 0:
        writer.member("method", "card")
        writer.member("brand", random.pickSkewed(["visa", "mastercard", "amex", "jcb"]))
        writer.member("last4", Text.filled("####", &random))
      case 1: writer.member("method", "wallet")
      case 2:
        writer.member("method", "invoice")
        writer.member("dueDays", random.pickSkewed([30, 14, 60]))
      default: writer.member("method", "transfer")
      }
      writer.member("paid", isPaid)
    }
  }
}
