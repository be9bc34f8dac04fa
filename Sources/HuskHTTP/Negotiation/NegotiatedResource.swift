// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// A resource as far as negotiation needs to know it.
public struct NegotiatedResource: Sendable {
  /// What the content is, which says in which forms it can be sent.
  public enum Content: Sendable {
    /// One JSON text: in every form.
    case json
    /// A sequence of JSON texts of a media type: in every form but the text layout, and without templates.
    case sequence(mediaType: String)
    /// Something else of a media type: as it is, or in gzip.
    case other(mediaType: String)
  }

  /// What the content is.
  public var content: Content
  /// A word that changes with the content, of characters that an entity tag may have.
  public var contentTag: String
  /// The template that clients should fetch, where there is one.
  public var offer: TemplateOffer?
  /// The templates that a message may be made with, if the client has one.
  ///
  /// They are that of the offer, and older ones that the server still has, of this resource and its
  /// authorisation.
  public var templates: [TemplateID]
  /// How long it may be kept, and by whom.
  public var cacheControl: CacheControl

  /// Creates a resource from its parts.
  public init(
    _ content: Content = .json, contentTag: String, offer: TemplateOffer? = nil,
    templates: [TemplateID]? = nil, cacheControl: CacheControl = CacheControl()
  ) {
    self.content = content
    self.contentTag = contentTag
    self.offer = offer
    self.templates = templates ?? (offer.map { [$0.id] } ?? [])
    self.cacheControl = cacheControl
  }
}

extension NegotiatedResource.Content {
  /// Whether it is one JSON text.
  var isOneText: Bool {
    if case .json = self { true } else { false }
  }

  /// The request fields that an answer depends on.
  var vary: String {
    switch self {
    case .json: HuskNegotiator.vary
    case .sequence: "Accept, Accept-Encoding"
    case .other: "Accept-Encoding"
    }
  }

  /// The media type of the body in a form (SPEC §15.1 Names).
  func mediaType(in form: BodyForm) -> String? {
    switch (self, form.mediaType) {
    case (.sequence(let type), .husk): BodyForm.mediaType(standingFor: type)
    case (.sequence(let type), _), (.other(let type), _): type
    case (.json, _): form.fields["Content-Type"]
    }
  }
}

/// What a server answers.
public struct NegotiatedAnswer: Sendable, Equatable {
  /// The kinds of answer.
  public enum Status: Int, Sendable {
    /// The content follows.
    case ok = 200
    /// The client has it.
    case notModified = 304
    /// There is no form that the client takes.
    case notAcceptable = 406
  }

  /// The kind of answer.
  public var status: Status
  /// The form of the content, which is sent where the status is ``Status/ok``.
  public var form: BodyForm
  /// The fields of the answer, all that negotiation knows of.
  public var fields: HTTPFields
}
