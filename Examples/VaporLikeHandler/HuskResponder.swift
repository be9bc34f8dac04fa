// SPDX-License-Identifier: Apache-2.0
//
// How a server that is not ours speaks Husk: handlers build JSON as they always did, and one
// responder around them negotiates.

import Husk
import HuskHTTP

/// Sends the JSON of another responder in the form that the client takes, and templates at their URLs.
public struct HuskResponder: AsyncResponder {
  private let next: any AsyncResponder
  private let template: MessageTemplate
  private let coder: SharedMessageCoder
  private let offer: TemplateOffer

  /// Wraps a responder whose answers are of one kind, which the template was learnt from.
  public init(_ next: any AsyncResponder, for pattern: TemplatePattern, _ template: MessageTemplate)
  {
    (self.next, self.template) = (next, template)
    coder = SharedMessageCoder(template)
    offer = TemplateOffer(id: template.id, pattern: pattern, location: "/templates/\(template.id)")
  }

  /// Answers a request for a template, or negotiates the answer of the other responder.
  public func respond(to request: Request) async throws -> Response {
    if request.path == offer.location, let file = TemplateFile(template) {
      let headers: HTTPFields = [
        "Content-Type": HuskNames.templateMediaType,
        "Cache-Control": "public, max-age=604800, immutable",
      ]
      return Response(status: 200, headers: headers, body: file.bytes)
    }
    let response = try await next.respond(to: request)
    guard response.status == 200 else { return response }
    let tag = String(TemplateID(hashing: response.body).description.prefix(24))
    let resource = NegotiatedResource(contentTag: tag, offer: offer)
    let answer = HuskNegotiator().answer(request.headers, about: resource)
    guard answer.status == .ok else {
      return Response(status: answer.status.rawValue, headers: answer.fields, body: [])
    }
    var headers = response.headers
    headers.merge(answer.fields)
    let body = try answer.form.encode(response.body, coder: coder)
    return Response(status: 200, headers: headers, body: body)
  }
}
