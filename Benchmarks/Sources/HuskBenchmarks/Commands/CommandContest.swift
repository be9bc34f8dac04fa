// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Foundation

/// Whole commands beside one another: `husk` and `zstd -3`, each from its start to its end.
struct CommandContest {
  /// The medians of one input, in nanoseconds.
  struct Result {
    /// What is measured.
    let name: String
    /// The number of bytes of the text; none where the commands only start.
    let byteCount: Int
    let husk: (encode: Double, decode: Double)
    let zstd: (encode: Double, decode: Double)
  }

  /// How often each command is run.
  let roundCount: Int
  private let husk: Program
  private let zstd: Program
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "husk-commands-\(UUID().uuidString)")

  /// Finds the programs on the search path; `nil` where one is missing.
  init?(roundCount: Int) {
    guard let husk = Program(named: "husk"), let zstd = Program(named: "zstd") else { return nil }
    (self.husk, self.zstd) = (husk, zstd)
    self.roundCount = roundCount
  }

  /// Measures how long the programs take to say their versions.
  func start() throws -> Result {
    let medians = try measure([(husk, ["--version"]), (zstd, ["--version"])])
    return Result(
      name: "start", byteCount: 0, husk: (medians[0], medians[0]), zstd: (medians[1], medians[1]))
  }

  /// Measures a text, as a file, once it has come back byte for byte.
  func run(on input: CodecInput) throws -> Result {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ suffix: String) -> String { folder.appending(path: "text\(suffix)").path }
    try Data(input.text).write(to: URL(filePath: path("")))
    _ = try husk.output(["encode", "-q", path("")])
    _ = try zstd.output(["-q", "-3", path("")])
    guard try husk.output(["decode", "-c", path(".husk")]) == input.text else {
      throw CodecInput.Failure(description: "\(input.name) does not come back")
    }
    let medians = try measure([
      (husk, ["encode", "-c", path("")]), (husk, ["decode", "-c", path(".husk")]),
      (zstd, ["-q", "-3", "-c", path("")]), (zstd, ["-q", "-d", "-c", path(".zst")]),
    ])
    return Result(
      name: input.name, byteCount: input.text.count, husk: (medians[0], medians[1]),
      zstd: (medians[2], medians[3]))
  }

  /// Runs commands in turns, each round in another order.
  private func measure(_ commands: [(program: Program, arguments: [String])]) throws -> [Double] {
    var samples = commands.map { _ in [Double]() }
    for round in 0..<roundCount {
      for turn in commands.indices {
        let index = (round + turn) % commands.count
        let command = commands[index]
        samples[index].append(Double(try command.program.time(command.arguments)))
      }
    }
    return samples.map { Measurement(name: "", samples: $0).median }
  }
}
