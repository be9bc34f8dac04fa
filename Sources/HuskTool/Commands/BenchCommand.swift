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
    ]
  ) { arguments, io throws(ToolError) in
    var run = try BenchRun(arguments, io)
    try run.run()
    return run.status
  }
}

/// The options of `husk bench`.
enum BenchOptions {
  static let methods = Option(
    "methods", value: Option.Value(name: "LIST", kind: .methods),
    summary: """
      measure these methods, with commas between: names, starts of names with '*' behind, or 'all'; \
      'hpack+gzip' is one after the other
      """)
  static let rounds = Option(
    "rounds", value: Option.Value(name: "N", kind: .number(1...1000)),
    summary: "measure N times and take the best (default: 5)")
  static let external = Option(
    "external", summary: "measure xz, bzip2, lz4 and jq too, where they are installed")
  static let json = Option(
    "json", summary: "print all of it as one JSON text", conflicts: ["csv", "markdown"])
  static let csv = Option(
    "csv", summary: "print a line of comma-separated values for each method",
    conflicts: ["json", "markdown"])
  static let markdown = Option(
    "markdown", summary: "print tables in Markdown", conflicts: ["json", "csv"])

  static let html = Option(
    "html", value: Option.Value(name: "REPORT", kind: .file),
    summary: "write a page with charts to the file REPORT, too")

  static let all: [Option] = [
    methods, rounds, external, json, csv, markdown, html, .force, .quiet, .progress, .noProgress,
  ]

  /// Whether a word is a list of methods.
  static func areMethods(_ word: String) -> Bool { (try? Methods.list(word)) != nil }

  /// What the reader may do about a word that is none.
  static var hint: String {
    "methods are \(Prose.list((Methods.builtIn + External.methods).map(\.id), "and"))"
  }
}
