// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decodes files in the text layout (SPEC §6 Text layout).
struct TextLayout {
  private var members: [String: JSONText] = [:]
  private let limits: ReferenceLimits

  /// Decodes a file.
  static func decode(
    _ file: [UInt8], _ limits: ReferenceLimits
  ) throws -> [UInt8] {
    let text = try JSONParser.oneText(file, depthLimit: limits.fileDepth)
    let document = try TextLayout(text, limits).document()
    try limits.demandRatio(of: document.count, from: file.count)
    return document
  }

  /// Reads the members (SPEC §6.1 Members).
  private init(_ text: JSONText, _ limits: ReferenceLimits) throws {
    self.limits = limits
    let name = Array(#""husk""#.utf8)
    guard case .object(let all) = text, let version = all.first(where: { $0.key == name }) else {
      throw ReferenceFault(.notHusk, "there is no member husk")
    }
    if let number = version.value.integer {
      try demand(number == 1, .unsupportedVersion, "version \(number)")
    }
    for member in all {
      let name = ["husk", "template", "texts", "check", "gaps", "values"].first {
        Array("\"\($0)\"".utf8) == member.key
      }
      guard let name, members.updateValue(member.value, forKey: name) == nil else {
        throw ReferenceFault(.invalidMember, "a member is unknown, or stands twice")
      }
    }
  }

  private func member(_ name: String) throws -> JSONText {
    guard let member = members[name] else {
      throw ReferenceFault(.invalidMember, "there is no member \(name)")
    }
    return member
  }

  private func count(_ name: String, _ standard: Int?) throws -> Int {
    if members[name] == nil, let standard { return standard }
    guard let count = try member(name).count else {
      throw ReferenceFault(.invalidMember, "\(name) is no count")
    }
    return count
  }

  private func check() throws -> UInt32 {
    let member = try member("check")
    let digits = String(decoding: (member.lexeme ?? []).dropFirst().dropLast(), as: UTF8.self)
    guard member.isString, digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit),
      let check = UInt32(digits, radix: 16)
    else { throw ReferenceFault(.invalidMember, "the check is no eight digits") }
    return check
  }

  private func document() throws -> [UInt8] {
    _ = try count("husk", nil)
    let template = try TextTemplate.read(member("template"), limits)
    let textCount = try count("texts", 1)
    let check = try check()
    let gaps = try members["gaps"].map(TextGaps.read) ?? Gaps()
    guard case .array(let values) = try member("values") else {
      throw ReferenceFault(.invalidMember, "the values are no array")
    }
    let slots = SlotTable(template)
    var walk = RowWalk(
      slots: slots, source: FlatValues(slots: slots, values: values),
      writer: DocumentWriter(
        gaps, depthLimit: limits.depth, byteLimit: limits.decodedByteCount))
    for _ in 0..<textCount { try walk.walk(0) }
    try walk.writer.finish()
    try demand(walk.source.isAtEnd, .extraValue, "values are left")
    let document = walk.writer.bytes
    try demand(Check.crc32(document) == check, .checkMismatch, "the document has another check")
    return document
  }
}

/// Reads gaps that are written as JSON (SPEC §6.3 Gaps member).
enum TextGaps {
  /// Reads gaps, and refuses those that break a rule.
  static func read(_ text: JSONText) throws -> Gaps {
    guard case .object(let members) = text else {
      throw ReferenceFault(.invalidGaps, "the gaps are no object")
    }
    var gaps = Gaps()
    var names: Set<[UInt8]> = []
    for member in members {
      let isNew = names.insert(member.key).inserted
      try demand(isNew, .invalidGaps, "a member stands twice")
      switch String(decoding: member.key, as: UTF8.self) {
      case #""newline""#: gaps.table.newline = try string(member.value)
      case #""indent""#: gaps.table.indentation = try string(member.value)
      case #""list""#:
        for entry in try elements(member.value) {
          gaps.table.list.append(
            try entry.integer.map { .levels($0) } ?? .blanks(string(entry)))
        }
      case #""at""#: gaps.surprises = try surprises(member.value)
      default: throw ReferenceFault(.invalidGaps, "a member is unknown")
      }
    }
    try gaps.table.demandRules()
    return gaps
  }

  private static func elements(_ text: JSONText) throws -> [JSONText] {
    guard case .array(let elements) = text else {
      throw ReferenceFault(.invalidGaps, "something else than an array")
    }
    return elements
  }

  /// What a string stands for when its escapes are read.
  private static func string(_ text: JSONText) throws -> [UInt8] {
    guard text.isString, let lexeme = text.lexeme, let value = resolved(lexeme) else {
      throw ReferenceFault(.invalidGaps, "something else than a string")
    }
    return value
  }

  /// What the lexeme of a string stands for, in UTF-8, if it can be written in that.
  static func resolved(_ lexeme: [UInt8]) -> [UInt8]? {
    (try? JSONDecoder().decode(String.self, from: Data(lexeme))).map { Array($0.utf8) }
  }

  private static func surprises(_ text: JSONText) throws -> [Gaps.Surprise] {
    var counts: [Int] = []
    for element in try elements(text) {
      guard let count = element.count else {
        throw ReferenceFault(.invalidGaps, "a surprise is no count")
      }
      counts.append(count)
    }
    try demand(counts.count % 2 == 0, .invalidGaps, "half a surprise")
    return stride(from: 0, to: counts.count, by: 2).map {
      Gaps.Surprise(skipped: counts[$0], gap: counts[$0 + 1])
    }
  }
}
