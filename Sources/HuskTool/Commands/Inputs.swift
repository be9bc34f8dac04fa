// SPDX-License-Identifier: Apache-2.0

/// The inputs of a command that does the same with each of them.
enum Inputs {
  /// The operand of commands that make an output of each input.
  static let operand = Operand(
    name: "INPUT", count: .any, kind: .file,
    summary: "the files to read; '-' or none is standard input")

  /// Refuses an only input that is not there, before anybody is asked for a passphrase.
  static func requireThere(_ arguments: ParsedArguments, _ io: any ToolIO) throws(ToolError) {
    guard arguments.operands.count == 1, let path = arguments.operands.first, path != "-" else {
      return
    }
    try ToolError.naming(path) { () throws(SystemError) in
      guard try POSIX.status(of: io.locate(path), links: .followed) != nil else {
        throw .notFound
      }
    }
  }

  /// Does the same with each input; none is standard input.
  ///
  /// Of several inputs all are tried, whatever happens to one of them, unless standard output has got a part of
  /// what that becomes: behind it nobody could read the rest.
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
    for (index, input) in arguments.operands.enumerated() {
      do throws(ToolError) {
        try body(input)
      } catch {
        if error.isClosedPipe { throw error }
        io.log(error.report)
        status = .failure
        let left = arguments.operands.count - index - 1
        if error.cutsOutput, left > 0 {
          let inputs = left == 1 ? "the input behind it is" : "the \(left) inputs behind it are"
          io.log("husk: \(inputs) left out, since the output stops in the middle of this one\n")
          break
        }
      }
    }
    return status
  }
}
