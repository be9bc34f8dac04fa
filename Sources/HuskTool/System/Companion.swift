// SPDX-License-Identifier: Apache-2.0

/// The program that carries out the commands of husk which speak HTTP, as if it were husk.
///
/// A server, a client and what they stand on, Foundation and some forty libraries, take longer to
/// load than most documents to encode, and fill several times the room. So husk does without them and
/// has the companion run in its place where they are needed.
enum Companion {
  private static let name = "husk-http"

  /// Where it may be: where it is built, beside husk, and where it is installed.
  private static func places(besides program: String) -> [String] {
    let folder = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
    return ["\(folder)/\(name)", "\(folder)/../libexec/husk/\(name)"]
  }

  /// Has the companion run in place of this process, with the same arguments.
  ///
  /// - Parameters:
  ///   - arguments: Those of husk, without its name.
  ///   - io: What stands around the tool.
  /// - Throws: ``ToolError`` where it is not there or cannot be run.
  static func run(_ arguments: [String], _ io: any ToolIO) throws(ToolError) -> Never {
    for place in io.program.map(places) ?? [] {
      do throws(SystemError) {
        try io.become(place, [name] + arguments)
      } catch {
        guard error == .notFound else { throw ToolError(error, in: place) }
      }
    }
    throw ToolError(
      SystemError.notFound.description, in: name,
      hint: "it carries out this command; 'make install' puts it where husk finds it")
  }
}
