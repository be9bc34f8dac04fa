// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// What `husk encode` and `husk decode` have in common: one input, one output, one function
/// between them.
package struct Transformation {
  /// What the result is, as far as a terminal is concerned.
  package var content: Destination.Content
  /// The path of the result of a file where none is given.
  package var outputPath: (_ inputPath: String) throws(ToolError) -> String
  /// What is done to the bytes.
  package var body: ([UInt8]) throws(HuskError) -> [UInt8]
  /// What the reader may do about an error of ``body``.
  package var hint: (HuskError) -> String?

  /// The options that ``run(_:_:)`` looks at.
  package static let options: [Option] = [.output, .stdout, .force, .quiet, .verbose]

  /// The operand that ``run(_:_:)`` looks at.
  package static let operand = Operand(
    name: "INPUT", count: .optional, kind: .file,
    summary: "the file to read; '-' or none is standard input")

  /// Reads the input, transforms it and writes the output.
  ///
  /// - Parameters:
  ///   - arguments: What the command line asks for.
  ///   - io: The standard streams to use.
  /// - Returns: Success.
  /// - Throws: ``ToolError``; no part of the output has appeared then.
  package func run(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> ExitStatus {
    let source = try Source(arguments.operands.first, io: io)
    let name = source.name
    let destination = try destination(arguments, source.status, io)
    let isNamed = destination.isNamed
    let input = try source.read()
    let output: [UInt8]
    do throws(HuskError) {
      output = try body(input)
    } catch {
      throw ToolError(error.description, in: name, hint: hint(error))
    }
    try destination.write(output)
    // Pipelines are quiet; somebody who made a file and is watching hears how it went.
    let isWatched = isNamed && io.errorIsTerminal && !arguments.has(.quiet)
    if arguments.has(.verbose) || isWatched {
      let sizes = Self.summary(input.count, output.count)
      io.log("\(Printable.text(name)): \(sizes)\n")
    }
    return .success
  }

  private func destination(
    _ arguments: ParsedArguments, _ source: FileStatus?, _ io: any ToolIO
  ) throws(ToolError) -> Destination {
    let input = arguments.operands.first
    let path: String?
    if let given = arguments.value(of: .output) {
      path = given == "-" ? nil : given
    } else if let input, !Source.isStandardInput(input), !arguments.has(.stdout) {
      path = try outputPath(input)
    } else {
      path = nil
    }
    guard let path else { return try Destination(standardOutputFor: content, io: io) }
    return try Destination(
      path, for: content, madeFrom: source,
      existing: arguments.has(.force) ? .replaced : .kept, io: io)
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
