// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTestKit
import HuskTool
import Testing

@Suite("The table of where bytes go")
struct FileSizesTextTests {
  private func inspection(
    _ json: [UInt8], effort: Effort = .default
  ) throws -> FileInspection {
    var inspector = FileInspector(limits: Limits())
    try inspector.append(
      Husk.encode(json: json, options: EncodeOptions(layout: .column, effort: effort)))
    try inspector.finish()
    return inspector.inspection
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test(
    "Lines fit a terminal and add up",
    arguments: Corpus.files(in: Corpus.folder.appending(path: "documents")))
  func linesFit(document: CorpusFile) throws {
    let sizes = try inspection(document.bytes()).sizes
    for detail in [SlotDescription.Detail.brief, .full] {
      let lines = lines(FileSizesText.text(sizes, detail: detail))
      let rows = lines.filter { $0.contains(" % ") && !$0.hasSuffix("total") }
      let numbers = rows.compactMap { Int($0.prefix { $0 != "%" }.split(separator: " ")[0]) }
      #expect(numbers.reduce(0, +) == sizes.byteCount)
      #expect(lines.last { $0.contains("%") }?.contains(" \(sizes.byteCount) ") == true)
      guard detail == .brief else {
        #expect(rows.count == sizes.columns.count + sizes.parts.count)
        continue
      }
      for line in lines { #expect(line.columnCount <= 80, "\(line)") }
    }
  }

  @Test("Keys are shown safely, and long ones in part")
  func keysAreSafe() throws {
    let key = String(repeating: "幸せ", count: 50)
    let json = Array("{\"a\u{9B}2J\":1,\"\(key)\":{\"end\":[1,2]}}".utf8)
    let sizes = try inspection(json).sizes
    let brief = FileSizesText.text(sizes, detail: .brief)
    #expect(!brief.unicodeScalars.contains("\u{9B}"))
    #expect(brief.contains("a\\u{9b}2J"))
    #expect(brief.contains("せ.end[]"))
    for line in lines(brief) { #expect(line.columnCount <= 80, "\(line)") }
    #expect(FileSizesText.text(sizes, detail: .full).contains(key.prefix(40)))
  }

  @Test("What a model predicts is said to take as long to decode")
  func modelledBlocksAreExplained() throws {
    let rows = (0..<50).map { #"{"n":\#($0 * 31 % 17),"s":"x\#($0 % 7)"}"# }
    let json = Array(rows.joined(separator: "\n").utf8)
    let modelled = FileSizesText.text(try inspection(json, effort: .archive).sizes, detail: .brief)
    #expect(
      modelled.hasSuffix("\n  modelled columns take as long to decode as they took to encode\n"))
    #expect(modelled.contains("modelled text") || modelled.contains("modelled decimals"))
    #expect(!FileSizesText.text(try inspection(json).sizes, detail: .full).contains("modelled"))
  }

  @Test("What compressed stored blocks is said")
  func storedBlocksHaveCodecs() throws {
    let json = Array(#"["the sun rose over the hills","and the river ran on to the sea"]"#.utf8)
    var inspector = FileInspector(limits: Limits())
    for method in [CompressionMethod.auto, .none] {
      var encoder = StreamEncoder(options: EncodeOptions(compression: method), threadCount: 1)
      encoder.append(json)
      encoder.finish()
      while let piece = try encoder.next() { try inspector.append(piece) }
    }
    try inspector.finish()
    let inspection = inspector.inspection
    let text = FileSizesText.text(inspection.sizes, detail: .brief)
    #expect(text.contains("column         encoding\n"))
    #expect(text.contains("stored blocks  zstd with dictionary, none\n"))
    let bytes = FileInspectionJSON.bytes(inspection, name: "x")
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        #","codecs":["zstd with dictionary","none"]}"#))
  }

  @Test("What machines get is the same")
  func jsonHasTheTable() throws {
    let file = try #require(
      Corpus.files(in: Corpus.folder.appending(path: "documents")).first {
        $0.name == "orders.ndjson"
      })
    let inspection = try inspection(file.bytes())
    let bytes = FileInspectionJSON.bytes(inspection, name: "x")
    let value = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let object = try #require(value)
    let columns = try #require(object["columns"] as? [[String: Any]])
    let parts = try #require(object["parts"] as? [[String: Any]])
    #expect(columns.count == inspection.sizes.columns.count)
    let sum = (columns + parts).reduce(0) { $0 + ($1["byteCount"] as? Int ?? 0) }
    #expect(sum == object["encodedByteCount"] as? Int)
    let share = (columns + parts).reduce(0) { $0 + ($1["share"] as? Double ?? 0) }
    #expect(abs(share - 1) < 0.01)
    let paths = columns.compactMap { $0["path"] as? String }
    #expect(paths.contains("shipTo.city") && paths.contains("items[].sku"))
    let kinds = Set(columns.compactMap { $0["kind"] as? String })
    #expect(kinds.isSuperset(of: ["values", "counts", "presence"]))
  }
}
