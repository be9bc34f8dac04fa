// SPDX-License-Identifier: Apache-2.0

import HuskCore

extension Command {
  /// `husk test`.
  package static let test = Command(
    "test", summary: "verify encoded files without writing anything",
    details: [
      """
      Decodes each FILE in memory and checks the result, as 'husk decode' does. All files are \
      tried; the exit status is 0 if all of them are good.
      """
    ],
    operand: Operand(
      name: "FILE", count: .several, kind: .file,
      summary: "the files to verify; '-' is standard input"),
    options: [.quiet],
    examples: [Example(line: "husk test *.husk.json", effect: "Prints a line per file")]
  ) { arguments, io throws(ToolError) in
    var status = ExitStatus.success
    for file in arguments.operands {
      do throws(ToolError) {
        let line = try verify(file, io)
        if !arguments.has(.quiet) { try io.print(line) }
      } catch {
        if error == .closedPipe { throw error }
        io.log(error.report)
        status = .failure
      }
    }
    return status
  }

  private static func verify(_ file: String, _ io: any ToolIO) throws(ToolError) -> String {
    let source = try Source(file, io: io)
    let name = source.name
    let bytes = try source.read()
    do throws(HuskError) {
      let decoded = try Husk.decode(bytes)
      let sizes = Transformation.summary(bytes.count, decoded.count)
      return "\(Printable.text(name)): ok, \(sizes)\n"
    } catch {
      throw ToolError(error.description, in: name, hint: decodingHint(error))
    }
  }
}
