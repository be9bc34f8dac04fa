// SPDX-License-Identifier: Apache-2.0

package import HuskTool

/// The tool with those of its commands that speak HTTP, as a library.
package enum HTTPTool {
  /// Does what a command line asks for, as ``HuskTool/Tool/run(arguments:io:actions:)`` does.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the tool.
  ///   - io: The standard streams to use.
  /// - Returns: The exit status; errors have been reported on standard error.
  package static func run(arguments: [String], io: any ToolIO) -> ExitStatus {
    Tool.run(
      arguments: arguments, io: io,
      actions: [Command.serve.name: serve, Command.fetch.name: fetch])
  }
}
