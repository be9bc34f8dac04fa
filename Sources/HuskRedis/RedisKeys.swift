// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

/// The keys of a store.
///
/// | Key                  | Type   | Holds                                                          |
/// |----------------------|--------|----------------------------------------------------------------|
/// | `PREFIX:{NAME}`      | hash   | an entry for each version of the name; `last`, the last version |
/// | `PREFIX:{NAME}:ID`   | string | the content of an identity                                     |
/// | `PREFIX:names`       | set    | the names that were ever used                                  |
/// | `PREFIX:id:DIGITS`   | set    | `ID NAME` for identities that begin with these 16 digits       |
///
/// What stands in braces decides about the slot of a cluster, so all of a name is on one server and
/// changes as a whole. The sets are elsewhere. They may hold more than there is, never less.
struct RedisKeys {
  private let prefix: String

  /// Creates the keys that begin with a prefix.
  init(prefix: String) {
    self.prefix = prefix
  }

  /// The key of the entries of a name.
  func versions(_ name: String) -> [UInt8] { Array("\(prefix):{\(name)}".utf8) }

  /// The key of content that stands under a name.
  func content(_ id: TemplateID, _ name: String) -> [UInt8] {
    Array("\(prefix):{\(name)}:\(id)".utf8)
  }

  /// The key of all names.
  var names: [UInt8] { Array("\(prefix):names".utf8) }

  /// The key of the names under which identities stand that begin like `prefix`.
  func index(_ digits: some StringProtocol) -> [UInt8] {
    Array("\(prefix):id:\(digits.prefix(16))".utf8)
  }

  /// What stands in the set of an identity for a name.
  static func member(_ id: TemplateID, _ name: String) -> [UInt8] { Array("\(id) \(name)".utf8) }
}

extension TemplateEntry {
  /// What the scripts take for a time that does not come.
  private static let never = "-"

  /// A time as the scripts take it.
  static func text(of expires: Int64?) -> String { expires.map { String($0) } ?? never }

  /// Reads an entry, `ID BYTECOUNT CREATED EXPIRES`.
  ///
  /// - Returns: The entry, or `nil` for something else.
  init?(name: String, version: UInt64, text: String) {
    let words = text.split(separator: " ")
    guard version > 0, words.count == 4,
      let prefix = try? TemplateIDPrefix(hexadecimal: String(words[0])),
      let id = TemplateID(prefix),
      let byteCount = Int(words[1]), byteCount >= 0, let created = Int64(words[2]),
      words[3] == Self.never || Int64(words[3]) != nil
    else { return nil }
    self.init(
      id: id, name: name, version: version, contentByteCount: byteCount, created: created,
      expires: Int64(words[3]))
  }
}
