// SPDX-License-Identifier: Apache-2.0

import HuskCorpus
import HuskTestKit
import Testing

@Suite("Relations in the data")
struct RelationTests {
  @Test func ordersReferToCustomersOfTheSameSeed() throws {
    let customers = try texts(Customers.self, count: 200).first?.elements ?? []
    let names = Dictionary(
      customers.map { ($0["id"]?.text ?? "", $0["name"]?.text ?? "") }, uniquingKeysWith: { $1 })
    #expect(names.count == 200)
    for order in try texts(Orders.self, count: 300) {
      let id = try #require(order["customerId"]?.text)
      #expect(names[id] == order["shipTo"]?["name"]?.text)
    }
  }

  @Test func amountsOfOrdersAddUp() throws {
    for order in try texts(Orders.self, count: 300) {
      let items = try #require(order["items"]?.elements)
      let sum = try items.reduce(0) { sum, item in
        try sum + #require(item["quantity"]?.hundredths) / 100
          * #require(item["unitPrice"]?.hundredths)
      }
      #expect(order["subtotal"]?.hundredths == sum)
      let discount = order["coupon"]?["discount"]?.hundredths ?? 0
      let shipping = try #require(order["shipping"]?.hundredths)
      #expect(order["total"]?.hundredths == sum - discount + shipping)
    }
  }

  @Test func stockIsKeyedByTheArticlesOfTheCatalogue() throws {
    let catalogue = try #require(try texts(Catalogue.self, count: 90).first)
    let products = try #require(catalogue["products"]?.elements)
    guard case .object(let stock) = catalogue["stock"] else {
      Issue.record("there is no stock")
      return
    }
    #expect(
      products.map { $0["sku"]?.text } == stock.map { String(decoding: $0.key, as: UTF8.self) })
    for product in products {
      let sku = try #require(product["sku"]?.text?.dropFirst().dropLast())
      #expect(product["url"]?.text?.contains("/p/\(sku)/") == true)
    }
  }

  @Test func ordersReferToArticlesOfTheCatalogue() throws {
    let products = try texts(Catalogue.self, count: 900).first?["products"]?.elements ?? []
    let names = Dictionary(
      products.map { ($0["sku"]?.text ?? "", $0["name"]?.text ?? "") }, uniquingKeysWith: { $1 })
    for order in try texts(Orders.self, count: 50) {
      for item in order["items"]?.elements ?? [] {
        #expect(names[item["sku"]?.text ?? ""] == item["name"]?.text)
      }
    }
  }

  @Test func timesOfADeviceGrowInNearRegularSteps() throws {
    var last: [String: Int] = [:]
    var irregularCount = 0
    let reports = try texts(Telemetry.self, count: 2_000)
    for report in reports {
      let device = try #require(report["device"]?.text)
      let time = try #require(report["ts"]?.text.flatMap { Int($0) })
      if let previous = last.updateValue(time, forKey: device) {
        #expect(time > previous)
        if abs(time - previous - 10_000) > 100 { irregularCount += 1 }
      }
    }
    #expect(last.count == 24)
    #expect((1...40).contains(irregularCount), "lost reports leave gaps")
    let keys = Set(reports.map { $0.keys })
    #expect(keys.count == 1)
  }

  @Test func optionalFieldsComeAndGo() throws {
    let customers = try texts(Customers.self, count: 400).first?.elements ?? []
    for key in ["latinName", "phone", "company", "birthDate", "creditLimit", "note"] {
      let count = customers.filter { $0[key] != nil }.count
      #expect((10..<390).contains(count), "\(key) is in \(count) of 400")
    }
  }

  private func texts(_ dataset: any Dataset.Type, count: Int) throws -> [JSONNode] {
    try ReferenceParser.parseSequence(
      DatasetRequest(dataset, size: .records(count), seed: 11).bytes())
  }
}
