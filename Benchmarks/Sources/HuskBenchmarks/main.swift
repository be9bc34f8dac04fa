// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Prints a message where messages go and leaves.
func leave(_ message: String, status: Int32) -> Never {
  let bytes = Array(message.utf8)
  unsafe _ = write(STDERR_FILENO, bytes, bytes.count)
  exit(status)
}

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  let inputs =
    arguments.inputs.isEmpty ? try TokenizerReport.defaultInputs() : arguments.inputs
  let report = try TokenizerReport(inputs: inputs, sampler: arguments.sampler).text()
  print(report, terminator: "")
  if let output = arguments.output {
    try Data(report.utf8).write(to: URL(filePath: output), options: .atomic)
  }
} catch is Arguments.Misuse {
  leave(Arguments.usage, status: 2)
} catch {
  leave("husk-benchmarks: \(error)\n", status: 1)
}
