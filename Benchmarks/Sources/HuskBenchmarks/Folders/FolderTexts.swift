// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Foundation
import HuskCore

/// The JSON texts below folders: each as it is, and without its whitespace where it has some.
struct FolderTexts {
  /// A text.
  struct Entry {
    /// The path of its file.
    let path: String
    /// Whether its whitespace was dropped.
    let isMinified: Bool
    /// The text.
    let text: [UInt8]
  }

  /// The sizes of texts that are of interest, in bytes.
  static let sizes = 4096..<8 << 20

  private static let endings = [".json", ".ndjson", ".jsonl", ".geojson", ".ipynb", ".map"]

  /// The texts, no two of which are the same.
  private(set) var entries: [Entry] = []
  /// How many files are no JSON.
  private(set) var refusedCount = 0

  private var seen: Set<[UInt8]> = []

  /// Reads all files below folders, which may be files, too.
  init(_ folders: [InputFile], _ progress: BenchmarkKit.Progress) throws {
    for folder in folders {
      try add(folder.path, progress)
      let found = FileManager.default.enumerator(atPath: folder.path)
      while let name = found?.nextObject() as? String {
        try add("\(folder.path)/\(name)", progress)
      }
    }
  }

  private mutating func add(_ path: String, _ progress: BenchmarkKit.Progress) throws {
    guard Self.endings.contains(where: path.hasSuffix) else { return }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let size = attributes?[.size] as? Int, Self.sizes.contains(size)
    else { return }
    progress.show("folders: reading \(path)")
    let text = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let options = EncodeOptions(layout: .text, whitespace: .minified)
    guard let minified = try? Husk.decode(Husk.encode(json: text, options: options)) else {
      refusedCount += 1
      return
    }
    for text in [text, minified] where Self.sizes.contains(text.count) {
      guard seen.insert(text).inserted else { continue }
      entries.append(Entry(path: path, isMinified: text.count == minified.count, text: text))
    }
  }
}
