// SPDX-License-Identifier: Apache-2.0

/// Remarks as people type them into forms, made of a start, a middle and an end.
enum Remarks {
  /// A remark in a language, English where there are no words for it.
  static func remark(language: String, _ random: inout Random) -> String {
    let words: Words
    switch language {
    case "de": words = german
    case "fr": words = french
    case "ja": words = japanese
    default: words = english
    }
    var text = random.pickSkewed(words.starts)
    if random.chance(perMille: 700) { text += words.space + random.pick(words.middles) }
    if random.chance(perMille: 400) { text += words.space + random.pickSkewed(words.ends) }
    return text.utf8.contains(UInt8(ascii: "#")) ? Text.filled(text, &random) : text
  }

  private struct Words {
    var space = " "
    var starts: [String]
    var middles: [String]
    var ends: [String]
  }

  private static let english = Words(
    starts: [
      "Please leave the parcel with the neighbour.", "Customer called about the invoice.",
      "Gift wrapping, please.", "Ring twice, the bell is broken.", "Prefers e-mail over phone.",
      "Second delivery attempt on 1#/0#.", "Complained about a missing part.",
      "Asked for a copy of order no. #####.", "The entrance is round the back, next to \"Joe's\".",
      "Wants to be told when the blue one is back in stock.", "VAT number was checked.",
      "Deliver to reception\nOffice hours 9-17.", "Refund of 2#.## was approved by the shop.",
    ],
    middles: [
      "No deliveries before 10 am.", "It is a present, so no prices on the slip.",
      "He will be away until the 1#th.", "The dog is friendly.", "Gate code ####.",
      "She has been with us for # years.", "The old address must not be used any more.",
      "We promised an answer within # days.", "The replacement went out this morning.",
      "Both boxes were opened on arrival.", "The lift takes up to 4## kg.",
    ],
    ends: ["Thanks!", "Call back on Monday.", "See ticket #####.", "Done.", "Low priority."])

  private static let german = Words(
    starts: [
      "Bitte beim Nachbarn abgeben.", "Rückruf gewünscht.", "Bitte als Geschenk verpacken.",
      "Klingel defekt, bitte klopfen.", "Rechnung bitte an die Buchhaltung.",
      "Lieferung nur über den Hof möglich.", "Kundin fragt nach Bestellung #####.",
      "Paket war beschädigt, Ersatz ist unterwegs.",
    ],
    middles: [
      "Anlieferung erst ab 10 Uhr.", "Der Aufzug fährt nur bis zum #. Stock.",
      "Ab dem 1#. gilt die neue Adresse.", "Fotos liegen bei.", "Bitte keine Preise beilegen.",
      "Die Größe wurde schon einmal getauscht.",
    ],
    ends: ["Vielen Dank!", "Siehe Vorgang #####.", "Erledigt.", "Grüße"])

  private static let french = Words(
    starts: [
      "À déposer chez la gardienne.", "Merci d'appeler avant la livraison.",
      "Emballage cadeau, s'il vous plaît.", "La cliente souhaite un échange.",
      "Colis reçu abîmé, photos à l'appui.", "Facture à envoyer au siège.",
    ],
    middles: [
      "Digicode ##A##.", "Pas de livraison le mercredi.", "C'est au #ᵉ étage, porte à gauche.",
      "Le remboursement a été validé.", "L'ancienne adresse n'est plus valable.",
    ],
    ends: ["Merci !", "Voir le dossier n° #####.", "Très bonne journée."])

  private static let japanese = Words(
    space: "",
    starts: [
      "宅配ボックスに入れてください。", "午前中の配達を希望します。", "ギフト包装をお願いします。",
      "領収書の宛名は会社名でお願いします。", "不在の場合は管理人に預けてください。",
    ],
    middles: ["インターホンが故障しています。", "部屋番号は###です。", "以前の住所は使わないでください。"],
    ends: ["よろしくお願いします。", "確認済み。"])
}
