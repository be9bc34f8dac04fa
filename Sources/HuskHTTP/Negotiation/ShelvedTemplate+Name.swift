// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
package import Husk

/// Templates of a client are kept in a ``TemplateStore`` under names that say where they belong, so
/// that any store will do.
extension ShelvedTemplate {
  /// What all names of a scope start with.
  package static func namePrefix(_ scope: TemplateScope) -> String { "http/\(scope.key)/" }

  /// The name in a store; `nil` where the pattern is too long to be part of one.
  package static func name(_ pattern: TemplatePattern, in scope: TemplateScope) -> String? {
    let name = namePrefix(scope) + Base64.encodeForName(Array(pattern.text.utf8))
    return name.utf8.count <= 128 ? name : nil
  }

  /// Reads what a store notes of a template, or nothing where it is not one of the scope.
  package init?(_ entry: TemplateEntry, in scope: TemplateScope) {
    let prefix = Self.namePrefix(scope)
    guard entry.name.hasPrefix(prefix), let expires = entry.expires,
      let bytes = Base64.decode(entry.name.utf8.dropFirst(prefix.utf8.count)),
      let text = String(validating: bytes, as: UTF8.self), let pattern = TemplatePattern(text)
    else { return nil }
    self.init(id: entry.id, pattern: pattern, expires: expires)
  }
}
