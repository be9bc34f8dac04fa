// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

@Suite("Rules between the modules")
struct ModuleTests {
  /// What each module may import, beside the standard library and what the system is called.
  ///
  /// The rules of HuskCore are in ``SourceTests``.
  private static let rules: [String: Set<String>] = [
    // Who imports it links no database.
    "Husk": ["HuskCore"],
    "HuskCodable": ["Husk", "HuskCore"],
    "HuskStore": ["Husk", "HuskCore", "CSQLite"],
    "HuskRedis": ["Husk", "HuskCore", "CHiredis"],
    "HuskStores": ["Husk", "HuskStore", "HuskRedis"],
    "HuskC": ["CHusk", "Husk", "HuskCore", "HuskStores"],
    // Negotiation needs neither a server nor Foundation.
    "HuskHTTP": ["Husk", "HuskCore"],
    "HuskServer": ["Husk", "HuskCore", "HuskHTTP", "CMicrohttpd"],
    "HuskBench": ["HuskCore", "HuskCorpus", "CZstd"],
    // Each start of husk waits until what it links is loaded: no server, no client, no Foundation.
    "HuskTool": ["Husk", "HuskBench", "HuskCore", "HuskHTTP", "HuskStores"],
  ]

  private static let system: Set = ["Synchronization", "Dispatch", "Glibc", "Musl", "Darwin"]
  /// The modules that may import Foundation: those whose interface speaks of its types.
  private static let ofFoundation: Set = ["HuskCodable"]

  /// The files of a module that hold pointers, which are those that call libraries in C.
  private static let filesWithPointers: [String: Set<String>] = [
    "HuskStore": [
      "LibSQLite.swift", "SQLiteDatabase.swift", "SQLiteStatement.swift", "SystemFiles.swift",
    ],
    "HuskRedis": ["RedisConnection.swift"],
    "HuskStores": [],
    "HuskC": [
      "Boundary/Boundary.swift", "Boundary/CText.swift", "Functions/CodecFunctions.swift",
      "Functions/LibraryFunctions.swift", "Functions/StreamFunctions.swift",
      "Functions/TemplateFunctions.swift", "Streams/InputFile.swift",
    ],
    "HuskHTTP": [],
    "HuskServer": [
      "Daemon/DaemonContext.swift", "Daemon/Exchange.swift", "Daemon/HTTPServer.swift",
      "Site/OpenFile.swift", "Site/SiteRoot.swift", "Templates/FolderScan.swift",
    ],
    "HuskClient": [],
    "HuskCodable": ["Streaming/SystemFile.swift"],
    "HuskBench": [
      "Measuring/BenchClock.swift", "Stages/ExternalProgram.swift", "Stages/ZstdStage.swift",
    ],
  ]

  private static func files(of module: String) throws -> [(name: String, code: String)] {
    let files = Corpus.filesRecursively(
      in: Corpus.root.appending(path: "Sources/\(module)"), suffix: ".swift")
    try #require(!files.isEmpty)
    return try files.map { file in
      let code = try String(contentsOf: file.url, encoding: .utf8)
        .replacing(/\/\/[^\n]*/, with: "")
      return (file.name, code)
    }
  }

  @Test(arguments: rules.keys.sorted())
  func modulesImportOnlyThoseBelowThem(module: String) throws {
    var allowed = try #require(Self.rules[module]).union(Self.system)
    if Self.ofFoundation.contains(module) {
      allowed.formUnion(["Foundation", "FoundationEssentials"])
    }
    for (name, code) in try Self.files(of: module) {
      for match in code.matches(of: /(?m)^ *(?:@\w+ )?(?:\w+ )?import (\w+)/) {
        #expect(allowed.contains(String(match.1)), "\(module)/\(name) imports \(match.1)")
      }
    }
  }

  @Test(arguments: filesWithPointers.keys.sorted())
  func pointersStandWhereTheLibrariesAreCalled(module: String) throws {
    let allowed = try #require(Self.filesWithPointers[module])
    for (name, code) in try Self.files(of: module) {
      #expect(
        code.contains(/\bunsafe\b|Unsafe/) == allowed.contains(name), "\(module)/\(name)")
    }
  }

  /// What it has in common with the library are libraries in C, and those of the language.
  @Test func theReferenceDecoderSharesNoCode() throws {
    let files = Corpus.filesRecursively(
      in: Corpus.root.appending(path: "Tests/HuskReference"), suffix: ".swift")
    #expect(files.count > 40)
    for file in files {
      let code = try String(contentsOf: file.url, encoding: .utf8)
      for match in code.matches(of: /(?m)^ *(?:@\w+ )?(?:\w+ )?import (\w+)/) {
        let allowed = ["CBrotli", "CCrypto", "CZlib", "CZstd", "Foundation"]
        #expect(allowed.contains(String(match.1)), "\(file) imports \(match.1)")
      }
    }
    let manifest = try String(
      contentsOf: Corpus.root.appending(path: "Package.swift"), encoding: .utf8)
    let target = #/name: "HuskReference", dependencies: \["CBrotli", "CCrypto", "CZlib", "CZstd"\]/#
    #expect(manifest.contains(target))
  }

  @Test func theManifestSaysTheSame() throws {
    let manifest = try String(
      contentsOf: Corpus.root.appending(path: "Package.swift"), encoding: .utf8)
    for (module, imports) in Self.rules {
      let line = try #require(
        manifest.firstMatch(
          of: try Regex(#"\.target\(\s*name: "\#(module)", dependencies: \[([^\]]*)\]"#)))
      let text = try #require(line.output[1].substring)
      let named = text.matches(of: /\w+/).map { String($0.output) }
      #expect(Set(named) == imports, "\(module)")
    }
  }
}
