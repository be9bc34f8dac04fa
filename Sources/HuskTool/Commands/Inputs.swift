// SPDX-License-Identifier: Apache-2.0

/// The inputs of a command that does the same with each of them.
enum Inputs {
  /// The operand of commands that make an output of each input.
  static let operand = Operand(
    name: "INPUT", count: .any, kind: .file,
    summary: "the files to read; '-' or none is standard input")

  /// Does the same with each input; none is standard input.
  ///
  /// Of several inputs all are tried, whatever happens to one of them.
  ///
  /// - Parameters:
  ///   - arguments: What the command line asks for.
  ///   - io: The standard streams to use.
  ///   - body: What is done with an operand, or with `nil` where there is none.
  /// - Returns: Success, or failure where one of several failed, which has been reported.
  /// - Throws: ``ToolError`` where the only input failed, or nobody reads the output any more.
  static func forEach(
    _ arguments: ParsedArguments, _ io: any ToolIO, _ body: (String?) throws(ToolError) -> Void
  ) throws(ToolError) -> ExitStatus {
    guard arguments.operands.count > 1 else {
      try body(arguments.operands.first)
      return .success
    }
    var status = ExitStatus.success
    for input in arguments.operands {
      do throws(ToolError) {
        try body(input)
      } catch {
        if error == .closedPipe { throw error }
        io.log(error.report)
        status = .failure
      }
    }
    return status
  }
}
