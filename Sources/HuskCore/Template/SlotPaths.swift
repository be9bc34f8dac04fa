// SPDX-License-Identifier: Apache-2.0

/// Where the slots of a template are in a document, as people write it: `orders[].customer.id`.
///
/// - `a.b` is the field `b` of the object at `a`; a key that is no ordinary word is quoted.
/// - `a[]` are the elements of an array, and `a[2]` is one of a tuple.
/// - `a.*` are the values of a map, and `a.{key}` are its keys.
/// - `.` is the text itself.
///
/// An alternative has the path of its slot. Objects of one shape may stand at several places, and
/// then share their slots: these have the shortest path, and are ``isReused``. Of what is very long,
/// only a part is shown.
package struct SlotPaths {
  /// The path of each slot; empty for one that nothing leads to.
  package private(set) var texts: [String]
  /// For each slot, whether it is at other places too.
  package private(set) var isReused: [Bool]

  private let plan: TemplatePlan
  private var waiting: [(slot: Int, path: String)] = []
  private var visited: [Bool]
  private var reused: [Int] = []

  /// Finds the paths of all slots.
  ///
  /// - Parameters:
  ///   - plan: The template, laid out.
  ///   - hasElements: Whether rows are elements of an array rather than texts.
  /// - Complexity: O(*n*) for *n* slots and bytes of keys.
  package init(_ plan: TemplatePlan, hasElements: Bool) {
    self.plan = plan
    texts = Array(repeating: "", count: plan.nodes.count)
    isReused = Array(repeating: false, count: plan.nodes.count)
    visited = Array(repeating: false, count: plan.shapes.count)
    waiting = [(TemplatePlan.root, hasElements ? "[]" : "")]
    var index = 0
    while index < waiting.count {
      let (slot, path) = waiting[index]
      texts[slot] = path.isEmpty ? "." : path
      addParts(of: slot, path)
      index += 1
    }
    waiting = []
    markReused()
  }

  private mutating func addParts(of slot: Int, _ path: String) {
    switch plan.nodes[slot] {
    case .any, .constant, .enumeration: break
    case .object(let shape):
      guard !visited[shape] else {
        reused.append(shape)
        return
      }
      visited[shape] = true
      for field in plan.shapes[shape].fields {
        waiting.append((field.slot, Self.join(path, Self.name(field.key))))
      }
    case .array(let element): waiting.append((element, Self.cut(path + "[]")))
    case .tuple(let first, let count):
      for index in 0..<count { waiting.append((first + index, Self.cut("\(path)[\(index)]"))) }
    case .map(let keys):
      waiting.append((keys, Self.join(path, "{key}")))
      waiting.append((keys + 1, Self.join(path, "*")))
    case .oneOf(let first, let count):
      for alternative in first..<first + count { waiting.append((alternative, path)) }
    }
  }

  /// Marks what is inside shapes that are at several places.
  private mutating func markReused() {
    var slots = reused.flatMap { plan.shapes[$0].fields.map(\.slot) }
    while let slot = slots.popLast() {
      guard !isReused[slot] else { continue }
      isReused[slot] = true
      switch plan.nodes[slot] {
      case .any, .constant, .enumeration: break
      case .object(let shape): slots += plan.shapes[shape].fields.map(\.slot)
      case .array(let element): slots.append(element)
      case .map(let keys): slots += [keys, keys + 1]
      case .tuple(let first, let count), .oneOf(let first, let count):
        slots += first..<first + count
      }
    }
  }

  private static func join(_ path: String, _ name: String) -> String {
    cut(path.isEmpty ? name : "\(path).\(name)")
  }

  /// The end of a path that is too long: templates from elsewhere may nest long keys deeply.
  private static func cut(_ path: String) -> String {
    path.utf8.count <= mostByteCount ? path : "…\(path.suffix(mostByteCount / 4))"
  }

  private static let mostByteCount = 500

  /// A key, which is given with its quotes, without them where it is an ordinary word.
  package static func name(_ key: [UInt8]) -> String {
    let content = key.dropFirst().dropLast()
    let isWord = !content.isEmpty && content.allSatisfy(isWordByte)
    let text = String(decoding: (isWord ? content : key[...]).prefix(mostByteCount), as: UTF8.self)
    return text.utf8.count < mostByteCount ? text : "\(text.prefix(mostByteCount / 4))…"
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"), UInt8(ascii: "@"): true
    default: false
    }
  }
}
