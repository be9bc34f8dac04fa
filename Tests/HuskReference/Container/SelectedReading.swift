// SPDX-License-Identifier: Apache-2.0

/// A document, and what its rows are (SPEC §9.9 Selected reading).
struct ReferenceDocument {
  /// The document.
  let text: [UInt8]
  /// Whether the array that it starts with is taken apart, or `nil` where it stands in no blocks.
  var isTakenApart: Bool?
}

/// Which rows and fields of an input are wanted (SPEC §9.9 Selected reading).
package struct ReferenceSelection {
  /// The keys of each path, or `nil` where everything is wanted.
  private let fields: [[[UInt8]]]?
  private let rows: Range<Int>
  /// The keys that lead to the array whose elements are the rows.
  private let array: [[UInt8]]?
  /// The number of the next row.
  private var row = 0
  fileprivate private(set) var output: [UInt8] = []

  /// Takes paths of keys with points between them; a backslash stands before points of keys.
  package init(fields: [String]? = nil, rows: Range<Int> = 0..<Int.max, array: String? = nil) {
    self.fields = fields?.map { Self.pieces(of: $0, between: ".", isLast: true) }
    self.rows = rows
    self.array = array.map { Self.pieces(of: $0, between: ".", isLast: true) }
  }

  /// Takes a list of paths with commas between them, of which keys have backslashes in front.
  package init(fieldList: String?, rows: Range<Int> = 0..<Int.max, array: String? = nil) {
    let fields = fieldList.map { Self.pieces(of: $0, between: ",", isLast: false) }
    self.init(
      fields: fields?.map { String(decoding: $0, as: UTF8.self) }, rows: rows, array: array)
  }

  private static func pieces(
    of text: String, between separator: Unicode.Scalar, isLast: Bool
  ) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in text.utf8 {
      if byte == 0x5C, !isEscaped {
        isEscaped = true
        if isLast { continue }
      } else if byte == UInt8(ascii: separator), !isEscaped {
        pieces.append([])
        continue
      } else {
        isEscaped = false
      }
      pieces[pieces.count - 1].append(byte)
    }
    return pieces
  }

  /// What is given of a document that follows others.
  fileprivate mutating func give(_ document: ReferenceDocument, _ texts: [JSONText]) throws {
    var texts = texts[...]
    if array == nil, document.isTakenApart ?? (texts.count == 1),
      case .array(let elements)? = texts.first
    {
      give(elements: elements)
      texts.removeFirst()
    }
    for text in texts { try give(text: text) }
  }

  private mutating func give(text: JSONText) throws {
    guard let array else {
      if let wanted = next(text) { output += wanted.minified + [0x0A] }
      return
    }
    var value = text
    for key in array {
      guard case .object(let members) = value,
        let member = members.last(where: { Self.name($0.key) == key })
      else { throw ReferenceFault(.invalidSelection, "a text without the array") }
      value = member.value
    }
    guard case .array(let elements) = value else {
      throw ReferenceFault(.invalidSelection, "a path that leads to no array")
    }
    row = 0
    give(elements: elements)
  }

  private mutating func give(elements: [JSONText]) {
    var given: [JSONText] = []
    for element in elements {
      if let wanted = next(element) { given.append(wanted) }
    }
    output += JSONText.array(given).minified + [0x0A]
  }

  /// What is wanted of the next row.
  private mutating func next(_ value: JSONText) -> JSONText? {
    row += 1
    guard rows.contains(row - 1) else { return nil }
    guard let fields else { return value }
    return Self.part(of: value, fields.map { $0[...] })
  }

  /// What paths want of a value, where it has fields.
  private static func part(of value: JSONText, _ paths: [ArraySlice<[UInt8]>]) -> JSONText? {
    if paths.contains(where: \.isEmpty) { return value }
    switch value {
    case .scalar: return nil
    case .array(let elements): return .array(elements.compactMap { part(of: $0, paths) })
    case .object(let members):
      var given: [JSONText.Member] = []
      for member in members {
        let inside = paths.filter { $0.first == name(member.key) }.map { $0.dropFirst() }
        guard !inside.isEmpty, let part = part(of: member.value, inside) else { continue }
        given.append((member.key, part))
      }
      return .object(given)
    }
  }

  /// A key with its escapes resolved.
  private static func name(_ key: [UInt8]) -> [UInt8]? {
    key.contains(0x5C) ? TextGaps.resolved(key) : Array(key.dropFirst().dropLast())
  }
}

extension Reference {
  /// What is given of an input of which some rows and fields are wanted (SPEC §9.9 Selected reading).
  ///
  /// It decodes everything, and so refuses more than a reader that passes what it does not need.
  package func decode(_ input: [UInt8], _ selection: ReferenceSelection) throws -> [UInt8] {
    var selection = selection
    for document in try documents(input) {
      try selection.give(
        document, JSONParser.document(document.text, depthLimit: limits.depth))
    }
    return selection.output
  }
}
