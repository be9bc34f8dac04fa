// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit

/// A conformance vector with the name it has in messages.
struct Vector: Sendable, CustomStringConvertible {
  /// The folder of all vectors; its folders are the areas.
  static let folder = Corpus.folder.appending(path: "vectors")

  /// All files with vectors, by path.
  static let files = Corpus.filesRecursively(in: folder, suffix: ".txt")

  /// The vectors of some areas that are about success, or about an error.
  static func all(in areas: String..., succeed: Bool) -> [Vector] {
    files.compactMap { try? Vector($0) }
      .filter { areas.contains($0.area) && ($0.content.expect == "success") == succeed }
  }

  /// Where the vector is.
  let file: CorpusFile
  /// What is in it.
  let content: VectorFile

  init(_ file: CorpusFile) throws {
    self.file = file
    content = try VectorFile(parsing: file.bytes())
  }

  /// The folder that the vector is in.
  var area: String { String(file.name.prefix { $0 != "/" }) }

  /// The path within the folder of all vectors.
  var description: String { file.name }

  /// The sections of SPEC.md that the vector is about, without their sign.
  var sections: [String] {
    (content.header[.spec] ?? "").split(separator: " ").map { String($0.dropFirst()) }
  }

  /// The error that is expected, with its offset.
  var error: HuskError? {
    HuskError.Code(rawValue: content.expect).map { HuskError($0, at: content.offset, "") }
  }

  /// The place of the error that is expected.
  var position: HuskError.Position? {
    guard let line = content.line, let column = content.column else { return nil }
    return HuskError.Position(line: line, column: column)
  }

  /// The value of an option that is written `name=value`.
  func option(_ name: String) -> String? {
    content.options.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// The limits that the options ask for.
  var limits: Limits {
    func number(_ name: String, _ standard: Int) -> Int {
      option(name).flatMap { Int($0) } ?? standard
    }
    let limits = Limits()
    return Limits(
      depth: number("depth", limits.depth), shapes: number("shapes", limits.shapes),
      templateEntries: number("templateEntries", limits.templateEntries),
      templateByteCount: number("templateByteCount", limits.templateByteCount),
      messageTemplateByteCount: number(
        "messageTemplateByteCount", limits.messageTemplateByteCount),
      frameByteCount: number("frameByteCount", limits.frameByteCount),
      blockRowCount: number("blockRowCount", limits.blockRowCount),
      blockByteCount: number("blockByteCount", limits.blockByteCount),
      passphraseCost: number("passphraseCost", limits.passphraseCost),
      decodedByteCount: number("decodedByteCount", limits.decodedByteCount))
  }

  /// The options of the encoder.
  var encodeOptions: EncodeOptions {
    EncodeOptions(
      layout: .text, input: option("input").flatMap(InputForm.init) ?? .auto,
      whitespace: content.options.contains("minify") ? .minified : .preserved, limits: limits)
  }

  /// The options of the decoder.
  var decodeOptions: DecodeOptions {
    DecodeOptions(limits: limits, verifiesSections: content.options.contains("sections"))
  }
}
