// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// Where the inputs of the codec benchmark come from.
struct CodecInputs {
  /// The inputs, in the order in which they are reported.
  private(set) var inputs: [CodecInput] = []
  /// What the reader must know of inputs that are missing.
  private(set) var notes: [String] = []

  private static let folders = ["../shared/corpus", "Corpus/documents"]
  private static let datasets = ["telemetry", "orders"]
  /// The one that is also measured with a field in some rows that the others lack.
  private static let oddDataset = "telemetry"
  /// The file that holds flat objects which are alike.
  private static let flatFile = "vega_flights-20k.json"
  private static let generatedSize = "50MB"

  /// Reads files, or the usual ones where none are given, and makes what is generated.
  init(_ files: [InputFile], _ scope: CodecScope, _ progress: Progress) throws {
    for file in files.isEmpty ? try Self.usualFiles() : files
    where scope.includes(name: file.name) {
      progress.show("codec: reading \(file.name)")
      guard let text = try file.text() else {
        notes.append("\(file.name) was skipped: there is no \(file.path).")
        continue
      }
      inputs.append(
        try CodecInput(name: file.name, original: text, isFlat: file.name == Self.flatFile))
    }
    if files.isEmpty { try generate(scope, progress) }
  }

  /// The files that are measured where none are given.
  static func usualFiles() throws -> [InputFile] {
    try folders.flatMap { try InputFile.all(in: $0, endings: [".json", ".ndjson"]) }
  }

  private mutating func generate(_ scope: CodecScope, _ progress: Progress) throws {
    for dataset in Self.datasets {
      let name = "\(dataset), \(Self.generatedSize)"
      guard scope.includes(name: name) else { continue }
      progress.show("codec: making \(name)")
      guard let program = Program(besideThisOneNamed: "husk-corpus") else {
        notes.append("\(name) was skipped: there is no husk-corpus beside this program.")
        continue
      }
      let text = try program.output([dataset, "--bytes", Self.generatedSize])
      inputs.append(
        try CodecInput(name: name, original: text, isGenerated: true, isFlat: true))
      if dataset == Self.oddDataset {
        inputs.append(
          try CodecInput(
            name: "\(dataset), \(Self.generatedSize), with odd rows",
            original: OddRows.insert(into: text), isGenerated: true))
      }
    }
  }
}
