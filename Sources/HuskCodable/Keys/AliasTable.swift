// SPDX-License-Identifier: Apache-2.0

/// The aliases of the members of one object.
struct AliasTable {
  /// The names in the data by those of the model.
  let aliases: [String: String]
  /// The names of the model by those in the data.
  let names: [String: String]

  init(_ aliases: [String: String]) {
    self.aliases = aliases
    // Of several with one alias any will do: none of them can be used.
    names = Dictionary(aliases.sorted { $0.key < $1.key }.map { ($1, $0) }) { first, _ in first }
  }

  /// What is wrong with the name in the data of a member, where another member has the same.
  ///
  /// - Parameters:
  ///   - name: The name of the member in the model.
  ///   - wireName: What it is called in the data where it has no alias.
  /// - Returns: The reason for an error, or `nil` where nothing is wrong.
  func collision(of name: String, _ wireName: String) -> String? {
    let wireName = aliases[name] ?? wireName
    let others = aliases.filter { $0.value == wireName && $0.key != name }.keys
    guard let other = others.min() else { return nil }
    let names = [other, name].sorted().joined(separator: " and ")
    return "the members \(names) would both be called \(wireName) in the data; give one of them "
      + "another alias"
  }
}
