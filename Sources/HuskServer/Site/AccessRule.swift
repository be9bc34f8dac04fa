// SPDX-License-Identifier: Apache-2.0

public import HuskHTTP

/// Who may see what: some paths need a token, which the field `Authorization` carries (RFC 6750).
public struct AccessRule: Sendable {
  private let token: [UInt8]?
  private let patterns: [TemplatePattern]

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - token: The token, or `nil` where everything is for everybody.
  ///   - patterns: The paths that need it; where there are none, all do. Capital letters count as small
  ///     ones, as in the names of files on some systems.
  public init(token: String? = nil, patterns: [TemplatePattern] = []) {
    self.token = token.map { Array($0.utf8) }
    self.patterns = patterns.compactMap { TemplatePattern($0.text.lowercased()) }
  }

  /// Whether a path needs the token.
  ///
  /// One file has many paths, for any character may be escaped. What a pattern matches as it was sent,
  /// without escapes or with all of them needs the token.
  public func isPrivate(_ path: some StringProtocol) -> Bool {
    guard token != nil else { return false }
    guard !patterns.isEmpty else { return true }
    var forms = [String(path)]
    if let file = SitePath(path) { forms += [file.text, file.plainText] }
    for form in forms {
      // What is no address is no file either.
      guard let address = WebAddress("http://localhost" + form.lowercased()) else { return true }
      if patterns.contains(where: { $0.matches(address) }) { return true }
    }
    return false
  }

  /// Whether a request brings the token.
  public func isAuthorized(_ request: ServerRequest) -> Bool {
    guard let token else { return true }
    guard let value = request.fields["Authorization"] else { return false }
    let words = value.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return Self.areEqual(Array(words[1].utf8), token)
  }

  /// Takes the same time wherever the first difference is.
  private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var difference: UInt8 = left.count == right.count ? 0 : 1
    for index in left.indices { difference |= left[index] ^ right[index % max(right.count, 1)] }
    return difference == 0
  }

  /// The answer to a request that lacks the token.
  static let refusal = ServerResponse.problem(
    401, "The request needs a token",
    fields: ["WWW-Authenticate": "Bearer", "Cache-Control": "no-store"])
}
