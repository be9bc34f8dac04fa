// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

/// The Python interpreter of the machine.
private enum Python {
  /// Its path, or `nil` where there is none.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The decoder of Appendix B shares no line with the library, so where both agree SPEC.md is clear.
@Suite(
  "The decoder in Python",
  .enabled(if: Python.path != nil, "python3 is not there"))
struct DecoderExampleTests {
  /// Decodes a file, or gives nothing where the decoder fails.
  private func decode(_ text: [UInt8]) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Python.path))
    process.arguments = [Corpus.root.appending(path: "Examples/decoder.py").path]
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "input")
    try Data(text).write(to: input)
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let decoded = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](decoded ?? Data()) : nil
  }

  @Test(arguments: Vector.all(in: "text", "gaps", succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let text = try #require(vector.content["text"])
    #expect(try decode(text) == Husk.decode(text))
  }

  @Test(arguments: Corpus.files(in: Corpus.folder.appending(path: "documents")))
  func decodesEveryDocument(file: CorpusFile) throws {
    let document = try file.bytes()
    #expect(try decode(Husk.encode(json: document)) == document)
  }

  @Test func noticesAWrongCheck() throws {
    let text = #"{"husk":1,"template":{"root":null},"check":"00000000","values":[1]}"#
    #expect(try decode(Array(text.utf8)) == nil)
  }
}
