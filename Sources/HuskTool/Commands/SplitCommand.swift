// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk split`.
  package static let split = Command(
    "split", summary: "cut a file into pieces at the borders of its blocks",
    details: [
      """
      Cuts FILE, a file of blocks that holds a sequence of texts, into pieces that are files by \
      themselves: PREFIX-001.husk, PREFIX-002.husk and so on. Their texts one behind the other are \
      those of FILE, so 'husk concat' joins what decodes to the same bytes, and 'husk concat \
      --merge' makes one file of them again.
      """,
      """
      A block is never cut, so a piece is as large as a block at least, which is 8 MiB of text unless \
      another level was chosen, and up to 64 MiB where the rows recur. Blocks stay as they are, but for \
      the first and the last of a piece: they are encoded anew, so that each piece begins with a text \
      and ends with a line end.
      """,
      """
      All of FILE is looked at before the first piece appears, and a piece appears when it is \
      complete. An array of several blocks is not cut, because its brackets stand in the first and the last; \
      neither is what is sealed. 'husk decode --rows' gives a part of any file as text.
      """,
    ],
    operands: [Operand(name: "FILE", count: .one, kind: .file, summary: "the file to cut")],
    options: SplitOptions.all + [.force, .quiet, .verbose],
    examples: [
      Example(line: "husk split --parts 4 all.husk", effect: "Writes all-001.husk to all-004.husk"),
      Example(
        line: "husk split --bytes 64M -o parts/day all.husk",
        effect: "Writes parts/day-001.husk and so on, of 64 MiB at most"),
    ]
  ) { arguments, io throws(ToolError) in
    // The parser has made sure that there is one.
    let path = arguments.operands.first ?? ""
    guard !Source.isStandardInput(path) else {
      throw .usage(
        "standard input cannot be read twice",
        hint: "name a file: it is looked at before it is cut")
    }
    let cuts = try cuts(path, arguments, io)
    let prefix = arguments.value(of: SplitOptions.prefix) ?? Self.prefix(of: path)
    let names = (1...cuts.count + 1).map { name(prefix, $0, of: cuts.count + 1) }
    if !arguments.has(.force) { try checkFree(names, io) }
    try checkNoneIsLeft(prefix, count: names.count, io)
    try write(path, cuts, names, arguments, io)
    if wantedCount(arguments) > names.count, !arguments.has(.quiet) {
      let pieces = names.count == 1 ? "one piece" : "\(names.count) pieces"
      let count = "it has too few blocks for more than \(pieces)"
      io.log("husk: warning: \(Printable.text(path)): \(count)\n")
    }
    return .success
  }

  /// How many pieces a command line asks for, where it does.
  private static func wantedCount(_ arguments: ParsedArguments) -> Int {
    let isOther = arguments.has(SplitOptions.rows) || arguments.has(SplitOptions.bytes)
    return isOther ? 0 : arguments.number(of: SplitOptions.parts) ?? 2
  }

  private static func cuts(
    _ path: String, _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> [Int] {
    var size = SplitPlan.Size.parts(wantedCount(arguments))
    if let rows = arguments.number(of: SplitOptions.rows) { size = .rows(rows) }
    if let bytes = arguments.value(of: SplitOptions.bytes).flatMap(SplitOptions.byteCount) {
      size = .bytes(bytes)
    }
    let source = try Source(path, io: io)
    var plan = SplitPlan()
    while true {
      let bytes = try source.read()
      if bytes.isEmpty { break }
      try naming(path) { () throws(HuskError) in try plan.append(bytes) }
    }
    return try naming(path) { () throws(HuskError) -> [Int] in
      try plan.finish()
      return try plan.cuts(size)
    }
  }

  private static func write(
    _ path: String, _ cuts: [Int], _ names: [String], _ arguments: ParsedArguments,
    _ io: any ToolIO
  ) throws(ToolError) {
    let source = try Source(path, io: io)
    var splitter = FileSplitter(cuts: cuts)
    var isFinished = false
    for (number, name) in names.enumerated() {
      var destination = try Destination(
        name, for: .binary, madeFrom: source.status,
        existing: arguments.has(.force) ? .replaced : .kept, io: io)
      var byteCount = 0
      var isComplete = false
      while !isComplete {
        let output = try naming(path) { () throws(HuskError) in try splitter.next() }
        switch output {
        case .bytes(let bytes):
          byteCount += bytes.count
          try destination.write(bytes)
        case .end(let bytes):
          byteCount += bytes.count
          try destination.write(bytes)
          isComplete = true
        case nil:
          guard !isFinished else {
            throw ToolError("the file has changed while it was split", in: path)
          }
          let bytes = try source.read()
          isFinished = bytes.isEmpty
          if isFinished { splitter.finish() } else { splitter.append(bytes) }
        }
      }
      try destination.finish()
      if arguments.has(.verbose) {
        let place = "piece \(number + 1) of \(names.count)"
        io.log("\(Printable.text(name)): \(place), \(byteCount) bytes\n")
      }
    }
  }

  /// What the names of pieces start with where nothing else is said.
  private static func prefix(of path: String) -> String {
    let suffix = Layout.auto.fileNameSuffix
    return path.hasSuffix(suffix) && path.count > suffix.count
      ? String(path.dropLast(suffix.count)) : path
  }

  /// The name of one of so many pieces; names sort in the order of their numbers.
  private static func name(_ prefix: String, _ number: Int, of count: Int) -> String {
    let width = max(3, String(count).count)
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(width - digits.count, 0))
    return "\(prefix)-\(zeros)\(digits)\(Layout.auto.fileNameSuffix)"
  }

  /// Refuses to write pieces beside one of an earlier file, that who joins all of them would take for theirs.
  private static func checkNoneIsLeft(
    _ prefix: String, count: Int, _ io: any ToolIO
  ) throws(ToolError) {
    let next = name(prefix, count + 1, of: count)
    let found = try ToolError.naming(next) { () throws(SystemError) in
      try POSIX.status(of: io.locate(next), links: .kept)
    }
    guard found == nil else {
      throw ToolError(
        "it would be taken for a piece of this file, which has \(Prose.count(count, "piece"))",
        in: next, hint: "remove what is left of an earlier split, or name another PREFIX with -o")
    }
  }

  private static func checkFree(_ names: [String], _ io: any ToolIO) throws(ToolError) {
    for name in names {
      let found = try ToolError.naming(name) { () throws(SystemError) in
        try POSIX.status(of: io.locate(name), links: .kept)
      }
      guard found == nil else {
        throw ToolError(SystemError.exists.description, in: name, hint: "use -f to overwrite it")
      }
    }
  }

  private static func naming<Result: ~Copyable>(
    _ path: String, _ body: () throws(HuskError) -> Result
  ) throws(ToolError) -> Result {
    do throws(HuskError) {
      return try body()
    } catch { throw ToolError(error.description, in: path, hint: splittingHint(error)) }
  }

  /// What the reader may do about a file that cannot be cut.
  private static func splittingHint(_ error: HuskError) -> String? {
    switch error.code {
    case .notHusk: "only files of blocks can be cut"
    case .missingKey, .unsupportedEncryption:
      "what is sealed is cut by 'husk decode --key' and 'husk encode --key'"
    case .invalidSelection: "'husk decode --rows' gives a part of an array"
    default: nil
    }
  }
}
