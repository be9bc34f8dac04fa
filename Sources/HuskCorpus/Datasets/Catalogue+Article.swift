// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
  /// A product with everything that the shop shows of it.
  struct Article {
    private let product: Product
    private var random: Random

    init(_ product: Product) {
      self.product = product
      random = product.random
    }

    /// Writes the members of the article.
    mutating func write(to writer: inout JSONWriter) {
      let noun = product.kind.nouns["en"] ?? ""
      let slug = Text.slug("\(product.line) \(noun)")
      let image = "https://cdn.shop.example/img/\(Text.lowercased(product.sku))"
      writer.member("sku", product.sku)
      writer.member("name", product.name)
      writer.member("brand", product.brand)
      writer.member("category", product.kind.category)
      writer.member("url", "https://shop.example/p/\(product.sku)/\(slug)")
      writePrice(to: &writer)
      writer.member("images", (1...1 + random.skewed(5)).map { "\(image)_\($0).jpg" })
      writeDescriptions(to: &writer)
      writer.key("attributes")
      writer.beginObject()
      for attribute in product.kind.attributes where random.chance(perMille: 840) {
        write(attribute, to: &writer)
      }
      writer.end()
      if random.chance(perMille: 720) { writeRating(to: &writer) }
      let tags = ["bestseller", "sale", "gift", "handmade", "vegan", "limited", "new"]
      writer.member("tags", tags.filter { _ in random.chance(perMille: 160) })
      let days = random.skewed(3_000)
      let released = Timestamp(year: 2026, month: 6, day: 1).seconds - days * 86_400
      writer.member("releasedOn", Timestamp(seconds: released).date)
      if random.chance(perMille: 50) { writer.member("discontinued", true) }
      if random.chance(perMille: 120) {
        let successor = Text.filled("\(product.kind.code)-#####-\(product.color.code)", &random)
        writer.member("replacedBy", nullable: random.chance(perMille: 500) ? successor : nil)
      }
    }

    private mutating func writePrice(to writer: inout JSONWriter) {
      let isReduced = random.chance(perMille: 180)
      let percentage = isReduced ? random.pickSkewed([20, 30, 10, 50]) : 0
      writer.object("price") { writer in
        writer.member(
          "amount", decimal: product.cents * (100 - percentage) / 100, scale: 2)
        writer.member("currency", "EUR")
        if isReduced {
          writer.member("was", decimal: product.cents, scale: 2)
          writer.member("discount", "-\(percentage)%")
        }
      }
    }

    private mutating func writeDescriptions(to writer: inout JSONWriter) {
      writer.key("description")
      writer.beginObject()
      writer.member(
        "en", Descriptions.description(of: product, language: "en", &random))
      for language in Descriptions.languages where random.chance(perMille: 450) {
        let text = Descriptions.description(of: product, language: language, &random)
        writer.member(language, text)
      }
      writer.end()
    }

    private mutating func writeRating(to writer: inout JSONWriter) {
      let count = 1 + random.skewed(random.chance(perMille: 100) ? 4_000 : 160)
      writer.key("rating")
      writer.beginObject()
      writer.member("average", decimal: random.central(26...56).clamped(to: 10...50), scale: 1)
      writer.member("count", count)
      writer.end()
    }

    private mutating func write(_ attribute: ProductKind.Attribute, to writer: inout JSONWriter) {
      switch attribute {
      case .color: writer.member("color", product.color.words["en"] ?? "")
      case .material: writer.member("material", product.material)
      case .weight: writer.member("weightGrams", 40 + random.skewed(product.cents / 8))
      case .dimensions: writeDimensions(to: &writer)
      case .capacity:
        writer.member("capacityLitres", decimal: random.central(5...400), scale: 1, zeros: .dropped)
      case .power: writer.member("powerWatts", random.pickSkewed([60, 40, 1_500, 2_200, 9, 12]))
      case .energyClass: writer.member("energyClass", random.pickSkewed(["A", "B", "C", "E"]))
      case .size: writer.member("size", "\(random.pickSkewed([28, 24, 20, 32, 18])) cm")
      case .battery:
        writer.object("battery") { writer in
          writer.member("hours", random.pickSkewed([30, 24, 40, 18, 60]))
          writer.member("removable", random.chance(perMille: 300))
        }
      case .book: writeBook(to: &writer)
      case .organic: writer.member("organic", random.chance(perMille: 550))
      case .age: writer.member("minimumAge", random.pickSkewed([3, 2, 5, 1]))
      case .dishwasher: writer.member("dishwasherSafe", random.chance(perMille: 400))
      }
    }

    private mutating func writeDimensions(to writer: inout JSONWriter) {
      writer.key("dimensions")
      writer.beginObject()
      for (key, range) in [("width", 120...1_400), ("height", 90...1_900), ("depth", 100...900)] {
        writer.member(key, decimal: random.central(range), scale: 1, zeros: .dropped)
      }
      writer.member("unit", "cm")
      writer.end()
    }

    private mutating func writeBook(to writer: inout JSONWriter) {
      let region = random.pick(Regions.all)
      let author = region.fullName(
        given: random.pick(region.givenNames), family: random.pick(region.familyNames))
      writer.member("author", author)
      writer.member("isbn", Text.filled("978-#-##-######-#", &random))
      writer.member("pages", 90 + random.central(0...700))
      writer.member("binding", product.material)
      writer.member("language", region.language)
      if random.chance(perMille: 250) { writer.member("translator", nullable: nil) }
    }
  }
}

extension Int {
  /// The nearest number within a range.
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
