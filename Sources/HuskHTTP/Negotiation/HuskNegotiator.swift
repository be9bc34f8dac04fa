// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Decides in which form JSON travels over HTTP, for servers and for clients
/// (SPEC §15 HTTP).
///
/// It takes values and gives values, and knows no server and no client:
///
///     let answer = HuskNegotiator().answer(request.fields, about: resource)
///     let body = try answer.form.encode(json, coder: coders[answer.form.template])
public struct HuskNegotiator: Sendable {
  /// The request fields that an answer about one JSON text depends on.
  public static let vary = "Accept, Accept-Encoding, Available-Template"

  /// Creates a negotiator.
  public init() {}

  // MARK: - Servers

  /// Chooses the form of an answer to a request with `GET` or `HEAD`, by what the client likes alone.
  ///
  /// - Parameters:
  ///   - request: The fields of the request; those that are malformed are as if they were not
  ///     there.
  ///   - resource: What is asked for.
  /// - Returns: The status, the form and the fields of the answer.
  /// - Complexity: O(*n*) for *n* bytes of fields.
  public func answer(
    _ request: HTTPFields, about resource: NegotiatedResource
  ) -> NegotiatedAnswer {
    answer(request, resource) { ranks in ranks.first?.first }
  }

  /// Chooses the form of an answer to a request with `GET` or `HEAD`, by what the client likes and by how
  /// many bytes the bodies have.
  ///
  /// Of forms that are liked equally it takes the smallest. One that has no fewer bytes than the text as it
  /// is saves nothing, so the next one is tried, and in the end the text is sent where that can be.
  ///
  /// - Parameters:
  ///   - request: The fields of the request, as above.
  ///   - resource: What is asked for.
  ///   - byteCount: Says how many bytes the body has in a form; asked for few forms, and for each once.
  /// - Returns: The status, the form and the fields of the answer.
  /// - Throws: What `byteCount` throws.
  public func answer<Failure>(
    _ request: HTTPFields, about resource: NegotiatedResource,
    byteCount: (BodyForm) throws(Failure) -> Int
  ) throws(Failure) -> NegotiatedAnswer {
    try answer(request, resource) { ranks throws(Failure) in
      try Self.smallest(ranks, byteCount)
    }
  }

  private func answer<Failure>(
    _ request: HTTPFields, _ resource: NegotiatedResource,
    choose: ([[BodyForm]]) throws(Failure) -> BodyForm?
  ) throws(Failure) -> NegotiatedAnswer {
    let preferences = RequestPreferences(request, resource.content)
    let available = TemplateID(availableTemplate: request[HuskNames.availableTemplate])
    // Messages stand for one text.
    let isUsable = resource.content.isOneText && available.map(resource.templates.contains) == true
    let template = isUsable ? available : nil
    var fields: HTTPFields = ["Vary": resource.content.vary]
    guard let form = try choose(preferences.ranks(template: template)) else {
      return NegotiatedAnswer(status: .notAcceptable, form: .plain, fields: fields)
    }
    fields.merge(form.fields)
    fields["Content-Type"] = resource.content.mediaType(in: form)
    let tag = form.entityTag(of: resource.contentTag)
    fields["ETag"] = tag.fieldValue
    fields["Cache-Control"] = resource.cacheControl.fieldValue
    if let offer = resource.offer, offer.id != available, preferences.takesHusk {
      fields.merge(offer.fields)
    }
    guard tag.isNamed(in: request["If-None-Match"]) else {
      return NegotiatedAnswer(status: .ok, form: form, fields: fields)
    }
    // What describes a body does not stand where there is none (RFC 9110 §15.4.5).
    for name in ["Content-Type", "Content-Encoding"] { fields[name] = nil }
    return NegotiatedAnswer(status: .notModified, form: form, fields: fields)
  }

  private static func smallest<Failure>(
    _ ranks: [[BodyForm]], _ byteCount: (BodyForm) throws(Failure) -> Int
  ) throws(Failure) -> BodyForm? {
    // Nothing has to be made where there is no choice.
    guard ranks.count > 1 || ranks.first?.count ?? 0 > 1 else { return ranks.first?.first }
    let textByteCount = try byteCount(.plain)
    var best: (form: BodyForm, byteCount: Int)?
    for rank in ranks {
      for form in rank {
        let count = form == .plain ? textByteCount : try byteCount(form)
        // The text has to be decoded by nobody.
        if let known = best, known.byteCount < count || known.byteCount == count && form != .plain {
          continue
        }
        best = (form, count)
      }
      if let best, best.byteCount < textByteCount || rank.contains(.plain) { return best.form }
    }
    return best?.form
  }

  // MARK: - Clients

  /// The two ways in which a client can ask for Husk.
  public enum Way: Sendable {
    /// As a media type, which passes through every client and proxy.
    case mediaType
    /// As a content coding, for clients that handle codings themselves.
    case contentCoding
  }

  /// The fields with which a client asks for JSON.
  ///
  /// - Parameters:
  ///   - way: How it asks.
  ///   - template: The template that it has for the address, ready to be used.
  /// - Returns: The fields to add to a request.
  public func request(by way: Way, template: TemplateID?) -> HTTPFields {
    var fields = HTTPFields()
    switch way {
    case .mediaType:
      fields.append("Accept", "\(HuskNames.mediaType), \(HuskNames.jsonMediaType);q=0.5")
    case .contentCoding:
      fields.append("Accept", HuskNames.jsonMediaType)
      fields.append("Accept-Encoding", "\(HuskNames.coding), gzip;q=0.5")
    }
    if let template { fields.append(HuskNames.availableTemplate, template.availableTemplate) }
    return fields
  }

  /// Reads what the fields of an answer say.
  ///
  /// - Parameters:
  ///   - fields: The fields of the response.
  ///   - address: The address that it came from, which redirections may have changed.
  /// - Returns: The form of the body, the offer of a template and the lifetimes.
  /// - Complexity: O(*n*) for *n* bytes of fields.
  public func reading(_ fields: HTTPFields, from address: WebAddress) -> ResponseReading {
    let cacheControl = CacheControl(fields["Cache-Control"])
    return ResponseReading(
      form: BodyForm(announcedBy: fields), offer: TemplateOffer(fields, from: address),
      entityTag: fields["ETag"].flatMap { EntityTag(parsing: $0) }, cacheControl: cacheControl,
      freshSeconds: cacheControl.freshness(age: fields["Age"]))
  }
}

/// What a client learns from the fields of a response.
public struct ResponseReading: Sendable, Equatable {
  /// The form of the body; `nil` where it is no JSON, or in an unknown coding.
  public var form: BodyForm?
  /// The template that the server offers.
  public var offer: TemplateOffer?
  /// The tag of the representation.
  public var entityTag: EntityTag?
  /// Who may keep it, and how.
  public var cacheControl: CacheControl
  /// For how many seconds it can be used without asking again.
  public var freshSeconds: Int64
}
