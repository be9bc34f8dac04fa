// SPDX-License-Identifier: Apache-2.0

/// One object: the products of a shop as an array, and their stock as a map keyed by article number.
package struct Catalogue: Dataset {
  package static let name = "catalogue"
  package static let summary =
    "products with many optional attributes and texts in four languages, and a map keyed by SKU"
  package static let fileExtension = "json"
  package static let whitespace = JSONWriter.Whitespace.twoSpaces

  private let seed: UInt64
  /// Writes the stock of each product as the end will, to know how long the end will be.
  private var measure: JSONWriter

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    self.seed = seed
    measure = JSONWriter(whitespace: whitespace)
    measure.beginObject()
    measure.key("stock")
    measure.beginObject()
  }

  package var endByteCount: Int { measure.byteCount }

  package mutating func writeStart(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.object("shop") { writer in
      writer.member("name", "Magasin Général")
      writer.member("url", "https://shop.example")
      writer.member("languages", ["en"] + Descriptions.languages)
      writer.member("currency", "EUR")
    }
    writer.member("exportedAt", Timestamp(year: 2026, month: 6, day: 30).dateTime)
    writer.key("products")
    writer.beginArray()
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    let product = Product(seed: seed, index: index)
    writeStock(of: product, index: index, to: &measure)
    measure.removeBytes()
    var article = Article(product)
    writer.object { article.write(to: &$0) }
  }

  package mutating func writeEnd(recordCount: Int, to writer: inout JSONWriter) {
    writer.end()
    writer.object("stock") { writer in
      for index in 0..<recordCount {
        writeStock(of: Product(seed: seed, index: index), index: index, to: &writer)
      }
    }
    writer.end()
    writer.newline()
  }

  private func writeStock(of product: Product, index: Int, to writer: inout JSONWriter) {
    var random = Random(seed: seed, topic: .stock, index: index)
    let count = random.chance(perMille: 120) ? 0 : random.skewed(240)
    writer.object(product.sku) { writer in
      writer.member("available", count)
      writer.member("reserved", min(count, random.skewed(9)))
      writer.member("warehouse", random.pickSkewed(["zrh-1", "zrh-2", "lyon", "leipzig"]))
      if count == 0 {
        let restock = Timestamp(year: 2026, month: 7, day: 1).seconds + random.skewed(90) * 86_400
        writer.member("restockOn", Timestamp(seconds: restock).date)
      }
    }
  }
}
