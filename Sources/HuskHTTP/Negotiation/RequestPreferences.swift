// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// How much a client likes each way of getting some content, in thousandths (SPEC §15.5 Representations).
struct RequestPreferences {
  // The media types: that of the content itself, which is JSON's where it is one text, and those of Husk.
  private var own = 1000
  private var binary = 0
  private var text = 0
  // The content codings.
  private let identity: Int
  private let gzip: Int
  private var husk = 0

  /// Reads what a request says that is about content of a kind.
  init(_ request: HTTPFields, _ content: NegotiatedResource.Content) {
    let codings = QualityList(request["Accept-Encoding"])
    let any = codings.quality(of: "*")
    // It can be taken unless it is refused, and is the last choice where it is not named.
    identity = codings.quality(of: "identity") ?? (any == 0 ? 0 : 1)
    gzip = codings.quality(of: "gzip") ?? codings.quality(of: "x-gzip") ?? any ?? 0
    switch content {
    case .other: break
    case .sequence(let mediaType):
      husk = codings.quality(of: HuskNames.coding) ?? 0
      let accept = QualityList(request["Accept"])
      binary = accept.quality(of: HuskNames.mediaType) ?? 0
      // Who asks for JSON seldom names the types that sequences have, and is glad of one all the same.
      let name = mediaType.prefix { $0 != ";" }
      own = max(accept.quality(ofMediaType: name.lowercased()), 1)
    case .json:
      husk = codings.quality(of: HuskNames.coding) ?? 0
      let accept = QualityList(request["Accept"])
      own = accept.quality(ofMediaType: HuskNames.jsonMediaType)
      binary = accept.quality(of: HuskNames.mediaType) ?? 0
      text = accept.quality(of: HuskNames.textMediaType) ?? 0
      // Who takes none of the types gets JSON.
      if own + binary + text == 0 { own = 1 }
    }
  }

  /// Whether the client says that it takes Husk, which `*` does not say.
  var takesHusk: Bool { binary > 0 || husk > 0 }

  /// The forms that can be taken, in ranks: first those that are liked best, and in each rank first the one
  /// that is the smallest as a rule.
  func ranks(template: TemplateID?) -> [[BodyForm]] {
    let candidates: [(form: BodyForm, type: Int, coding: Int)] = [
      (BodyForm(.husk, .identity, template: template), binary, identity),
      (BodyForm(.huskText, .gzip), text, gzip),
      (BodyForm(.huskText, .identity), text, identity),
      (BodyForm(.json, .husk, template: template), own, husk),
      (BodyForm(.json, .gzip), own, gzip),
      (BodyForm(.json, .identity), own, identity),
    ].filter { $0.type > 0 && $0.coding > 0 }
    // The types count first: no coding has a weight of more than 1000.
    let weighted = candidates.map { (form: $0.form, weight: $0.type * 1001 + $0.coding) }
    return Set(weighted.map(\.weight)).sorted(by: >).map { weight in
      weighted.filter { $0.weight == weight }.map(\.form)
    }
  }
}
