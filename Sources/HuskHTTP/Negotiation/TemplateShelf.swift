// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Who shares templates: requests to one origin, from one partition of a client, with the same
/// credentials (SPEC §15.7 Privacy).
public struct TemplateScope: Sendable, Hashable {
  /// The origin.
  public let origin: String
  /// 32 hexadecimal digits that stand for origin, partition and credentials.
  package let key: String

  /// Creates a scope.
  ///
  /// - Parameters:
  ///   - origin: The origin of the addresses.
  ///   - partition: What the client keeps apart, such as the site that a person visits.
  ///   - credentials: The values of the fields `Authorization` and `Cookie`, where they are sent.
  public init(origin: String, partition: String = "", credentials: [String?] = []) {
    self.origin = origin
    var bytes: [UInt8] = []
    for part in [origin, partition] + credentials.map({ $0 ?? "" }) {
      Varint.append(part.utf8.count, to: &bytes)
      bytes += part.utf8
    }
    key = String(TemplateID(hashing: bytes).description.prefix(32))
  }
}

/// A template that a client has for some URLs.
public struct ShelvedTemplate: Sendable, Hashable {
  /// The identity.
  public var id: TemplateID
  /// The URLs that it is for.
  public var pattern: TemplatePattern
  /// Until when it may be named to the server, in seconds since 1970 UTC.
  public var expires: Int64

  /// Creates an entry from its parts.
  public init(id: TemplateID, pattern: TemplatePattern, expires: Int64) {
    self.id = id
    self.pattern = pattern
    self.expires = expires
  }
}

/// Which templates a client has, and for which URLs.
public struct TemplateShelf: Sendable {
  private var templates: [TemplateScope: [ShelvedTemplate]] = [:]

  /// The most templates of a scope; the oldest makes room for a new one.
  public static let mostPerScope = 64

  /// Creates an empty shelf.
  public init() {}

  /// Puts a template on the shelf, in place of one for the same URLs.
  public mutating func add(_ template: ShelvedTemplate, in scope: TemplateScope) {
    var all = templates[scope, default: []]
    all.removeAll { $0.pattern == template.pattern }
    if all.count >= Self.mostPerScope { all.removeFirst() }
    templates[scope] = all + [template]
  }

  /// Takes a template off the shelf.
  public mutating func remove(_ id: TemplateID, in scope: TemplateScope) {
    templates[scope]?.removeAll { $0.id == id }
  }

  /// The template to name in a request: of those that match the address and have not expired, the
  /// one with the longest pattern, and of equals the newest.
  ///
  /// - Complexity: O(*n*) for *n* templates of the scope.
  public func template(
    for address: WebAddress, in scope: TemplateScope, at time: Int64
  ) -> ShelvedTemplate? {
    var best: ShelvedTemplate?
    for template in templates[scope] ?? []
    where template.expires > time && template.pattern.matches(address) {
      if let best, best.pattern.text.utf8.count > template.pattern.text.utf8.count { continue }
      best = template
    }
    return best
  }
}
