// SPDX-License-Identifier: Apache-2.0

internal import HuskHTTP

/// Responses that may serve again, up to so many bytes (RFC 9111, as a private cache).
struct ResponseCache {
  /// What a response was an answer to.
  struct Key: Hashable {
    var scope: TemplateScope
    var url: String
    /// The fields of the request that its sender chose, which an answer may depend on.
    var fields: [String]

    init(_ target: RequestTarget, _ fields: HTTPFields) {
      scope = target.scope
      url = target.address.text
      self.fields = fields.lines.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    }
  }

  /// A response, decoded.
  struct Entry {
    var response: HuskResponse
    var entityTag: EntityTag?
    /// Until when it serves without being validated.
    var freshUntil: ContinuousClock.Instant
  }

  private var entries: [Key: Entry] = [:]
  /// The keys, those that were used longest ago first.
  private var order: [Key] = []
  private var byteCount = 0
  private let limit: Int

  /// Creates an empty cache.
  init(byteCount: Int) {
    limit = byteCount
  }

  /// The response to a request, fresh or not.
  mutating func entry(_ key: Key) -> Entry? {
    guard let entry = entries[key] else { return nil }
    touch(key)
    return entry
  }

  /// Keeps a response.
  ///
  /// - Complexity: O(*n*) for *n* responses.
  mutating func keep(_ entry: Entry, for key: Key) {
    remove(key)
    let count = entry.response.body.count
    guard count <= limit / 2 else { return }
    entries[key] = entry
    order.append(key)
    byteCount += count
    while byteCount > limit, let oldest = order.first { remove(oldest) }
  }

  /// Forgets a response.
  mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    order.removeAll { $0 == key }
    byteCount -= entry.response.body.count
  }

  /// Forgets everything that was kept of an address.
  mutating func removeAll(of target: RequestTarget) {
    for key in order where key.scope == target.scope && key.url == target.address.text {
      remove(key)
    }
  }

  private mutating func touch(_ key: Key) {
    order.removeAll { $0 == key }
    order.append(key)
  }
}
