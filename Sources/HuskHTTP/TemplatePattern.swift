// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Says which URLs of an origin a template is for (SPEC §15.4 Match patterns).
public struct TemplatePattern: Sendable, Hashable {
  /// The pattern as it is written.
  public let text: String
  private let path: [UInt8]
  private let query: [UInt8]?

  /// The most bytes of a pattern.
  public static let longestByteCount = 1024
  /// The most asterisks in a pattern.
  public static let mostWildcards = 8

  /// Reads a pattern.
  ///
  /// - Returns: Nothing where it does not start with a slash, is too long, has too many asterisks,
  ///   or other characters than those of ASCII that can be seen, without `#`, `"` and `\`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count <= Self.longestByteCount,
      bytes.allSatisfy({ 0x21...0x7E ~= $0 && !"#\"\\".utf8.contains($0) }),
      bytes.count(where: { $0 == Self.wildcard }) <= Self.mostWildcards
    else { return nil }
    self.text = text
    let parts = bytes.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    path = Array(parts[0])
    query = parts.count == 2 ? Array(parts[1]) : nil
  }

  private static let wildcard = UInt8(ascii: "*")

  /// Whether an address is one that the template is for, the origin left aside.
  ///
  /// - Complexity: O(*n* · *m*) for a pattern of *n* bytes and an address of *m*.
  public func matches(_ address: WebAddress) -> Bool {
    guard Self.matches(path, Array(address.path.utf8)) else { return false }
    guard let query else { return true }
    return Self.matches(query, Array((address.query ?? "").utf8))
  }

  /// Goes back to the last asterisk only: what stands before it has been matched as early as it can
  /// be, and matching it later gains nothing.
  private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var place = 0
    var index = 0
    var asterisk: (place: Int, index: Int)?
    while index < text.count {
      if place < pattern.count, pattern[place] == wildcard {
        asterisk = (place, index)
        place += 1
      } else if place < pattern.count, pattern[place] == text[index] {
        place += 1
        index += 1
      } else if let last = asterisk {
        asterisk = (last.place, last.index + 1)
        place = last.place + 1
        index = last.index + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == wildcard }
  }
}
