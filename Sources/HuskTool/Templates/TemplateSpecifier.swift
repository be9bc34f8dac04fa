// SPDX-License-Identifier: Apache-2.0

package import Husk
import HuskCore

/// A template as people name it.
package enum TemplateSpecifier: Equatable {
  /// The newest version of a name.
  case latest(String)
  /// One version of a name.
  case version(String, UInt64)
  /// The start of an identity.
  case identity(TemplateIDPrefix)
  /// A template file.
  case file(String)

  /// What the names of template files end in.
  package static let fileNameSuffix = ".husk-template"

  /// Reads `NAME`, `NAME@VERSION`, `id:HEX`, or the path of a file: one that ends in
  /// ``fileNameSuffix``, or starts with `/` or `.`.
  package init?(_ text: String) {
    if text.hasSuffix(Self.fileNameSuffix) || text.hasPrefix("/") || text.hasPrefix(".") {
      self = .file(text)
      return
    }
    if text.hasPrefix("id:") {
      guard let prefix = try? TemplateIDPrefix(hexadecimal: String(text.dropFirst(3))) else {
        return nil
      }
      self = .identity(prefix)
      return
    }
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard Self.isName(name) else { return nil }
    guard parts.count == 2 else {
      self = .latest(name)
      return
    }
    guard let version = UInt64(parts[1]), version > 0, parts[1].utf8.allSatisfy(ASCII.isDigit)
    else {
      return nil
    }
    self = .version(name, version)
  }

  /// Whether a word can be the name of a template.
  package static func isName(_ word: String) -> Bool {
    !word.isEmpty && TemplateReference.isName(Array(word.utf8))
  }
}
