// SPDX-License-Identifier: Apache-2.0

import HuskReference
import HuskTestKit
import Testing

/// The reference decoder shares no line with the library, so where both agree SPEC.md is clear.
@Suite("The reference decoder", .timeLimit(.minutes(60)))
struct ReferenceVectorTests {
  private static let areas = [
    "json", "template", "text", "gaps", "container", "compression", "column", "row", "primed",
    "sequence", "template-file", "encryption", "mask", "modelled", "selection",
  ]

  private static func vectors(succeed: Bool) -> [Vector] {
    areas.flatMap { Vector.all(in: $0, succeed: succeed) }
  }

  /// The bad vectors that break two rules for a decoder that looks at things in another order.
  private static let otherCodes: Set = [
    // It compares the template with the one at hand before it reads it.
    "row/embedded_invalid.txt",
    // It reads all frames of a file before it takes the header of the fields.
    "encryption/fields_passphrase.txt",
  ]

  /// What a vector becomes.
  private func result(_ vector: Vector) throws -> [UInt8]? {
    let content = vector.content
    let reference = Reference(vector)
    switch vector.area {
    case "json":
      let form = vector.option("input")
      try reference.demandDocument(
        content["document"] ?? [],
        textCounts: (form == "ndjson" ? 0 : 1)...(form == "json" ? 1 : Int.max))
      return content["document"]
    case "template": return Array(try reference.identity(vector).utf8)
    case "text", "gaps": return try reference.decode(content["text"] ?? [])
    case "column", "modelled": return try reference.decode(content["file"] ?? [])
    case "container": return Array(try reference.frames(of: content["file"] ?? []).utf8)
    case "compression": return try reference.decompressed(vector)
    case "row", "primed":
      let decoder = try MessageDecoder(
        template: content["template"] ?? [], limits: reference.limits)
      return try decoder.decode(content["message"] ?? [])
    case "sequence":
      var sequence = MessageSequence(template: content["template"], limits: reference.limits)
      return try sequence.decode(content["sequence"] ?? [])
    case "template-file": return try TemplateFile.canonicalBytes(content["file"] ?? [])
    case "mask": return try reference.unmasked(vector)
    case "selection":
      return try reference.decode(content["file"] ?? [], ReferenceSelection(vector))
    default: return try reference.decode(content["sealed"] ?? [])
    }
  }

  @Test(arguments: vectors(succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let content = vector.content
    let expected: [UInt8]?
    switch vector.area {
    case "template": expected = content["id"]
    case "container": expected = content["frames"]
    case "compression": expected = content["plain"]
    case "template-file": expected = content["template"]
    case "mask": expected = content["text"]
    case "selection": expected = content["given"]
    default: expected = content["document"]
    }
    let result = try result(vector)
    guard vector.content.options.contains("minify"), let result, let expected else {
      #expect(result == expected)
      return
    }
    // The document of such a vector is the one before its whitespace was dropped.
    #expect(try ReferenceParser.parseSequence(result) == ReferenceParser.parseSequence(expected))
  }

  @Test(arguments: vectors(succeed: false))
  func refusesEveryBadVector(vector: Vector) throws {
    let fault = #expect(throws: ReferenceFault.self) { try result(vector) }
    let isSame = fault?.code.rawValue == vector.content.expect
    #expect(isSame != Self.otherCodes.contains(vector.description), "\(String(describing: fault))")
  }
}

extension Reference {
  /// A decoder with the limits and keys of a vector.
  fileprivate init(_ vector: Vector) {
    self.init()
    verifiesSections = vector.content.options.contains("sections")
    requiresSeal = vector.content.options.contains("sealed")
    redactsFields = vector.content.options.contains("redact")
    keys = vector.content["keys"]
    fieldKeys = vector.content["field-keys"]
    passphrase = vector.content["passphrase"]
    for option in vector.content.options {
      let parts = option.split(separator: "=")
      guard parts.count == 2, let value = Int(parts[1]) else { continue }
      limits.set(String(parts[0]), value)
    }
  }

  /// What the bytes of a vector about compression become.
  fileprivate func decompressed(_ vector: Vector) throws -> [UInt8] {
    let names = [
      "none", "deflate", "gzip", "zstd", "brotli", "modelled", "presetZstd", "presetModelled",
    ]
    let name = vector.option("codec") ?? ""
    let codec = names.firstIndex(of: name) ?? Int(name) ?? 0
    let count = vector.option("count").flatMap { Int($0) } ?? 0
    return try decompress(
      vector.content["compressed"] ?? [], codec: UInt8(codec), count: count)
  }

  /// The identity of the template of a vector, whichever way it is written.
  fileprivate func identity(_ vector: Vector) throws -> String {
    var identities: [String] = []
    if let json = vector.content["template"] { identities.append(try identity(ofTemplate: json)) }
    if let bytes = vector.content["canonical"] {
      identities.append(try identity(ofCanonical: bytes))
    }
    let first = try #require(identities.first)
    #expect(identities.allSatisfy { $0 == first })
    return first
  }

  /// The text of the mask of a vector.
  fileprivate func unmasked(_ vector: Vector) throws -> [UInt8] {
    let now = vector.option("now").flatMap { Int($0) } ?? 0
    return try unmask(
      vector.content["mask"] ?? [], context: vector.content["context"] ?? [], now: now)
  }
}

extension ReferenceSelection {
  /// What a vector wants.
  fileprivate init(_ vector: Vector) {
    let ends = vector.option("rows")?.split(separator: ":", omittingEmptySubsequences: false)
    let rows = ends.map { (Int($0[0]) ?? 0)..<(Int($0[1]) ?? Int.max) }
    self.init(
      fieldList: vector.option("fields"), rows: rows ?? 0..<Int.max, array: vector.option("at"))
  }
}
