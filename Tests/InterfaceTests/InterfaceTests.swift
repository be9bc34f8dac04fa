// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

@Suite("The interface in C, used by programs")
struct InterfaceTests {
  /// The library, which is built along with the tests.
  #if os(macOS)
    private static let library = Child.built("libHuskC.dylib")
  #else
    private static let library = Child.built("libHuskC.so")
  #endif

  private static let compiler = Program.path("cc") ?? Program.path("clang")
  private static let python = Program.path("python3")
  private static let documents = Corpus.files(in: Corpus.folder.appending(path: "documents"))
    .map(\.url.path)
  private static let programs = Corpus.root.appending(path: "Tests/InterfaceTests/Programs")
  private static let header = Corpus.root.appending(path: "Sources/CHusk/husk.h")

  @Test(.enabled(if: compiler != nil, "there is no C compiler"), .timeLimit(.minutes(60)))
  func aProgramInCUsesAllOfIt() throws {
    let compiler = try #require(Self.compiler)
    try Program.inFolder { folder in
      let program = folder.appending(path: "interface").path
      let libraries = URL(filePath: Self.library).deletingLastPathComponent().path
      let compiled = try Program.run(
        [
          compiler, "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror",
          "-pedantic", "-I", Self.header.deletingLastPathComponent().path,
          Self.programs.appending(path: "interface.c").path, "-o", program, "-L", libraries,
          "-lHuskC", "-Wl,-rpath,\(libraries)", "-pthread",
        ], in: folder)
      #expect(compiled.ending == .exited(0), "\(compiled.errors)")
      let run = try Program.run([program, folder.path] + Self.documents, in: folder)
      #expect(run.ending == .exited(0), "\(run.errors)")
      let count = try #require(Int(run.output.prefix { $0 != " " }))
      #expect(count > 1000 && run.output.hasSuffix("checks\n"))
    }
  }

  @Test(.enabled(if: python != nil, "there is no python3"), .timeLimit(.minutes(60)))
  func aProgramInPythonUsesItByCtypes() throws {
    let python = try #require(Self.python)
    try Program.inFolder { folder in
      let run = try Program.run(
        [python, Self.programs.appending(path: "interface.py").path, Self.library]
          + Self.documents, in: folder)
      #expect(run.ending == .exited(0), "\(run.errors)")
      #expect(run.output == "\(Self.documents.count) documents\n")
    }
  }

  @Test(.enabled(if: compiler != nil, "there is no C compiler"), arguments: ["c99", "c11", "c23"])
  func theHeaderStandsAlone(standard: String) throws {
    let compiler = try #require(Self.compiler)
    try Program.inFolder { folder in
      let source = folder.appending(path: "alone.c")
      try Data("#include \"husk.h\"\n#include \"husk.h\"\nint none;\n".utf8).write(to: source)
      // The newest standard has another name in older compilers.
      let name = standard == "c23" ? "c2x" : standard
      let compiled = try Program.run(
        [
          compiler, "-std=\(name)", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only",
          "-I", Self.header.deletingLastPathComponent().path, source.path,
        ], in: folder)
      #expect(compiled.ending == .exited(0), "\(compiled.errors)")
    }
  }

  /// The names that the header declares.
  private static func functions() throws -> Set<String> {
    let text = try String(contentsOf: header, encoding: .utf8)
      .replacing(/\/\*[\s\S]*?\*\//, with: "")
    return Set(text.matches(of: /(husk_\w+)\(/).map { String($0.1) })
  }

  @Test func everyFunctionIsExplained() throws {
    let text = try String(contentsOf: Self.header, encoding: .utf8)
    let paragraphs = text.split(separator: "\n\n").filter {
      $0.contains(/^[^*\n]*husk_\w+\(/.anchorsMatchLineEndings())
    }
    for paragraph in paragraphs where paragraph.contains(/;$/) {
      #expect(paragraph.contains("/*"), "\(paragraph)")
    }
    #expect(try Self.functions().count == 45)
  }

  @Test func theProgramInCCallsEveryFunction() throws {
    let program = try String(
      contentsOf: Self.programs.appending(path: "interface.c"), encoding: .utf8)
    for name in try Self.functions() { #expect(program.contains("\(name)("), "\(name)") }
  }
}
