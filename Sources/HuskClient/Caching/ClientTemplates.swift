// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore
internal import HuskHTTP
internal import Synchronization

/// The templates of a client: which it may name for a URL, and where they are.
///
/// They are in a store under names that hold the scope and the URLs, so that the next process finds
/// them again. What a store cannot do is no failure of a request: it then goes without a template.
final class ClientTemplates: Sendable {
  private struct State {
    var shelf = TemplateShelf()
    var known: Set<TemplateScope> = []
    /// The coders that were used last; making one takes milliseconds.
    var coders: [SharedMessageCoder] = []
    /// When an offer turned out to be of a template that cannot be had.
    var missing: [TemplateFetch: ContinuousClock.Instant] = [:]
  }

  private static let mostCoders = 16

  private let store: any TemplateStore
  private let limits: Limits
  private let state = Mutex(State())

  init(_ store: any TemplateStore, limits: Limits) {
    self.store = store
    self.limits = limits
  }

  private var now: Int64 { store.clock.now }

  /// The coder of the template to name in a request, if there is one that can be used.
  func coder(for address: WebAddress, in scope: TemplateScope) -> SharedMessageCoder? {
    load(scope)
    guard
      let template = state.withLock({ $0.shelf.template(for: address, in: scope, at: now) })
    else { return nil }
    if let coder = coder(template.id) { return coder }
    forget(template.id, in: scope)
    return nil
  }

  /// Learns once for each scope what the store has of it.
  private func load(_ scope: TemplateScope) {
    guard state.withLock({ $0.known.insert(scope).inserted }) else { return }
    guard let entries = try? store.entries(named: nil) else { return }
    state.withLock { state in
      for entry in entries {
        if let template = ShelvedTemplate(entry, in: scope) { state.shelf.add(template, in: scope) }
      }
    }
  }

  private func coder(_ id: TemplateID) -> SharedMessageCoder? {
    let known = state.withLock { state -> SharedMessageCoder? in
      guard let index = state.coders.firstIndex(where: { $0.templateID == id }) else { return nil }
      let coder = state.coders.remove(at: index)
      state.coders.append(coder)
      return coder
    }
    if let known { return known }
    guard let record = try? store.template(id),
      let template = try? MessageTemplate(content: record.content, limits: limits)
    else { return nil }
    let coder = SharedMessageCoder(template, limits: limits)
    state.withLock { state in
      if state.coders.count >= Self.mostCoders { state.coders.removeFirst() }
      state.coders.append(coder)
    }
    return coder
  }

  /// Names a template no more.
  func forget(_ id: TemplateID, in scope: TemplateScope) {
    state.withLock { state in
      state.shelf.remove(id, in: scope)
      state.coders.removeAll { $0.templateID == id }
    }
  }

  /// Whether an offer is of a template that can be used already.
  func has(_ offer: TemplateOffer, for address: WebAddress, in scope: TemplateScope) -> Bool {
    load(scope)
    let now = now
    return state.withLock { state in
      state.shelf.template(for: address, in: scope, at: now)?.id == offer.id
    }
  }

  /// Notes that a template which is offered cannot be had.
  func noteMissing(_ offer: TemplateOffer, in scope: TemplateScope) {
    state.withLock { state in
      if state.missing.count >= TemplateShelf.mostPerScope { state.missing = [:] }
      state.missing[TemplateFetch(offer: offer, scope: scope)] = .now
    }
  }

  /// Whether a template could not be had a while ago.
  func wasMissing(
    _ offer: TemplateOffer, in scope: TemplateScope, within pause: Duration
  ) -> Bool {
    state.withLock { state in
      guard let time = state.missing[TemplateFetch(offer: offer, scope: scope)] else {
        return false
      }
      return time.duration(to: .now) < pause
    }
  }

  /// What the store has of an offer, be it expired, so that it need only be validated.
  func entry(_ offer: TemplateOffer, in scope: TemplateScope) -> TemplateEntry? {
    guard let name = ShelvedTemplate.name(offer.pattern, in: scope),
      let record = try? store.latestTemplate(named: name), record.id == offer.id
    else { return nil }
    return record.entry
  }

  /// Takes the file of a template that was offered.
  ///
  /// - Returns: Whether it is the one that was offered, and can be used.
  func add(
    _ bytes: [UInt8], _ offer: TemplateOffer, in scope: TemplateScope, freshSeconds: Int64
  ) -> Bool {
    guard let content = offer.content(ofFile: bytes, limits: limits) else { return false }
    let expires = now + freshSeconds
    // A pattern that is too long for a name lives as long as the process.
    let name = ShelvedTemplate.name(offer.pattern, in: scope)
    let keptName = name ?? ShelvedTemplate.namePrefix(scope) + "long"
    guard let record = try? store.put(content, named: keptName, expires: expires)
    else { return false }
    if record.expires != expires { _ = try? store.setExpiry(expires, of: record.entry) }
    if name != nil {
      for entry in (try? store.entries(named: keptName)) ?? [] where entry.id != offer.id {
        _ = try? store.remove(entry)
      }
    }
    shelve(offer, in: scope, until: expires)
    return true
  }

  /// Notes that a template which is at hand is good for longer.
  func renew(
    _ entry: TemplateEntry, _ offer: TemplateOffer, in scope: TemplateScope, freshSeconds: Int64
  ) {
    let expires = now + freshSeconds
    _ = try? store.setExpiry(expires, of: entry)
    shelve(offer, in: scope, until: expires)
  }

  private func shelve(_ offer: TemplateOffer, in scope: TemplateScope, until expires: Int64) {
    state.withLock { state in
      state.shelf.add(
        ShelvedTemplate(id: offer.id, pattern: offer.pattern, expires: expires), in: scope)
    }
  }
}
