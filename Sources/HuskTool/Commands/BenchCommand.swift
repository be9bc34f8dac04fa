// SPDX-License-Identifier: Apache-2.0

import HuskBench

extension Command {
  /// `husk bench`.
  package static let bench = Command(
    "bench", summary: "compare sizes and speeds with other methods",
    details: [
      """
      Encodes and decodes each FILE with Husk and with other methods, and prints the bytes that each \
      leaves, their share of the file, and speeds, in millions of bytes of FILE per second and as \
      multiples of zstd -3. What comes back is compared with FILE before anything is timed. Methods \
      with a '*' keep values only: whitespace, and how numbers and strings are written, may differ.
      """,
      """
      A file of 20 JSON texts or more is measured a second time as messages: each text of its second \
      half is encoded by itself, with a template, or a dictionary of zstd, that was trained on the \
      first half.
      """,
      """
      Times are those of one thread, the best of the rounds; programs that --external runs are timed \
      by the clock on the wall. The formats JSONH, HPack, CJSON, MessagePack, CBOR and LZString are \
      small implementations of ours, made lossless where the originals are not.
      """,
      """
      With --scenario it works on documents that it generates, and prints the figures of the original \
      beside ours: 'objects' is size against the number of objects, 'order' compressing before or after \
      encrypting, 'smallest' the smallest size worth compressing, '2011' a comparison of that year, \
      'session' the template in every answer or once.
      """,
    ],
    operands: [
      Operand(
        name: "FILE", count: .any, kind: .file,
        summary: "the files to measure; '-' is standard input")
    ],
    options: BenchOptions.all,
    examples: [
      Example(line: "husk bench orders.ndjson", effect: "Prints a table"),
      Example(
        line: "husk bench --methods 'husk*,zstd*,hpack+gzip' --html report.html orders.ndjson",
        effect: "Writes a page with charts of these methods"),
      Example(
        line: "husk bench --scenario order", effect: "Makes one of the first experiments again"),
    ]
  ) { arguments, io throws(ToolError) in
    if arguments.has(BenchOptions.scenario) { return try ScenarioRun(arguments, io).run() }
    var run = try BenchRun(arguments, io)
    try run.run()
    return run.status
  }
}

/// The options of `husk bench`.
enum BenchOptions {
  static let scenario = Option(
    "scenario",
    value: Option.Value(name: "NAME", kind: .choice(Scenario.all.map(\.name) + ["all"])),
    summary: "make an experiment again that Husk started with, instead of measuring files",
    conflicts: ["methods", "rounds", "external", "csv", "html"])
  static let methods = Option(
    "methods", value: Option.Value(name: "LIST", kind: .methods),
    summary: """
      measure these methods, with commas between: names, starts of names with '*' behind, or 'all'; \
      'hpack+gzip' is one after the other
      """, conflicts: ["scenario"])
  static let rounds = Option(
    "rounds", value: Option.Value(name: "N", kind: .number(1...1000)),
    summary: "measure N times and take the best (default: 5)",
    conflicts: ["scenario"])
  static let external = Option(
    "external", summary: "measure xz, bzip2, lz4 and jq too, where they are installed",
    conflicts: ["scenario"])
  static let json = Option(
    "json", summary: "print all of it as one JSON text", conflicts: ["csv", "markdown"])
  static let csv = Option(
    "csv", summary: "print a line of comma-separated values for each method",
    conflicts: ["json", "markdown", "scenario"])
  static let markdown = Option(
    "markdown", summary: "print tables in Markdown", conflicts: ["json", "csv"])

  static let html = Option(
    "html", value: Option.Value(name: "REPORT", kind: .file),
    summary: "write a page with charts to the file REPORT, too", conflicts: ["scenario"])

  static let all: [Option] = [
    scenario, methods, rounds, external, json, csv, markdown, html, .force, .quiet, .progress,
    .noProgress,
  ]

  /// Whether a word is a list of methods.
  static func areMethods(_ word: String) -> Bool { (try? Methods.list(word)) != nil }

  /// What the reader may do about a word that is none.
  static var hint: String {
    "methods are \(Prose.list((Methods.builtIn + External.methods).map(\.id), "and"))"
  }
}
