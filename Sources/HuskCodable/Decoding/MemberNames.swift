// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the members of one object are called in the model.
struct MemberNames {
  let aliases: AliasTable?
  /// The names in the order of the text, each once.
  var order: [String] = []
  /// The indices of the values; of several of one name the first counts.
  var values: [String: Int] = [:]
  /// The names by the indices of the keys.
  var names: [Int: String] = [:]

  init(aliases: AliasTable?) { self.aliases = aliases }

  /// What a key of the text is called in the model, or `nil` where no member of it can be meant.
  func name(
    of key: String, _ settings: DecodingSettings, _ path: @autoclosure () -> [any CodingKey]
  ) -> String? {
    guard let key = settings.preservesReferences ? ReferenceKeys.unescape(key) : key else {
      return nil
    }
    if let name = aliases?.names[key] { return name }
    let name =
      switch settings.keys {
      case .useDefaultKeys: key
      case .convertFromSnakeCase: SnakeCase.camelCase(key)
      case .custom(let convert): convert(path() + [PathKey(key)]).stringValue
      @unknown default: key
      }
    // The member of that name is called otherwise in the text.
    return aliases?.aliases[name] == nil ? name : nil
  }
}
