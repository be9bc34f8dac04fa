// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A program that is run for its output.
package struct Program: Sendable {
  /// The error of a program that did not succeed.
  package struct Failure: Error, CustomStringConvertible {
    /// The message for people.
    package let description: String
  }

  /// The file of the program.
  package let file: URL

  /// Finds a program on the search path; `nil` where there is none.
  package init?(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = folders.map { URL(filePath: String($0)).appending(path: name) }
    guard let file = files.first(where: Self.isThere) else { return nil }
    self.file = file
  }

  /// Finds a program in the folder of the running one; `nil` where there is none.
  package init?(besideThisOneNamed name: String) {
    guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else { return nil }
    file = folder.appending(path: name)
    guard Self.isThere(file) else { return nil }
  }

  private static func isThere(_ file: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: file.path)
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: What it reads, if anything.
  /// - Returns: What it writes.
  /// - Throws: ``Failure`` when it does not succeed, or the error of a system that cannot run it.
  package func output(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    // A file, because a pipe would have to be filled while the other is emptied.
    let source = FileManager.default.temporaryDirectory
      .appending(path: "husk-benchmarks-\(UUID().uuidString)")
    try Data(input).write(to: source)
    defer { try? FileManager.default.removeItem(at: source) }
    let process = Process()
    process.executableURL = file
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: source)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(file.lastPathComponent) failed")
    }
    return [UInt8](output)
  }
}
