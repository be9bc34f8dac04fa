// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors")
struct VectorTests {
  @Test func areThere() throws {
    let areas = try Set(Vector.files.map { try Vector($0).area })
    #expect(
      areas == [
        "json", "template", "text", "gaps", "container", "compression", "column", "row",
        "encryption", "http",
        "sequence", "template-file", "mask", "modelled", "primed", "selection",
      ])
    #expect(Vector.files.count > 200)
  }

  @Test(arguments: Vector.files)
  func areWellFormed(file: CorpusFile) throws {
    let vector = try Vector(file)
    let sections: [String: Set<String>] = [
      "json": ["document", "minified"], "template": ["template", "canonical", "id"],
      "text": ["document", "text"], "gaps": ["document", "text"],
      "container": ["file", "frames"], "compression": ["compressed", "plain"],
      "column": ["file", "document"], "modelled": ["file", "document"],
      "row": ["template", "message", "document"], "primed": ["template", "message", "document"],
      "encryption": ["keys", "field-keys", "passphrase", "sealed", "document"],
      "mask": ["keys", "context", "mask", "text"],
      "http": [
        "resource", "request", "answer", "from", "response", "offer", "pattern", "matches",
        "bytes", "differs", "refused", "id", "file", "usable", "first", "second", "shared",
      ],
      "selection": ["file", "given", "rows"],
      "sequence": ["template", "sequence", "document"], "template-file": ["file", "template"],
    ]
    #expect(try #require(sections[vector.area]).isSuperset(of: vector.content.sections.keys))
    #expect(!vector.sections.isEmpty)
    #expect(vector.content.header[.comment] != nil)
    #expect(vector.content.expect == "success" || vector.error != nil)
    let limits = [
      "depth", "shapes", "templateEntries", "templateByteCount",
      "messageTemplateByteCount", "frameByteCount",
      "blockRowCount", "blockByteCount", "decodedByteCount", "passphraseCost",
    ]
    let names =
      [
        "minify", "sections", "input", "codec", "count", "sealed", "redact", "now", "expiry",
        "rows",
        "fields", "at",
      ] + limits
    for option in vector.content.options {
      #expect(names.contains(String(option.prefix { $0 != "=" })))
    }
  }

  @Test(arguments: Vector.all(in: "json", succeed: true))
  func textIsAccepted(vector: Vector) throws {
    let document = try #require(vector.content["document"])
    let encoded = try Husk.encode(json: document, options: vector.encodeOptions)
    let decoded = try Husk.decode(encoded, options: vector.decodeOptions)
    #expect(decoded == vector.content["minified"] ?? document)
  }

  @Test(arguments: Vector.all(in: "json", succeed: false))
  func textIsRefused(vector: Vector) throws {
    let document = try #require(vector.content["document"])
    let error = #expect(throws: HuskError.self) {
      try Husk.encode(json: document, options: vector.encodeOptions)
    }
    #expect(error == vector.error)
    #expect(error?.position == vector.position)
  }

  @Test(arguments: Vector.all(in: "template", succeed: true))
  func templateHasItsBytesAndItsIdentity(vector: Vector) throws {
    let text = PaddedBytes(try #require(vector.content["template"]))
    let limits = vector.limits
    let template = try TextReader(text, limits: limits).template(0, limits: limits)
    let canonical = try #require(vector.content["canonical"])
    #expect(TemplateEncoding.encode(template) == canonical)
    #expect(try TemplateEncoding.decode(canonical, limits: limits) == template)
    let id = String(decoding: try #require(vector.content["id"]), as: UTF8.self)
    #expect(TemplateID(of: template).description == id)
    var written: [UInt8] = []
    TextTemplate.append(template, to: &written)
    #expect(written == vector.content["template"])
  }

  @Test(arguments: Vector.all(in: "template", succeed: false))
  func templateIsRefused(vector: Vector) throws {
    let canonical = try #require(vector.content["canonical"])
    let error = #expect(throws: HuskError.self) {
      try TemplateEncoding.decode(canonical, limits: vector.limits)
    }
    #expect(error == vector.error)
  }

  @Test(arguments: Vector.all(in: "text", "gaps", succeed: true))
  func fileIsDecoded(vector: Vector) throws {
    let document = try #require(vector.content["document"])
    let text = try #require(vector.content["text"])
    let decoded = try Husk.decode(text, options: vector.decodeOptions)
    let isMinified = vector.content.options.contains("minify")
    if !isMinified { #expect(decoded == document) }
    let inspection = try Husk.inspect(text, options: vector.decodeOptions)
    #expect(inspection.decodedByteCount == decoded.count)
    #expect(inspection.encodedByteCount == text.count)
    let encoded = try Husk.encode(json: document, options: vector.encodeOptions)
    if vector.content.isCanonical, encoded != text, try !Self.update(vector, text, to: encoded) {
      Issue.record("the encoder writes \(String(decoding: encoded, as: UTF8.self))")
    }
    #expect(try Husk.decode(encoded, options: vector.decodeOptions) == decoded)
  }

  @Test(arguments: Vector.all(in: "text", "gaps", succeed: false))
  func fileIsRefused(vector: Vector) throws {
    let text = try #require(vector.content["text"])
    let error = #expect(throws: HuskError.self) {
      try Husk.decode(text, options: vector.decodeOptions)
    }
    #expect(error == vector.error)
    #expect(error?.position == vector.position)
    #expect(throws: try #require(error)) {
      try Husk.inspect(text, options: vector.decodeOptions)
    }
  }

  /// Writes what the encoder does now into the file of a vector, if the environment says `UPDATE=1`.
  private static func update(
    _ vector: Vector, _ old: [UInt8], to new: [UInt8]
  ) throws -> Bool {
    guard ProcessInfo.processInfo.environment["UPDATE"] == "1" else { return false }
    func plain(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    func escaped(_ bytes: [UInt8]) -> String {
      plain(bytes).replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        .replacing("\u{FEFF}", with: "\\xEF\\xBB\\xBF")
    }
    let file = plain(try vector.file.bytes())
    let updated = file.replacing(plain(old), with: plain(new))
      .replacing(escaped(old), with: escaped(new))
    try updated.write(to: vector.file.url, atomically: true, encoding: .utf8)
    return updated != file
  }
}
