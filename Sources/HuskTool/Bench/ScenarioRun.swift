// SPDX-License-Identifier: Apache-2.0

package import HuskBench

/// What `husk bench --scenario` does with a command line.
package struct ScenarioRun {
  private let arguments: ParsedArguments
  private let io: any ToolIO

  /// Prepares a run.
  ///
  /// - Throws: ``ToolError`` where files are named, too.
  package init(_ arguments: ParsedArguments, _ io: any ToolIO) throws(ToolError) {
    guard arguments.operands.isEmpty else {
      throw .usage("an experiment of --scenario takes no FILE")
    }
    self.arguments = arguments
    self.io = io
  }

  /// Makes the experiments and prints their reports.
  package func run(_ scale: Scenario.Scale = .full) throws(ToolError) -> ExitStatus {
    let name = arguments.value(of: BenchOptions.scenario)
    let scenarios = Scenario.all.filter { name == "all" || $0.name == name }
    var reports: [Scenario.Report] = []
    var line = ProgressLine(Transformation.progressMode(arguments), io: io)
    for (index, scenario) in scenarios.enumerated() {
      do {
        let report = try scenario.run(scale) { share in
          let done = Int((Double(index) + share) / Double(scenarios.count) * 100)
          line.show { "\(scenario.name) \(ProgressLine.bar(min(done, 100)))" }
        }
        reports.append(report)
      } catch {
        line.erase()
        throw ToolError("\(error)", in: scenario.name)
      }
      line.erase()
      if !arguments.has(BenchOptions.json) { try print(reports[index], isFirst: index == 0) }
    }
    if arguments.has(BenchOptions.json) {
      let value = JSONValue.array(reports.map(\.value))
      try io.write(value.bytes + [UInt8(ascii: "\n")])
    }
    return .success
  }

  private func print(_ report: Scenario.Report, isFirst: Bool) throws(ToolError) {
    if !isFirst { try io.print("\n") }
    if arguments.has(BenchOptions.markdown) {
      try io.print(report.markdown { Prose.wrap($0, width: 100) })
    } else {
      try io.print(report.text { Prose.wrap($0, width: Prose.lineWidth) })
    }
  }
}
