// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HuskCore
internal import HuskHTTP
internal import Synchronization

extension HuskClient {
  /// Has a template that is offered fetched, behind the answer that offers it.
  func fetch(_ offer: TemplateOffer, for target: RequestTarget) {
    guard !templates.has(offer, for: target.address, in: target.scope) else { return }
    fetches.withLock { running in
      guard running[offer] == nil else { return }
      running[offer] = Task { [self] in
        await fetchNow(offer, target)
        fetches.withLock { $0[offer] = nil }
      }
    }
  }

  /// Waits until the templates that are on their way have arrived, or cannot be had.
  public func finishFetchingTemplates() async {
    while let task = fetches.withLock({ $0.values.first }) { await task.value }
  }

  /// A template that cannot be had is no failure: answers come without it.
  private func fetchNow(_ offer: TemplateOffer, _ target: RequestTarget) async {
    guard let url = URL(string: offer.location) else { return }
    var request = OutgoingRequest("GET", url, fields: target.credentials)
    request.fields["Accept"] = HuskNames.templateMediaType
    let known = templates.entry(offer, in: target.scope)
    if known != nil {
      request.fields["If-None-Match"] = EntityTag(offer.id.description).fieldValue
    }
    guard let incoming = try? await transport.send(request),
      let address = WebAddress(incoming.url.absoluteString),
      address.origin == target.address.origin
    else { return }
    let cacheControl = CacheControl(incoming.fields["Cache-Control"])
    let freshSeconds = cacheControl.freshness(age: incoming.fields["Age"])
    guard freshSeconds > 0 else { return }
    switch incoming.status {
    case 200:
      _ = templates.add(
        incoming.body, offer, in: target.scope, freshSeconds: freshSeconds)
    case 304:
      if let known {
        templates.renew(known, offer, in: target.scope, freshSeconds: freshSeconds)
      }
    default: break
    }
  }
}
