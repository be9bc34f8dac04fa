// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
internal import HuskHTTP
import Husk

/// The documents of one directory, which share a template.
struct TemplateGroup: Sendable {
  /// The directory as it stands in URLs, with a slash at both ends.
  let directory: String
  /// Whether the documents, and so the template, need a token.
  let isPrivate: Bool
  /// The name of the template in the store.
  let name: String
  /// The newest version.
  var current: TemplateEntry?
  /// The identities of older versions that may still be used, the newest first.
  var older: [TemplateEntry] = []
  /// What the documents were when it was looked at last.
  var signature: TemplateID?

  /// The most older versions that are used.
  private static let mostOlder = 8

  /// Creates a group.
  ///
  /// The name tells sites apart that share a store, and documents that need a token from others: a
  /// template never goes to somebody who may not have what it was made from.
  ///
  /// - Parameters:
  ///   - site: What tells the site from others.
  ///   - directory: The directory as it stands in URLs.
  ///   - isPrivate: Whether a token is needed.
  init(site: String, directory: String, isPrivate: Bool) {
    self.directory = directory
    self.isPrivate = isPrivate
    let key = TemplateID(
      hashing: Array("\(site)\n\(directory)\n\(isPrivate ? "private" : "public")".utf8))
    // For people, as far as it may be part of a name.
    let words = directory.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0))
    }
    name = "serve/" + key.description.prefix(16) + words.dropLast().prefix(80)
  }

  /// Takes over what a store has of the name.
  mutating func take(_ entries: [TemplateEntry]) {
    current = entries.last
    older = Array(entries.dropLast().suffix(Self.mostOlder).reversed())
  }

  /// Where templates have their URLs.
  static let location = "/.husk/templates/"

  /// The URLs that the template is for.
  var pattern: TemplatePattern? { TemplatePattern(directory + "*") }

  /// What clients are told of the template at a time.
  func offer(at time: Int64) -> TemplateOffer? {
    guard let current, !current.isExpired(at: time), let pattern else { return nil }
    return TemplateOffer(
      id: current.id, pattern: pattern, location: Self.location + current.id.description)
  }

  /// The templates that messages may be made with at a time.
  func usable(at time: Int64) -> [TemplateEntry] {
    ((current.map { [$0] } ?? []) + older).filter { !$0.isExpired(at: time) }
  }
}
