// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskHTTP
import HuskTestKit
import Testing

@testable import HuskServer

@Suite("husk serve and husk fetch", .timeLimit(.minutes(60)))
struct CommandTests {
  private let folder: SampleSite
  private let programs: ProgramFolder

  init() throws {
    folder = try SampleSite()
    programs = try ProgramFolder()
  }

  private func environment(_ store: String) -> [String: String] {
    ["HUSK_STORE": "\(programs.path)/\(store).db", "HOME": programs.path, "PATH": "/usr/bin:/bin"]
  }

  /// Starts a server, and returns its address once it is ready.
  private func serve(
    _ options: String...
  ) async throws -> (process: Child, address: String, log: String) {
    let log = "\(programs.path)/\(UUID().uuidString).log"
    let process = try Child(
      [Child.husk, "serve", folder.path, "-p", "0"] + options, errors: log,
      environment: environment("server"))
    let line = try await programs.line(with: "husk: serving", in: log)
    let address = try #require(line.firstMatch(of: /http:\/\/[^ ]*/)).output
    return (process, String(address), log)
  }

  private func fetch(
    _ arguments: String...
  ) async throws -> (output: [UInt8], errors: String, ending: Child.Ending) {
    try await programs.run([Child.husk, "fetch"] + arguments, environment: environment("client"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func theyWorkTogetherAndEnd(signal: Int32) async throws {
    let (process, address, log) = try await serve()
    let url = "\(address)api/orders/1.json"
    let first = try await fetch("-v", url)
    #expect(first.output == SampleSite.list(1) && !first.errors.contains("template"))
    let second = try await fetch("-v", url)
    #expect(second.output == SampleSite.list(1))
    #expect(
      second.errors.contains(/^[0-9]+ bytes for [0-9,]+ bytes of JSON, template [0-9a-f]{16}\n$/))
    let file = "\(programs.path)/out.json"
    #expect(try await fetch("-o", file, url).ending == .exited(0))
    #expect(try Array(Data(contentsOf: URL(filePath: file))) == SampleSite.list(1))
    #expect(try await fetch("-o", file, url).ending == .exited(1))
    process.send(signal)
    #expect(try await process.wait() == .exited(0))
    let text = try String(contentsOf: URL(filePath: log), encoding: .utf8)
    #expect(text.contains("\"GET /api/orders/1.json\" 200") && text.contains("stopping"))
  }

  @Test func sequencesAndTextsComeInFewBytes() async throws {
    let lines = (0..<50).flatMap { SampleSite.list($0, recordCount: 2) + [UInt8(ascii: "\n")] }
    try folder.write(lines, to: "log.ndjson")
    try folder.write(lines, to: "log.txt")
    try folder.write(Array("[1]".utf8), to: "short.json")
    let (process, address, _) = try await serve("-q")
    let log = try await fetch("-v", "\(address)log.ndjson")
    #expect(log.output == lines)
    let husk = try Husk.encode(json: lines).count
    #expect(
      log.errors == "\(husk) bytes for \(lines.count) bytes of application/x-ndjson, as Husk\n")
    let text = try await fetch("-v", "\(address)log.txt")
    #expect(text.output == lines)
    let gzip = Gzip.compress(lines).count
    #expect(text.errors == "\(gzip) bytes for \(lines.count) bytes of text/plain\n")
    let short = try await fetch("-v", "\(address)short.json")
    #expect(short.output == Array("[1]".utf8) && short.errors == "3 bytes for 3 bytes of JSON\n")
    process.send(SIGTERM)
    #expect(try await process.wait() == .exited(0))
  }

  @Test func aFileThatIsStillRightIsLeftAlone() async throws {
    let (process, address, _) = try await serve("-q")
    let url = "\(address)api/orders/1.json"
    let file = "\(programs.path)/list.json"
    try Data([1, 2, 3]).write(to: URL(filePath: file))
    let tag = "If-None-Match: *"
    let result = try await fetch("-v", "-f", "-o", file, "-H", tag, url)
    #expect(result.ending == .exited(0) && result.errors == "not modified\n")
    #expect(try Array(Data(contentsOf: URL(filePath: file))) == [1, 2, 3])
    process.send(SIGTERM)
    #expect(try await process.wait() == .exited(0))
  }

  @Test func tokensAreAskedFor() async throws {
    let token = "\(programs.path)/token"
    try Data("s3cret\n".utf8).write(to: URL(filePath: token))
    let (process, address, _) = try await serve(
      "-q", "--token-file", token, "--private", "/api/*")
    let url = "\(address)api/orders/1.json"
    let refused = try await fetch(url)
    #expect(refused.ending == .exited(1))
    #expect(refused.errors.contains("wants to know who asks"))
    for _ in 0..<2 {
      let result = try await fetch("--token-file", token, url)
      #expect(result.output == SampleSite.list(1))
    }
    #expect(
      try await fetch("-v", "-H", "Authorization: Bearer s3cret", url).errors.contains("template"))
    process.send(SIGTERM)
    #expect(try await process.wait() == .exited(0))
  }

  @Test(
    arguments: [
      (["serve", "/dev/null/nowhere"], 1), (["serve", "DIR", "--address", "localhost"], 1),
      (["serve", "DIR", "--private", "/x"], 2), (["serve", "DIR", "--private", "x"], 2),
      (["serve", "DIR", "-p", "70000"], 2), (["fetch", "ftp://h/"], 2), (["fetch", "nonsense"], 2),
      (["fetch", "-H", "x", "http://127.0.0.1:1/"], 2), (["fetch", "http://127.0.0.1:1/"], 1),
    ] as [([String], Int32)])
  func whatIsWrongIsSaid(arguments: [String], status: Int32) async throws {
    let result = try await programs.run(
      [Child.husk] + arguments.map { $0 == "DIR" ? folder.path : $0 },
      environment: environment("server"))
    #expect(result.ending == .exited(status))
    #expect(result.errors.contains("husk: ") && result.output.isEmpty)
  }

  @Test func helpSaysWhereTemplatesAre() async throws {
    let result = try await programs.run([Child.husk, "serve", "--help"], environment: [:])
    let words = String(decoding: result.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    #expect(words.contains("\(TemplateGroup.location)ID."))
  }

  @Test func theProgramForHTTPIsFoundWhereItIsInstalled() async throws {
    // Beside the programs, where they can have second names: a program that is being copied, by a
    // process that starts others meanwhile, cannot be run.
    let files = FileManager.default
    let built = URL(filePath: Child.husk).deletingLastPathComponent()
    let root = built.appending(path: "installed-\(UUID().uuidString)")
    defer { try? files.removeItem(at: root) }
    for folder in ["bin", "libexec/husk"] {
      try files.createDirectory(
        at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    let husk = root.appending(path: "bin/husk")
    try files.linkItem(at: URL(filePath: Child.husk), to: husk)
    try files.createSymbolicLink(
      at: URL(filePath: "\(programs.path)/linked"), withDestinationURL: husk)
    let line = ["\(programs.path)/linked", "fetch", "nonsense"]
    let missed = try await programs.run(line, environment: environment("client"))
    #expect(missed.ending == .exited(1) && missed.errors.contains("husk-http"))
    try files.linkItem(
      at: URL(filePath: Child.built("husk-http")),
      to: root.appending(path: "libexec/husk/husk-http"))
    let found = try await programs.run(line, environment: environment("client"))
    #expect(found.ending == .exited(2) && found.errors.contains("'nonsense' is no address"))
  }
}
