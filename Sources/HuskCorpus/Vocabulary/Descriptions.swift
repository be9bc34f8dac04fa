// SPDX-License-Identifier: Apache-2.0

/// Descriptions of products as shops write them, a few sentences each.
///
/// In the sentences `{noun}`, `{brand}`, `{line}`, `{material}` and `{color}` stand for what the
/// product is, and `#` for a digit.
enum Descriptions {
  /// The languages that there are descriptions in beside English.
  static let languages = ["de", "fr", "ja"]

  /// A description in a language.
  static func description(
    of product: Product, language: String, _ random: inout Random
  ) -> String {
    let isBook = product.kind.attributes.contains(.book)
    let sentences = (isBook ? bookSentences : sentences)[language] ?? english
    var text = ""
    for (position, choices) in sentences.enumerated() {
      // The first sentence is always there.
      guard position == 0 || random.chance(perMille: 640) else { continue }
      if !text.isEmpty, language != "ja" { text += " " }
      text += random.pick(choices)
    }
    return filled(text, product, language, &random)
  }

  private static func filled(
    _ text: String, _ product: Product, _ language: String, _ random: inout Random
  ) -> String {
    var output = ""
    for part in text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false) {
      let pieces = part.split(
        separator: UInt8(ascii: "}"), maxSplits: 1, omittingEmptySubsequences: false)
      if pieces.count == 2 {
        switch String(decoding: pieces[0], as: UTF8.self) {
        case "noun": output += product.kind.nouns[language] ?? ""
        case "brand": output += product.brand
        case "line": output += product.line
        case "material": output += product.material
        default: output += product.color.words[language] ?? ""
        }
      }
      let rest = String(decoding: pieces[pieces.count - 1], as: UTF8.self)
      output += Text.filled(rest, &random)
    }
    return output
  }

  private static let bookSentences = ["en": englishBooks, "de": germanBooks, "fr": frenchBooks]

  private static let englishBooks = [
    [
      "Three sisters, one house by the sea, and a summer that changes everything.",
      "In the winter of 19## a letter arrives that was posted ## years too early.",
      "The long-awaited new {noun}, now as a {material}.", "“Impossible to put down.”",
      "A quiet {noun} about loud people.", "Volume # of the {line} cycle.",
    ],
    [
      "Translated into 1# languages.", "“A small miracle” – {brand} Review.",
      "The author lives in Trieste with too many cats.", "Based on a true story, more or less.",
      "With an afterword and # maps.",
    ],
    ["Shortlisted for the {line} Prize 20##.", "Slightly longer than the first edition."],
  ]

  private static let germanBooks = [
    [
      "Drei Schwestern, ein Haus am Meer und ein Sommer, der alles verändert.",
      "Im Winter 19## trifft ein Brief ein, der zu früh abgeschickt wurde.",
      "Der lang ersehnte neue {noun}.", "„Man kann ihn nicht weglegen.“",
    ],
    ["In 1# Sprachen übersetzt.", "Nach einer wahren Begebenheit.", "Mit # Karten und Nachwort."],
  ]

  private static let frenchBooks = [
    [
      "Trois sœurs, une maison au bord de la mer, un été qui change tout.",
      "À l'hiver 19##, une lettre arrive bien trop tôt.", "Le nouveau {noun} tant attendu.",
    ],
    ["Traduit en 1# langues.", "D'après une histoire vraie, ou presque.", "Avec # cartes."],
  ]

  private static let sentences = ["en": english, "de": german, "fr": french, "ja": japanese]

  private static let english = [
    [
      "The {line} is the {noun} that {brand} is known for.",
      "A {noun} for every day, in {color}.", "Small, light and made to last: the {line} {noun}.",
      "{brand} has made this {noun} since 19##.",
      "Our customers' favourite {noun}, now in {color}.",
      "Designed in 20## and hardly changed since: the {line}.",
    ],
    [
      "Carefully made of {material}.", "The {material} comes from a family business in the Jura.",
      "It is finished by hand, so no two are quite alike.", "Tested 3# 000 times in our workshop.",
      "It feels warm to the touch and ages well.", "No glue, no coating, no nonsense.",
    ],
    [
      "Spare parts are kept in stock for 1# years.", "Comes in a box that makes a good present.",
      "Also available in # other colours.", "Winner of the “Good Form” award 20##.",
      "Wipe it with a damp cloth; that's all it needs.", "Please recycle the packaging.",
    ],
    ["While stocks last.", "Ships within # days.", "Not available in all countries.", "New!"],
  ]

  private static let german = [
    [
      "Für jeden Tag: {noun} {line} in {color}.", "Der Klassiker von {brand}, seit 19## gefertigt.",
      "Klein, leicht und für Jahrzehnte gemacht: {noun} {line}.",
      "{noun} aus der Reihe {line}, die schönste im Sortiment.",
    ],
    [
      "In Handarbeit gefertigt, jedes Stück ein Unikat.",
      "Geprüfte Qualität, größtmögliche Sorgfalt.",
      "Fühlt sich gut an und wird mit den Jahren schöner.", "Ohne überflüssige Beschichtung.",
    ],
    [
      "Ersatzteile sind 1# Jahre lang erhältlich.", "Auch in # weiteren Farben lieferbar.",
      "Geeignet als Geschenk – auf Wunsch mit Grußkarte.", "Pflege: mit feuchtem Tuch abwischen.",
    ],
  ]

  private static let french = [
    [
      "Le grand classique de {brand}, fabriqué depuis 19##.", "{line}, l'élégance au quotidien.",
      "Léger, solide et conçu pour durer : {noun} {line}, coloris {color}.",
    ],
    [
      "Fabriqué à la main en Franche-Comté.",
      "Une finition irréprochable, jusque dans les détails.",
      "Chaque pièce est unique ; de légères différences sont normales.",
    ],
    [
      "Pièces détachées disponibles pendant 1# ans.", "Existe aussi en # autres coloris.",
      "S'entretient d'un simple coup d'éponge.", "Livré dans un coffret prêt à offrir.",
    ],
  ]

  private static let japanese = [
    [
      "{brand}を代表する{noun}「{line}」。", "毎日使いたい、{color}の{noun}です。",
      "軽くて丈夫、長く使える{noun}。", "19##年から作り続けている定番の{noun}。",
    ],
    ["職人が一つ一つ手作業で仕上げています。", "使うほどに風合いが増します。", "厳しい検査に合格した品質。"],
    ["交換部品は1#年間ご用意しています。", "ほかに#色あります。", "贈り物にも最適です。"],
  ]
}
