// SPDX-License-Identifier: Apache-2.0

/// The names that members have in the data, where those are not the names of the model.
///
///     encoder.aliases = ["customerId": "id", "address.zip": "postcode"]
///     encoder.aliases.add(["kind": "type"], for: Event.self)
///
/// On the left stands a path of names of the model, from the value that is encoded; arrays and
/// dictionaries on the way are passed through, the keys of a dictionary as steps. With a type, the
/// names are those of its members, wherever values of the type stand; a path goes before a type.
///
/// An alias is the name in the data, whatever the strategy of keys would make of it. Keys of
/// dictionaries are data, and have none. Where two members of one object would have one name in the
/// data, coders throw an error that names both.
public struct FieldAliases: Sendable, ExpressibleByDictionaryLiteral {
  private struct Node: Sendable {
    /// The name in the data of the member that the path leads to.
    var alias: String?
    var members: [String: Int] = [:]
  }

  /// The steps of all paths; the root is number 0.
  private var nodes = [Node()]
  private var types: [ObjectIdentifier: [String: String]] = [:]
  /// The first path that is none.
  private(set) var badPath: String?

  /// Creates aliases by path; a backslash takes the meaning from a dot or a backslash behind it.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (path, alias) in elements { add(path, alias) }
  }

  /// Creates aliases by path.
  ///
  /// - Parameter aliases: The names in the data by paths of names of the model.
  public init(_ aliases: [String: String] = [:]) {
    for (path, alias) in aliases.sorted(by: { $0.key < $1.key }) { add(path, alias) }
  }

  /// Gives the members of a type, wherever its values stand, other names.
  ///
  /// - Parameters:
  ///   - aliases: The names in the data by the names of the model.
  ///   - type: The type.
  public mutating func add<T>(_ aliases: [String: String], for type: T.Type) {
    types[ObjectIdentifier(type), default: [:]].merge(aliases) { $1 }
  }

  private mutating func add(_ path: String, _ alias: String) {
    guard let steps = PathText.steps(of: path) else {
      badPath = badPath ?? path
      return
    }
    var node = 0
    for step in steps {
      if let next = nodes[node].members[step] {
        node = next
      } else {
        nodes.append(Node())
        nodes[node].members[step] = nodes.count - 1
        node = nodes.count - 1
      }
    }
    nodes[node].alias = alias
  }

  var isEmpty: Bool { nodes.count == 1 && types.isEmpty && badPath == nil }

  /// Whether there are any for types.
  var hasTypes: Bool { !types.isEmpty }

  /// The node of a member of a place, or `nil` where no path leads there.
  func member(_ name: String, of node: Int?) -> Int? { node.flatMap { nodes[$0].members[name] } }

  /// The aliases of the members of an object, or `nil` where there are none.
  func table(_ node: Int?, _ type: ObjectIdentifier?) -> AliasTable? {
    var aliases = type.flatMap { types[$0] } ?? [:]
    if let node {
      for (name, member) in nodes[node].members {
        if let alias = nodes[member].alias { aliases[name] = alias }
      }
    }
    return aliases.isEmpty ? nil : AliasTable(aliases)
  }
}
