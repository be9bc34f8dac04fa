// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

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

/// Measures what the command line asks for.
func report(_ arguments: Arguments) async throws -> String {
  switch arguments.benchmark {
  case .tokenizer:
    let inputs =
      arguments.inputs.isEmpty ? try TokenizerReport.defaultInputs() : arguments.inputs
    let sampler = Sampler(roundCount: arguments.roundCount ?? 41)
    return try TokenizerReport(inputs: inputs, sampler: sampler).text()
  case .codec:
    var report = CodecReport(
      arguments.scope, Sampler(roundCount: arguments.roundCount ?? 15))
    try await report.measure(arguments.inputs)
    return report.text
  case .bounds:
    var report = BoundsReport(Sampler(roundCount: arguments.roundCount ?? 15))
    try report.measure(arguments.inputs)
    return report.text
  case .commands:
    var report = CommandReport(roundCount: arguments.roundCount ?? 21)
    try report.measure(arguments.inputs)
    return report.text
  case .folders:
    guard !arguments.inputs.isEmpty else { throw Arguments.Misuse() }
    var report = FolderReport()
    try report.measure(arguments.inputs)
    return report.text
  case .messages:
    let sampler = Sampler(roundCount: arguments.roundCount ?? 15)
    return try MessageReport(inputs: arguments.inputs, sampler: sampler).text()
  case .sealing:
    let sampler = Sampler(roundCount: arguments.roundCount ?? 41)
    return try SealingReport(inputs: arguments.inputs, sampler: sampler).text()
  case .store:
    return try StoreReport(sampler: Sampler(roundCount: arguments.roundCount ?? 15)).text()
  case .whitespace:
    var report = WhitespaceReport(Sampler(roundCount: arguments.roundCount ?? 15))
    try report.measure(arguments.inputs)
    return report.text
  case .http: return try await HTTPReport(requestCount: arguments.requestCount).text()
  }
}

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  let text = try await report(arguments)
  print(text, terminator: "")
  if let output = arguments.output {
    try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
  }
} catch is Arguments.Misuse {
  leave(Arguments.usage, status: 2)
} catch {
  leave("husk-benchmarks: \(error)\n", status: 1)
}
