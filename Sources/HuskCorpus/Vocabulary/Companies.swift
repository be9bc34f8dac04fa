// SPDX-License-Identifier: Apache-2.0

/// Names of companies.
enum Companies {
  /// A company named after someone, with the legal form that the language uses.
  static func name(_ family: Region.Spelling, language: String, _ random: inout Random) -> String {
    let name = family.native
    switch language {
    case "de": return name + random.pickSkewed([" GmbH", " & Söhne OHG", " AG", " e. K."])
    case "fr": return random.pickSkewed(["\(name) SARL", "Établissements \(name)", "\(name) SAS"])
    case "es": return name + random.pickSkewed([" y Cía.", ", S.A. de C.V."])
    case "pl": return name + random.pickSkewed([" sp. z o.o.", " i Wspólnicy"])
    case "ja": return random.pickSkewed(["株式会社\(name)", "\(name)商店", "有限会社\(name)"])
    case "zh": return name + random.pickSkewed(["氏贸易有限公司", "记"])
    case "uk": return "ТОВ «\(name)»"
    case "el": return name + " Α.Ε."
    case "ar": return "شركة \(name)"
    case "hi": return name + " एंड कंपनी"
    default: return name + random.pickSkewed([" Ltd", " & Sons", " LLC", " Holdings Inc."])
    }
  }
}
