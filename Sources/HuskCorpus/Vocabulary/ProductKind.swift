// SPDX-License-Identifier: Apache-2.0

/// A kind of thing that the shop sells.
final class ProductKind: Sendable {
  /// What is known of things of some kinds and not of others.
  enum Attribute: Sendable {
    case color, material, weight, dimensions, capacity, power, energyClass, size, battery, book
    case organic, age, dishwasher
  }

  /// The first part of the article numbers.
  let code: String
  /// The way through the shop: the category and its subcategory.
  let category: [String]
  /// The noun by language.
  let nouns: [String: String]
  /// What it can be made of.
  let materials: [String]
  /// The cheapest and the dearest, in cents.
  let prices: ClosedRange<Int>
  /// What is known of it.
  let attributes: [Attribute]

  init(
    _ code: String, _ category: [String], en: String, de: String, fr: String, ja: String,
    materials: [String], prices: ClosedRange<Int>, attributes: [Attribute]
  ) {
    self.code = code
    self.category = category
    nouns = ["en": en, "de": de, "fr": fr, "ja": ja]
    self.materials = materials
    self.prices = prices
    self.attributes = attributes
  }

  /// All kinds; the first sell best.
  static let all = [
    ProductKind(
      "BOK", ["Books", "Fiction"], en: "novel", de: "Roman", fr: "roman", ja: "小説",
      materials: ["paperback", "hardcover"], prices: 690...3_200, attributes: [.book, .weight]),
    ProductKind(
      "KIT", ["Kitchen", "Cookware"], en: "frying pan", de: "Bratpfanne", fr: "poêle",
      ja: "フライパン", materials: ["cast iron", "stainless steel", "aluminium", "copper"],
      prices: 1_990...18_900, attributes: [.material, .weight, .size, .dishwasher]),
    ProductKind(
      "TEA", ["Food", "Tea"], en: "green tea", de: "Grüntee", fr: "thé vert", ja: "緑茶",
      materials: ["loose leaves", "tea bags"], prices: 390...4_200, attributes: [.organic, .weight]
    ),
    ProductKind(
      "TEX", ["Home", "Bedding"], en: "wool blanket", de: "Wolldecke", fr: "couverture en laine",
      ja: "ウールブランケット", materials: ["merino wool", "alpaca", "cotton", "linen"],
      prices: 2_900...21_000, attributes: [.color, .material, .dimensions, .weight]),
    ProductKind(
      "LIG", ["Home", "Lighting"], en: "desk lamp", de: "Schreibtischlampe", fr: "lampe de bureau",
      ja: "デスクライト", materials: ["brass", "aluminium", "oak", "glass"], prices: 2_400...28_000,
      attributes: [.color, .material, .power, .energyClass, .dimensions]),
    ProductKind(
      "AUD", ["Electronics", "Audio"], en: "headphones", de: "Kopfhörer", fr: "casque audio",
      ja: "ヘッドホン", materials: ["plastic", "aluminium", "leather"], prices: 1_900...39_900,
      attributes: [.color, .battery, .weight]),
    ProductKind(
      "KET", ["Kitchen", "Appliances"], en: "electric kettle", de: "Wasserkocher", fr: "bouilloire",
      ja: "電気ケトル", materials: ["stainless steel", "glass", "plastic"], prices: 1_990...12_900,
      attributes: [.color, .material, .capacity, .power, .weight]),
    ProductKind(
      "FUR", ["Furniture", "Seating"], en: "armchair", de: "Sessel", fr: "fauteuil", ja: "アームチェア",
      materials: ["oak", "beech", "walnut", "leather"], prices: 14_900...129_000,
      attributes: [.color, .material, .dimensions, .weight]),
    ProductKind(
      "BAG", ["Outdoor", "Backpacks"], en: "backpack", de: "Rucksack", fr: "sac à dos", ja: "リュック",
      materials: ["nylon", "canvas", "recycled polyester"], prices: 3_900...24_900,
      attributes: [.color, .material, .capacity, .weight]),
    ProductKind(
      "TOY", ["Toys", "Wooden toys"], en: "wooden train", de: "Holzeisenbahn", fr: "train en bois",
      ja: "木製電車", materials: ["beech", "birch"], prices: 990...7_900, attributes: [.age, .material]),
    ProductKind(
      "GAR", ["Garden", "Tools"], en: "garden shears", de: "Gartenschere", fr: "sécateur",
      ja: "剪定鋏", materials: ["carbon steel", "stainless steel"], prices: 890...8_900,
      attributes: [.color, .size, .weight]),
  ]
}
