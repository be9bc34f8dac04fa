// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a file, or a script of the frames of one, whose checks are right then.
  ///
  /// All ways of reading have to agree, and none may go wrong: decoding whole and in pieces,
  /// inspecting, verifying, selecting, printing, and reading the index from the end.
  static let container = FuzzTarget("container", upTo: 8192) { material in
    let files =
      material.encoded([.fuzzing(), .fuzzing(.column, Effort(level: 3))])
      + material.sections("file", of: "container") + material.sections("file", of: "column")
    return files.map { [0] + $0 } + FileScript.seeds(material).map { [1] + $0 }
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    let isScript = input.choice(of: 2) == 1
    let file = isScript ? FileScript.files(&input) : input.all()
    guard file.starts(with: FileMagic.bytes.prefix(2)) else { return }
    let pieceByteCount = 1 + file.count % 70
    let whole = try FileChecks.compare(file, pieceByteCount: pieceByteCount)
    ContainerTarget.read(file, pieceByteCount)
    if case .success(let text) = whole { try FileChecks.check(file, decodesTo: text) }
  }
}

private enum ContainerTarget {
  /// Reads in the ways that need not agree with the others, as they read parts.
  static func read(_ file: [UInt8], _ pieceByteCount: Int) {
    _ = outcome { () throws(HuskError) in
      var decoder = SelectiveDecoder(Selection(rows: 1..<3), options: .fuzzing)
      return try decoder.run(file, in: pieceByteCount)
    }
    _ = outcome { () throws(HuskError) in
      var printer = ValuePrinter(options: .fuzzing)
      return try printer.run(file, in: pieceByteCount)
    }
    _ = outcome { () throws(HuskError) in
      let index = try ContainerIndex(reading: file, limits: .fuzzing)
      for number in index.files.indices { _ = try index.template(of: number, in: file) }
      _ = try index.blocks(holding: 1..<3, in: file)
      _ = try index.blocks(in: file)
      return []
    }
  }
}
