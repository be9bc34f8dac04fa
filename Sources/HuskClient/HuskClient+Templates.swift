// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HuskCore
internal import HuskHTTP
internal import Synchronization

/// A template that is on its way.
struct TemplateFetch: Hashable, Sendable {
  var offer: TemplateOffer
  var scope: TemplateScope
}

extension HuskClient {
  /// Has a template that is offered fetched, behind the answer that offers it.
  func fetch(_ offer: TemplateOffer, for target: RequestTarget) {
    guard !templates.has(offer, for: target.address, in: target.scope),
      !templates.wasMissing(offer, in: target.scope, within: options.templatePause)
    else { return }
    let fetch = TemplateFetch(offer: offer, scope: target.scope)
    fetches.withLock { running in
      guard running[fetch] == nil else { return }
      running[fetch] = Task { [self] in
        if await !fetchNow(offer, target) { templates.noteMissing(offer, in: target.scope) }
        fetches.withLock { $0[fetch] = nil }
      }
    }
  }

  /// Waits until the templates that are on their way have arrived, or cannot be had.
  public func finishFetchingTemplates() async {
    while let task = fetches.withLock({ $0.values.first }) { await task.value }
  }

  /// Fetches a template, and says whether it can be used now.
  ///
  /// One that cannot be had is no failure: answers come without it.
  private func fetchNow(_ offer: TemplateOffer, _ target: RequestTarget) async -> Bool {
    guard let url = URL(string: offer.location) else { return false }
    var request = OutgoingRequest("GET", url, fields: target.credentials)
    request.fields["Accept"] = HuskNames.templateMediaType
    let known = templates.entry(offer, in: target.scope)
    if known != nil {
      request.fields["If-None-Match"] = EntityTag(offer.id.description).fieldValue
    }
    guard let incoming = try? await transport.send(request),
      let address = WebAddress(incoming.url.absoluteString),
      address.origin == target.address.origin
    else { return false }
    let cacheControl = CacheControl(incoming.fields["Cache-Control"])
    let freshSeconds = cacheControl.freshness(age: incoming.fields["Age"])
    guard freshSeconds > 0 else { return false }
    if incoming.status == 304, let known {
      templates.renew(known, offer, in: target.scope, freshSeconds: freshSeconds)
      return true
    }
    guard incoming.status == 200 else { return false }
    return templates.add(incoming.body, offer, in: target.scope, freshSeconds: freshSeconds)
  }
}
