// SPDX-License-Identifier: Apache-2.0

/// The fields of rows that are asked for, by path (SPEC §9.9 Selected reading).
///
/// `user.name` is the member `name` of the member `user`; arrays on the way are passed through, so
/// that it also names the `name` of each element of an array `user`. A backslash takes the meaning
/// from a dot or a backslash behind it.
public struct FieldSelection: Sendable, Equatable {
  /// A step of a path; the root is number 0.
  struct Node: Sendable, Equatable {
    /// Whether everything from here on is asked for.
    var isWhole = false
    /// The nodes of the members, by the content of their keys.
    var members: [[UInt8]: Int] = [:]
  }

  /// The steps of all paths.
  private(set) var nodes = [Node()]

  /// Selects the fields of a list such as `id,user.name`.
  ///
  /// Spaces around a path are not part of it. A backslash takes the meaning from a comma and a space
  /// too. `nil` comes out as it does for paths.
  public init?(list: String) { self.init(paths: Self.paths(ofList: list)) }

  /// The paths of a list, in which a comma stands between two of them unless a backslash is before it.
  package static func paths(ofList list: String) -> [String] {
    var paths = [""]
    // Spaces that are part of the path if more of it follows.
    var spaces = ""
    var isEscaped = false
    for character in list.unicodeScalars {
      if isEscaped || (character != "," && character != " ") {
        paths[paths.count - 1] += spaces + String(character)
        spaces = ""
      } else if character == "," {
        paths.append("")
        spaces = ""
      } else if paths[paths.count - 1] != "" {
        spaces += " "
      }
      isEscaped = !isEscaped && character == "\\"
    }
    return paths
  }

  /// Selects everything.
  public static let everything: FieldSelection = {
    var selection = FieldSelection()
    selection.nodes[0].isWhole = true
    return selection
  }()

  private init() {}

  /// Selects the fields that `paths` name, such as `id` or `user.name`.
  ///
  /// A path of which another one is the beginning adds nothing to it. `nil` comes out where a path
  /// has an empty step, or ends in a backslash.
  public init?(paths: [String]) {
    for path in paths {
      guard let steps = Self.steps(of: path) else { return nil }
      add(steps)
    }
  }

  /// The steps of a path, or `nil` where one is empty.
  static func steps(of path: String) -> [[UInt8]]? {
    var steps: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in path.utf8 {
      if !isEscaped, byte == ASCII.backslash {
        isEscaped = true
        continue
      }
      if !isEscaped, byte == ASCII.period {
        steps.append([])
      } else {
        steps[steps.count - 1].append(byte)
      }
      isEscaped = false
    }
    return isEscaped || steps.contains([]) ? nil : steps
  }

  /// Selects what each of `paths` leads to, which is a list of the names of members.
  package init(steps paths: [[String]]) {
    for path in paths { add(path.map { Array($0.utf8) }) }
  }

  mutating func add(_ steps: [[UInt8]]) {
    var node = 0
    for step in steps {
      if let next = nodes[node].members[step] {
        node = next
      } else {
        nodes[node].members[step] = nodes.count
        node = nodes.count
        nodes.append(Node())
      }
    }
    nodes[node].isWhole = true
  }

  /// Whether everything is asked for from a node on.
  package func isWhole(_ node: Int) -> Bool { nodes[node].isWhole }

  /// The node that a member of that name leads to from a node, or `nil` where it is not asked for.
  package func member(named name: String, of node: Int) -> Int? {
    nodes[node].members[Array(name.utf8)]
  }

  /// The node that a key leads to from a node, or `nil` where it is not asked for; the key has its
  /// quotes, escapes and all.
  func member(_ key: [UInt8], of node: Int) -> Int? {
    let members = nodes[node].members
    if let found = members[Array(key.dropFirst().dropLast())], !key.contains(ASCII.backslash) {
      return found
    }
    guard key.contains(ASCII.backslash), let content = StringLexeme.unescape(key) else {
      return nil
    }
    return members[content]
  }
}
