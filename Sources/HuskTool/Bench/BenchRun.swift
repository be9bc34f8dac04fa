// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskBench
import HuskCore

/// What `husk bench` does with a command line.
package struct BenchRun {
  private let arguments: ParsedArguments
  private let io: any ToolIO
  private let methods: [Method]
  private var line: ProgressLine
  /// Failure where a method of ours did not give a file back.
  private(set) package var status = ExitStatus.success

  /// Prepares a run.
  ///
  /// - Throws: ``ToolError`` where the command line names nothing to measure.
  package init(_ arguments: ParsedArguments, _ io: any ToolIO) throws(ToolError) {
    self.arguments = arguments
    self.io = io
    line = ProgressLine(Transformation.progressMode(arguments), io: io)
    var methods = Methods.standard
    if let list = arguments.value(of: BenchOptions.methods) {
      methods = (try? Methods.list(list)) ?? []
    }
    if arguments.has(BenchOptions.external) {
      methods += External.methods.filter { new in !methods.contains { $0.id == new.id } }
    }
    self.methods = Methods.withReference(methods)
    guard !arguments.operands.isEmpty else {
      throw .usage("'husk bench' needs a FILE", hint: "'husk help bench' explains it")
    }
  }

  /// Measures and prints.
  package mutating func run() throws(ToolError) {
    defer { line.erase() }
    // Found out first whether the page can be written.
    var page: Destination?
    if let path = arguments.value(of: BenchOptions.html) {
      page = try Destination(
        path, for: .text, madeFrom: nil,
        existing: arguments.has(.force) ? .replaced : .kept, io: io)
    }
    var reports: [FileReport] = []
    for (index, file) in arguments.operands.enumerated() {
      let report = try measure(file, index)
      // A table as soon as it is there, where tables are wanted.
      if isText {
        line.erase()
        let tables = report.tables.map(\.text).joined(separator: "\n")
        try io.print((index > 0 ? "\n" : "") + tables)
      }
      reports.append(report)
    }
    line.erase()
    if arguments.has(BenchOptions.json) { try io.write(DataReport.json(reports)) }
    if arguments.has(BenchOptions.csv) { try io.write(DataReport.csv(reports)) }
    if arguments.has(BenchOptions.markdown) {
      try io.print(reports.flatMap(\.tables).map { $0.markdown() }.joined(separator: "\n"))
    }
    if var page = page.take() {
      try page.write(HTMLReport.page(reports))
      try page.finish()
    }
    for outcome in reports.flatMap(\.comparisons).flatMap(\.outcomes) {
      if case .failed = outcome.result, outcome.method.family == .husk { status = .failure }
    }
  }

  private var isText: Bool {
    ![BenchOptions.json, BenchOptions.csv, BenchOptions.markdown].contains(where: arguments.has)
  }

  private mutating func measure(_ file: String, _ index: Int) throws(ToolError) -> FileReport {
    let source = try Source(file, io: io)
    let json = try Self.readAll(source)
    let name = source.name
    do throws(HuskError) {
      let whole = try Workload(name: name, whole: json)
      let messages = try Workload.messages(name: name, in: json)
      let steps = messages == nil ? 1.0 : 2.0
      let start = Double(index)
      var report = FileReport(
        name: name, whole: race(whole, from: start, by: 1 / steps))
      if let messages {
        report.messages = race(messages, from: start + 0.5, by: 1 / steps)
      }
      if arguments.has(BenchOptions.html) {
        report.growth = try Growth.measure(json)
        report.shares = try ColumnShares(json)
      }
      return report
    } catch {
      throw ToolError(error.description, in: name)
    }
  }

  private mutating func race(_ workload: Workload, from start: Double, by part: Double)
    -> Comparison
  {
    let fileCount = Double(arguments.operands.count)
    let rounds = arguments.number(of: BenchOptions.rounds) ?? 5
    // The methods for messages are few: those for files would make a file of each.
    let chosen =
      workload.isMessages && !arguments.has(BenchOptions.methods)
      ? methods.filter(\.isForMessages) : methods
    var line = self.line
    let name = ProgressLine.cut(Printable.text(workload.name), to: 20)
    let comparison = Race(roundCount: rounds) { what, share in
      let done = Int((start + share * part) / fileCount * 100)
      line.show { "\(name) \(ProgressLine.bar(min(done, 100)))  \(what)" }
    }.run(chosen, on: workload)
    self.line = line
    return comparison
  }

  private static func readAll(_ source: borrowing Source) throws(ToolError) -> [UInt8] {
    let name = source.name
    var input = WholeInput(limits: Limits())
    while true {
      let bytes = try source.read()
      if bytes.isEmpty { return input.take() }
      do throws(HuskError) {
        try input.append(bytes)
      } catch { throw ToolError(error.description, in: name) }
    }
  }
}
