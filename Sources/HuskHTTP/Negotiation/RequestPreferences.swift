// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// How much a client likes each way of getting some content, in thousandths (SPEC §15.5 Representations).
struct RequestPreferences {
  // The media types.
  private var json = 1000
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
    case .sequence: husk = codings.quality(of: HuskNames.coding) ?? 0
    case .json:
      husk = codings.quality(of: HuskNames.coding) ?? 0
      let accept = QualityList(request["Accept"])
      json = accept.quality(ofMediaType: HuskNames.jsonMediaType)
      binary = accept.quality(of: HuskNames.mediaType) ?? 0
      text = accept.quality(of: HuskNames.textMediaType) ?? 0
      // Who takes none of the types gets JSON.
      if json + binary + text == 0 { json = 1 }
    }
  }

  /// Whether the client says that it takes Husk, which `*` does not say.
  var takesHusk: Bool { binary > 0 || husk > 0 }

  /// The form that is liked best; of those that are liked equally the smallest, which comes first.
  ///
  /// - Returns: Nothing where every form is refused.
  func form(template: TemplateID?) -> BodyForm? {
    let candidates: [(form: BodyForm, type: Int, coding: Int)] = [
      (BodyForm(.husk, .identity, template: template), binary, identity),
      (BodyForm(.huskText, .gzip), text, gzip),
      (BodyForm(.huskText, .identity), text, identity),
      (BodyForm(.json, .husk, template: template), json, husk),
      (BodyForm(.json, .gzip), json, gzip),
      (BodyForm(.json, .identity), json, identity),
    ].filter { $0.type > 0 && $0.coding > 0 }
    var best = candidates.first
    for candidate in candidates.dropFirst() {
      guard let known = best else { break }
      if (candidate.type, candidate.coding) > (known.type, known.coding) { best = candidate }
    }
    return best?.form
  }
}
