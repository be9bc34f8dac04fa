// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What members are called in a text, where that is not what their keys are called.
struct MemberNamer {
  private struct Place: Hashable {
    var node: Int?
    var type: ObjectIdentifier?
  }

  /// Names that the strategy of keys has changed.
  private var names: [String: String] = [:]
  private var tables: [Place: AliasTable?] = [:]

  /// The name of a member of a place.
  mutating func name(of key: any CodingKey, in place: Int, _ text: EncodingText) -> String {
    var name = key.stringValue
    // Keys that are data stay as they are.
    if text.settings.changesNames, !(key is PathKey) {
      let table = text.settings.hasAliases ? table(place, text) : nil
      let changed = changed(key, in: place, text)
      if text.failure == nil, let reason = table?.collision(of: name, changed) {
        text.failure = .invalidValue(
          name, .init(codingPath: text.path(to: place, key), debugDescription: reason))
      }
      name = table?.aliases[name] ?? changed
    }
    return text.settings.preservesReferences ? ReferenceKeys.escape(name) : name
  }

  private mutating func table(_ place: Int, _ text: EncodingText) -> AliasTable? {
    let rules = text.rules[place]
    let key = Place(node: rules?.aliasNode, type: rules?.type)
    if let known = tables[key] { return known }
    let table = text.settings.rules.aliases.table(key.node, key.type)
    tables[key] = .some(table)
    return table
  }

  /// What the strategy makes of a key.
  private mutating func changed(
    _ key: any CodingKey, in place: Int, _ text: EncodingText
  ) -> String {
    switch text.settings.keys {
    case .useDefaultKeys: return key.stringValue
    case .convertToSnakeCase:
      if let known = names[key.stringValue] { return known }
      let name = SnakeCase.snakeCase(key.stringValue)
      names[key.stringValue] = name
      return name
    case .custom(let convert): return convert(text.path(to: place, key)).stringValue
    @unknown default: return key.stringValue
    }
  }
}
