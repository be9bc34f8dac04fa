// SPDX-License-Identifier: Apache-2.0

/// A thing that the shop sells: what other datasets may refer to, from the seed and the index alone.
struct Product {
  /// A colour: its name, the end of the article number, and the words for it.
  struct Color: Sendable {
    var code: String
    var words: [String: String]
  }

  /// What kind of thing it is.
  let kind: ProductKind
  /// Its colour.
  let color: Color
  /// The maker.
  let brand: String
  /// The maker's name for it.
  let line: String
  /// What it is made of.
  let material: String
  /// The article number: kind, a number that grows with the index, colour.
  let sku: String
  /// The price in cents.
  let cents: Int
  /// Where everything else about it is drawn from.
  var random: Random

  /// Creates the product of an index, counted from 0.
  init(seed: UInt64, index: Int) {
    var random = Random(seed: seed, topic: .product, index: index)
    kind = random.pickSkewed(ProductKind.all)
    color = random.pickSkewed(Self.colors)
    brand = random.pickSkewed(Self.brands)
    line = random.pick(Self.lines)
    material = random.pickSkewed(kind.materials)
    let number = Text.padded(10_000 + 7 * index + random.below(7), digitCount: 5)
    sku = "\(kind.code)-\(number)-\(color.code)"
    let span = kind.prices.upperBound - kind.prices.lowerBound
    let price = kind.prices.lowerBound + random.skewed(span)
    // Prices end with 0, 5 or 9.
    cents = price / 100 * 100 + random.pickSkewed([90, 99, 0, 50, 95])
    self.random = random
  }

  /// The name in English.
  var name: String { "\(brand) \(line) \(kind.nouns["en"] ?? "")" }

  static let colors = [
    Color(code: "BK", words: ["en": "black", "de": "schwarz", "fr": "noir", "ja": "ブラック"]),
    Color(code: "WH", words: ["en": "white", "de": "weiß", "fr": "blanc", "ja": "ホワイト"]),
    Color(code: "GY", words: ["en": "grey", "de": "grau", "fr": "gris", "ja": "グレー"]),
    Color(code: "BL", words: ["en": "blue", "de": "blau", "fr": "bleu", "ja": "ブルー"]),
    Color(code: "GN", words: ["en": "green", "de": "grün", "fr": "vert", "ja": "グリーン"]),
    Color(code: "RD", words: ["en": "red", "de": "rot", "fr": "rouge", "ja": "レッド"]),
    Color(code: "NA", words: ["en": "natural", "de": "natur", "fr": "naturel", "ja": "ナチュラル"]),
    Color(code: "YE", words: ["en": "mustard", "de": "senfgelb", "fr": "moutarde", "ja": "マスタード"]),
  ]

  static let brands = Text.lines(
    """
    Nordhavn
    Atelier Béranger
    Müller & Söhne
    Hinode 日ノ出
    Oak & Anvil
    Łąka
    Señor Búho
    Fjällbris
    Kestrel
    Café Zürich
    """)

  private static let lines = Text.words(
    """
    Aria Basis Bora Calma Delta Eiger Fika Folio Gaia Halo Iris Juno Kilo Linden Luna Mezzo Mistral
    Nimbus Nova Onda Orbit Paloma Pico Quarz Rialto Sierra Solo Tempo Terra Una Vento Vista Zephyr
    """)
}
