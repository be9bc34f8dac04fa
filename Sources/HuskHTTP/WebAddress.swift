// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// An address of the web as far as Husk needs it: the origin, the path and the query.
///
/// Only `http` and `https` are addresses to it, without user names.
public struct WebAddress: Sendable, Hashable {
  /// The scheme, the host and the port, such as `https://example.org`; a usual port is left out.
  public let origin: String
  /// The path, which starts with a slash.
  public let path: String
  /// What stands behind the first `?`, or `nil` where there is none.
  public let query: String?

  /// The most bytes of an address.
  public static let longestByteCount = 8192

  /// Reads an address, or what is one relative to another: `//host/path`, `/path` or `?query`.
  ///
  /// There is none where it is of another scheme, names a user, or is relative in another way.
  ///
  /// - Parameters:
  ///   - text: The address; what stands behind a `#` does not count.
  ///   - base: What it is relative to.
  /// - Complexity: O(*n*) for *n* bytes.
  public init?(_ text: String, relativeTo base: WebAddress? = nil) {
    let bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: "#") })
    guard bytes.count <= Self.longestByteCount, bytes.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("//") {
      guard let base, let scheme = base.origin.firstRange(of: ":") else { return nil }
      self.init(base.origin[..<scheme.upperBound] + text)
      return
    }
    if text.hasPrefix("/") || text.hasPrefix("?") {
      guard let base else { return nil }
      self.init(origin: base.origin, target: text.hasPrefix("?") ? base.path + text : text)
      return
    }
    guard let separator = text.firstRange(of: "://") else { return nil }
    let scheme = FieldCharacters.lowercased(text[..<separator.lowerBound].utf8)
    let rest = text[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let usualPort = ["http": "80", "https": "443"][scheme],
      let host = Self.host(FieldCharacters.lowercased(authority.utf8), usualPort: usualPort)
    else { return nil }
    let target = String(rest[authority.endIndex...])
    self.init(
      origin: "\(scheme)://\(host)", target: target.hasPrefix("/") ? target : "/" + target)
  }

  /// A host and its port, which is left out where it is the usual one; `nil` for what is none.
  private static func host(_ authority: String, usualPort: String) -> String? {
    // Colons in brackets are those of an address of IP version 6.
    let end = authority.lastIndex { $0 == ":" || $0 == "]" }
    let colon = end.flatMap { authority[$0] == ":" ? $0 : nil } ?? authority.endIndex
    let name = authority[..<colon]
    let port = authority[colon...].dropFirst()
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    guard !name.isEmpty, !name.contains("@"), isBracketed || !name.contains(":"),
      port.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return port.isEmpty || port == usualPort ? String(name) : authority
  }

  /// Creates an address from an origin and the target of a request.
  init(origin: String, target: String) {
    self.origin = origin
    path = String(target.prefix { $0 != "?" })
    query = path.utf8.count < target.utf8.count ? String(target.dropFirst(path.count + 1)) : nil
  }

  /// The whole address.
  public var text: String { origin + path + (query.map { "?\($0)" } ?? "") }
}
