// SPDX-License-Identifier: Apache-2.0

/// CJSON (Steve Hanov, 2010): keys go into templates, which extend one another; an object becomes the
/// number of its template and its values.
///
///     [{"x":1,"y":2},{"x":3,"y":4,"width":5},{}]
///     {"f":"cjson","t":[[0,"x","y"],[1,"width"]],"v":[{"":[1,1,2]},{"":[2,3,4,5]},{}]}
///
/// Each template starts with the number of the one that it extends, or 0.
package struct CJSON: TreeForm {
  private static let formKey = Array(#""f""#.utf8)
  private static let templatesKey = Array(#""t""#.utf8)
  private static let valuesKey = Array(#""v""#.utf8)
  /// The key of what stands for an object.
  private static let objectKey = Array(#""""#.utf8)

  /// Creates the form.
  package init() {}

  /// The value that stands for another.
  package func encode(_ value: JSONValue) -> JSONValue {
    var trie = KeyTrie()
    Self.collect(value, &trie)
    let (templates, numbers) = trie.templates()
    var order = trie.ends[...]
    let encoded = Self.replace(value, numbers, &order)
    let list = templates.map {
      JSONValue.array([.integer($0.parent)] + $0.keys.map(JSONValue.string))
    }
    return .object([
      JSONValue.Member(key: Self.formKey, value: .string(Array(#""cjson""#.utf8))),
      JSONValue.Member(key: Self.templatesKey, value: .array(list)),
      JSONValue.Member(key: Self.valuesKey, value: encoded),
    ])
  }

  private static func collect(_ value: JSONValue, _ trie: inout KeyTrie) {
    switch value {
    case .array(let elements): for element in elements { collect(element, &trie) }
    case .object(let members) where !members.isEmpty:
      trie.add(members.map(\.key))
      for member in members { collect(member.value, &trie) }
    default: break
    }
  }

  /// Replaces objects in the order in which ``collect(_:_:)`` met them.
  private static func replace(
    _ value: JSONValue, _ numbers: [Int: Int], _ ends: inout ArraySlice<Int>
  ) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { replace($0, numbers, &ends) })
    case .object(let members) where !members.isEmpty:
      guard let end = ends.popFirst(), let number = numbers[end] else {
        preconditionFailure("every object has a template")
      }
      let values = members.map { replace($0.value, numbers, &ends) }
      return .object([
        JSONValue.Member(key: objectKey, value: .array([.integer(number)] + values))
      ])
    default: return value
    }
  }

  /// The value that another stands for.
  package func decode(_ value: JSONValue) throws -> JSONValue {
    guard case .object(let members) = value,
      members.map(\.key) == [
        Self.formKey, Self.templatesKey, Self.valuesKey,
      ], case .array(let list) = members[1].value
    else { throw BenchError("this is not CJSON") }
    var templates: [[[UInt8]]] = [[]]
    for entry in list {
      guard case .array(let parts) = entry, let parent = parts.first.flatMap(Self.number),
        templates.indices.contains(parent)
      else { throw BenchError("a template extends none that is there") }
      templates.append(
        templates[parent]
          + parts.dropFirst().compactMap { part in
            if case .string(let key) = part { return key }
            return nil
          })
    }
    return try Self.restore(members[2].value, templates)
  }

  private static func number(_ value: JSONValue) -> Int? {
    guard case .number(let lexeme) = value else { return nil }
    return Int(String(decoding: lexeme, as: UTF8.self))
  }

  private static func restore(
    _ value: JSONValue, _ templates: [[[UInt8]]]
  ) throws -> JSONValue {
    switch value {
    case .array(let elements): return .array(try elements.map { try restore($0, templates) })
    case .object(let members) where !members.isEmpty:
      guard case .array(let parts) = members[0].value, let number = parts.first.flatMap(number),
        templates.indices.contains(number), templates[number].count == parts.count - 1
      else { throw BenchError("an object does not fit its template") }
      return .object(
        try zip(templates[number], parts.dropFirst()).map { key, value in
          JSONValue.Member(key: key, value: try restore(value, templates))
        })
    default: return value
    }
  }
}
