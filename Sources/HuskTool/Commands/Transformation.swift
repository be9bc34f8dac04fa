// SPDX-License-Identifier: Apache-2.0

package import Husk
package import HuskCore

/// What `husk encode` and `husk decode` have in common: inputs, an output of each, and a coder between
/// the two.
package struct Transformation {
  /// What the result is, as far as a terminal is concerned.
  package var content: Destination.Content
  /// The path of the result of a file where none is given.
  package var outputPath: (_ inputPath: String) throws(ToolError) -> String
  /// What the reader may do about an error of the coder.
  package var hint: (HuskError) -> String?
  /// Whether results that stand one behind the other are one that can be read, so that those of several
  /// inputs may go to standard output.
  package var isJoinable = true
  /// Whether the input is text, so that a small one is one block.
  package var takesText = false
  /// What to warn of once all is done.
  package var warnings: (StreamProgress) -> [String] = { _ in [] }
  /// The same where `--quiet` is no reason not to.
  package var graveWarnings: (StreamProgress) -> [String] = { _ in [] }
  /// Why a result that is complete is not wanted, so that no file appears.
  package var refusal: (StreamProgress) -> ToolError? = { _ in nil }

  /// The files that were made.
  private var results: Set<FileStatus.Identity> = []

  /// Creates the transformation of no input so far.
  package init(
    content: Destination.Content,
    outputPath: @escaping (_ inputPath: String) throws(ToolError) -> String,
    hint: @escaping (HuskError) -> String?
  ) {
    self.content = content
    self.outputPath = outputPath
    self.hint = hint
  }

  /// The options that ``run(_:_:_:_:_:)`` looks at.
  package static let options: [Option] = [
    .results, .stdout, .force, .keep, .remove, .threads, .depth, .quiet, .verbose, .progress,
    .noProgress,
  ]

  /// Refuses a command line that asks for one result of several inputs where they cannot have one.
  package func check(_ arguments: ParsedArguments, _ io: any ToolIO) throws(ToolError) {
    guard arguments.operands.count > 1 else { return }
    let path = arguments.value(of: .results)
    if arguments.has(.stdout) || path == "-" {
      guard isJoinable else {
        throw .usage(
          "the results of several inputs cannot be told apart in one output",
          hint: "leave out \(path == nil ? "-c" : "-o") to get a file of each")
      }
    } else if let path, try !Self.isDirectory(path, io) {
      throw .usage(
        "several inputs do not become one file", in: path, hint: "name a directory with -o")
    }
  }

  private static func isDirectory(_ path: String, _ io: any ToolIO) throws(ToolError) -> Bool {
    try ToolError.naming(path) { () throws(SystemError) in
      try POSIX.status(of: io.locate(path), links: .followed)?.kind == .directory
    }
  }

  /// Reads a source, of which some bytes may have been read, transforms it and writes the output, all at
  /// the same time.
  ///
  /// - Parameters:
  ///   - arguments: What the command line asks for.
  ///   - io: The standard streams to use.
  ///   - source: What an operand names.
  ///   - start: The bytes that were read of it.
  ///   - makeCoder: Makes what transforms the input, for a number of threads.
  /// - Throws: ``ToolError``. No file has appeared then; a pipe or standard output may have got the
  ///   output up to the fault.
  package mutating func run<Coder: StreamCoder & ~Copyable>(
    _ arguments: ParsedArguments, _ io: any ToolIO, _ source: borrowing Source,
    _ start: [UInt8] = [], _ makeCoder: (_ threadCount: Int) -> Coder
  ) throws(ToolError) {
    let (takesText, hint) = (takesText, hint)
    try produce(arguments, io, source) { (handle) throws(ToolError) in
      if let byteCount = source.byteCount {
        FreeMemory.reserveLargePages(for: byteCount, isOneBlock: takesText)
      }
      var coder = makeCoder(Self.threadCount(arguments))
      try Self.pump(source, start, through: &coder, hint: hint, handle)
      return coder.progress
    }
  }

  /// Writes what is decoded of a source by parts of it that the decoder finds by itself.
  ///
  /// - Parameters:
  ///   - arguments: What the command line asks for.
  ///   - io: The standard streams to use.
  ///   - source: What an operand names.
  ///   - decoder: What reads the file, at its start.
  /// - Throws: ``ToolError``, as the other form does.
  mutating func run(
    _ arguments: ParsedArguments, _ io: any ToolIO, _ source: borrowing Source,
    _ decoder: inout IndexedDecoder<RandomAccessFile>
  ) throws(ToolError) {
    let hint = hint
    try produce(arguments, io, source) { (handle) throws(ToolError) in
      var progress = StreamProgress()
      while true {
        let output: [UInt8]?
        do throws(HuskError) {
          output = try decoder.next()
        } catch { throw ToolError(error.description, in: source.name, hint: hint(error)) }
        progress.inputByteCount = decoder.offset
        progress.rowCount = decoder.rowCount
        progress.absentPaths = decoder.absentPaths
        guard let output else { return progress }
        progress.outputByteCount += output.count
        try handle(output, decoder.offset, progress)
      }
    }
  }

  /// What is done with each piece of output, or `nil` where there is none yet, the number of bytes that were
  /// read so far, and the progress.
  package typealias OutputHandler = (_ output: [UInt8]?, Int, StreamProgress) throws(ToolError) ->
    Void

  /// Writes what is made of a source, and says how it goes and went.
  private mutating func produce(
    _ arguments: ParsedArguments, _ io: any ToolIO, _ source: borrowing Source,
    _ work: (OutputHandler) throws(ToolError) -> StreamProgress
  ) throws(ToolError) {
    var destination = try destination(arguments, source, io)
    let isNamed = destination.isNamed
    let isRemoved = arguments.has(.remove)
    if isRemoved { try Self.checkRemoval(of: source, isReplaced: destination.isFile) }
    // A line that comes and goes would take away what a person reads.
    let mode = Self.progressMode(arguments)
    let isHidden = mode == .automatic && !isNamed && io.outputIsTerminal
    var bar = ProgressBar(
      source.name, byteCount: source.byteCount, isHidden ? .never : mode, io: io)
    defer { bar.erase() }
    var hasBegun = false
    let progress: StreamProgress
    do throws(ToolError) {
      progress = try work { (output, readCount, progress) throws(ToolError) in
        if let output {
          try destination.write(output)
          hasBegun = true
        }
        bar.update(readCount, progress)
      }
      if let refusal = refusal(progress) { throw refusal }
    } catch {
      throw error.cuttingOutput(hasBegun && !isNamed)
    }
    bar.erase()
    for warning in graveWarnings(progress) { io.log("husk: warning: \(warning)\n") }
    if let result = try destination.finish(durably: isRemoved) { results.insert(result) }
    if isRemoved { try Self.remove(source, io) }
    if !arguments.has(.quiet) {
      for warning in warnings(progress) { io.log("husk: warning: \(warning)\n") }
    }
    // Pipelines are quiet; somebody who made a file and is watching hears how it went.
    let isWatched = isNamed && io.errorIsTerminal && !arguments.has(.quiet)
    if arguments.has(.verbose) || isWatched {
      let sizes = Self.summary(progress.inputByteCount, progress.outputByteCount)
      io.log("\(Printable.text(source.name)): \(sizes)\n")
    }
  }

  /// Refuses to remove what is no file, or what no file has been made of.
  private static func checkRemoval(
    of source: borrowing Source, isReplaced: Bool
  ) throws(ToolError) {
    guard source.hasFileName, isReplaced else {
      throw .usage("'--rm' is for files that become files", in: source.name)
    }
  }

  /// Sends all of a source through a coder.
  ///
  /// - Parameters:
  ///   - source: The source, which is read to its end.
  ///   - start: The bytes that were read of it before.
  ///   - coder: The coder, at its start.
  ///   - hint: What the reader may do about an error of the coder.
  ///   - handle: Gets the output.
  /// - Throws: ``ToolError`` of the source, the coder or `handle`.
  package static func pump<Coder: StreamCoder & ~Copyable>(
    _ source: borrowing Source, _ start: [UInt8] = [], through coder: inout Coder,
    hint: (HuskError) -> String?,
    _ handle: OutputHandler
  ) throws(ToolError) {
    var readCount = 0
    var isAtEnd = false
    var start = start
    var head: [UInt8] = []
    while !isAtEnd {
      let input = start.isEmpty ? try source.read() : start
      start = []
      head += input.prefix(InputHint.byteCount - head.count)
      readCount += input.count
      isAtEnd = input.isEmpty
      if isAtEnd { coder.finish() } else { coder.append(input) }
      try handle(nil, readCount, coder.progress)
      while true {
        let output: [UInt8]?
        do throws(HuskError) {
          output = try coder.next()
        } catch {
          throw ToolError(
            error.description, in: source.name, hint: InputHint.hint(error, head) ?? hint(error))
        }
        guard let output else { break }
        try handle(output, readCount, coder.progress)
      }
    }
  }

  /// The number of threads that a command line asks for.
  package static func threadCount(_ arguments: ParsedArguments) -> Int {
    switch arguments.number(of: .threads) {
    case nil: min(POSIX.processorCount, 4)
    case 0?: POSIX.processorCount
    case let count?: count
    }
  }

  /// When a command line asks for progress to be shown.
  package static func progressMode(_ arguments: ParsedArguments) -> ProgressBar.Mode {
    if arguments.has(.noProgress) || arguments.has(.quiet) { return .never }
    return arguments.has(.progress) ? .always : .automatic
  }

  /// Removes a source, unless it has become another file than the one that was read.
  private static func remove(
    _ source: borrowing Source, _ io: any ToolIO
  ) throws(ToolError) {
    let path = io.locate(source.name)
    let isSame = try ToolError.naming(source.name) { () throws(SystemError) in
      let isSame = try POSIX.status(of: path, links: .followed) == source.status
      if isSame { try POSIX.remove(path) }
      return isSame
    }
    guard isSame else {
      throw ToolError("the file was changed while it was read, so it is kept", in: source.name)
    }
  }

  private func destination(
    _ arguments: ParsedArguments, _ source: borrowing Source, _ io: any ToolIO
  ) throws(ToolError) -> Destination {
    let path: String?
    if let given = arguments.value(of: .results) {
      if source.hasFileName, try Self.isDirectory(given, io) {
        let name = try outputPath(source.name).split(separator: "/").last ?? ""
        path = given.hasSuffix("/") ? given + name : "\(given)/\(name)"
      } else {
        path = given == "-" ? nil : given
      }
    } else if source.hasFileName, !arguments.has(.stdout) {
      path = try outputPath(source.name)
    } else {
      path = nil
    }
    guard let path else { return try Destination(standardOutputFor: content, io: io) }
    return try Destination(
      path, for: content, madeFrom: source.status,
      existing: arguments.has(.force) ? .replaced : .kept, besides: results, io: io)
  }

  /// Two sizes and their ratio: `1234 -> 567 bytes (45.9 %)`.
  package static func summary(_ before: Int, _ after: Int) -> String {
    let ratio = percentage(after, of: before).map { " (\($0))" } ?? ""
    return "\(before) -> \(after) bytes\(ratio)"
  }

  /// A share in per cent with one decimal, or `nil` where the whole is nothing.
  package static func percentage(_ part: Int, of whole: Int) -> String? {
    guard whole > 0 else { return nil }
    let tenths = (part * 1000 + whole / 2) / whole
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
