// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is JSON text or is none: the tokenizer and the reference parser of the tests have to
  /// agree, and minified text is to hold the same.
  static let tokenizer = FuzzTarget("tokenizer", upTo: 4096) { material in
    material.texts + material.sections("text", of: "text")
  } run: { input throws(Finding) in
    try TokenizerTarget.compare(input, as: .json)
    guard let nodes = try TokenizerTarget.compare(input, as: .ndjson) else { return }
    try TokenizerTarget.minify(input, nodes)
  }
}

private enum TokenizerTarget {
  private static let limits = Limits.fuzzing

  /// What the reference parser reads, which has to accept what the tokenizer accepts.
  @discardableResult
  static func compare(
    _ text: [UInt8], as form: InputForm
  ) throws(Finding) -> [JSONNode]? {
    var tokenizer = Tokenizer(limits: limits)
    let found: HuskError?
    do throws(HuskError) {
      try tokenizer.tokenize(PaddedBytes(text), as: form)
      found = nil
    } catch { found = error }
    if let found { try Finding.unlessClear(found, count: text.count) }
    let nodes: [JSONNode]
    let fault: Int
    do throws(ReferenceParser.Failure) {
      nodes =
        form == .json
        ? [try ReferenceParser.parse(text, depthLimit: limits.depth)]
        : try ReferenceParser.parseSequence(text, depthLimit: limits.depth)
      fault = -1
    } catch {
      nodes = []
      fault = error.offset
    }
    guard let found else {
      try Finding.unless(fault < 0, "\(form): accepted, though a fault is at \(fault)")
      return nodes
    }
    // Where one text is expected and a later one has a fault, that may be said instead.
    if form == .json, found.code != .extraText, fault >= 0 {
      try Finding.unless(
        (found.offset ?? 0) >= fault || found.code == .invalidUTF8,
        "a place before \(fault): \(found)")
      return nil
    }
    // In UTF-8 the reference parser looks further into a character.
    let isSame =
      found.offset == fault || found.code == .invalidUTF8 && (found.offset ?? .max) < fault
    try Finding.unless(isSame, "\(form): another place than \(fault): \(found.code): \(found)")
    return nil
  }

  static func minify(_ text: [UInt8], _ nodes: [JSONNode]) throws(Finding) {
    guard !nodes.isEmpty else { return }
    let minified = try Finding.unlessGiven("minifying") { () throws(HuskError) in
      let block = try RowBlock(whole: text, as: .ndjson, .minified, limits)
      return block.bytes.source.bytes(ByteRange(offset: 0, count: block.bytes.count))
    }
    guard let same = try compare(minified, as: .ndjson) else {
      throw Finding("minified text is none")
    }
    try Finding.unless(same == nodes, "minified text holds something else")
    let again = try Finding.unlessGiven("minifying again") { () throws(HuskError) in
      let block = try RowBlock(whole: minified, as: .ndjson, .minified, limits)
      return block.bytes.source.bytes(ByteRange(offset: 0, count: block.bytes.count))
    }
    try Finding.unless(again == minified, "minified text can be minified")
  }
}
