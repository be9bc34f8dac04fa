// SPDX-License-Identifier: Apache-2.0

/// The programs that are run where they are installed and asked for.
package enum External {
  /// A program on texts and on what it made of them.
  private final class ProgramStage: Stage {
    private let program: ExternalProgram
    private let encoding: [String]
    private let decoding: [String]

    init(_ program: ExternalProgram, encoding: [String], decoding: [String]) {
      self.program = program
      self.encoding = encoding
      self.decoding = decoding
    }

    func encode(_ text: [UInt8]) throws -> [UInt8] { try program.output(encoding, input: text) }

    func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
      try program.output(decoding, input: bytes)
    }
  }

  /// All of them, in the order of reports.
  package static let methods: [Method] = [
    method("xz", "xz -9e", ["-9e", "-c", "-T1"], ["-d", "-c"]),
    method("bzip2", "bzip2 -9", ["-9", "-c"], ["-d", "-c"]),
    method("lz4", "lz4 -9", ["-9", "-c", "-q"], ["-d", "-c", "-q"]),
    method("jq", "jq -c, which drops whitespace", ["-c", "."], ["-c", "."], keeps: .values),
  ]

  private static func method(
    _ name: String, _ summary: String, _ encoding: [String], _ decoding: [String],
    keeps: Method.Fidelity = .bytes
  ) -> Method {
    Method(name, summary, .external, keeps: keeps) { workload in
      // A process for each of a thousand messages measures processes.
      guard !workload.isMessages else { return nil }
      guard let program = ExternalProgram(named: name) else {
        throw BenchError("\(name) is not installed")
      }
      return Pipeline([ProgramStage(program, encoding: encoding, decoding: decoding)])
    }
  }
}
