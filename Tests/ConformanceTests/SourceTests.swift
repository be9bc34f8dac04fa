// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

@Suite("Rules of the sources")
struct SourceTests {
  private static let folders = ["Sources", "Tests", "Fuzz/Targets", "Fuzz/Driver", "Proof/Program"]
  private static let swiftFiles = folders.flatMap { folder in
    Corpus.filesRecursively(in: Corpus.root.appending(path: folder), suffix: ".swift")
      .map { CorpusFile(url: $0.url, name: folder + "/" + $0.name) }
  }

  private static let core = Corpus.filesRecursively(
    in: Corpus.root.appending(path: "Sources/HuskCore"), suffix: ".swift")

  private static func lines(_ file: CorpusFile) throws -> [Substring] {
    try String(contentsOf: file.url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The code of a file without its comments.
  private static func code(_ file: CorpusFile) throws -> String {
    try lines(file).map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
      .joined(separator: "\n")
  }

  @Test(arguments: swiftFiles)
  func filesAndFunctionsAreShort(file: CorpusFile) throws {
    let lines = try Self.lines(file)
    let most = file.name.hasPrefix("Tests") ? 500 : 400
    #expect(lines.count <= most + 1, "files have at most 400 lines, those of tests 500")
    #expect(lines.first == "// SPDX-License-Identifier: Apache-2.0" || lines.first?.first == "#")
    let declaration = /^( *)([@a-z_()]+ )*(func |init[?(<]|subscript)/
    for (index, line) in lines.enumerated() {
      guard let match = line.firstMatch(of: declaration) else { continue }
      let end = lines[index...].firstIndex { $0.hasPrefix(match.1 + "}") } ?? index
      // The loop of an interpreter is one switch.
      let most = line.contains("func run()") ? 100 : 60
      #expect(end - index < most, "functions have at most 60 lines: \(line)")
    }
  }

  @Test(arguments: swiftFiles)
  func nothingIsLeftToDo(file: CorpusFile) throws {
    let text = try String(contentsOf: file.url, encoding: .utf8)
    for word in ["TO" + "DO", "FIX" + "ME", "X" + "XX"] {
      #expect(!text.contains(word))
    }
  }

  @Test(arguments: swiftFiles)
  func mistakesHaveAProcessOfOurs(file: CorpusFile) throws {
    let call = "processExits" + "With"
    #expect(try !Self.code(file).contains(call), "Child.ending(ofMistake:) keeps no core busy")
  }

  /// What each folder of HuskCore may use, beside itself.
  private static let rules: [String: Set<String>] = [
    // Errors, limits and options are used by all.
    "": [
      "Kernels", "Bytes", "JSON", "Template", "Layout", "Compression", "Container", "File",
      "Training", "Message", "Encryption", "Envelope", "SealedFields",
    ],
    "Kernels": [],
    "Bytes": ["Kernels"],
    "JSON": ["Kernels", "Bytes"],
    "Template": ["Kernels", "Bytes", "JSON"],
    "Compression": ["Kernels", "Bytes"],
    "Encryption": ["Kernels", "Bytes"],
    "Envelope": ["Kernels", "Bytes"],
    "Container": ["Kernels", "Bytes", "Compression", "Encryption"],
    "Selection": ["Kernels", "Bytes", "JSON", "Template"],
    "SealedFields": ["Kernels", "Bytes", "JSON", "Template", "Selection", "Encryption"],
    "Layout": ["Kernels", "Bytes", "JSON", "Template", "Selection", "Compression"],
    "Training": ["Kernels", "Bytes", "JSON", "Template", "Selection", "Layout"],
    "Message": ["Kernels", "Bytes", "JSON", "Template", "Layout", "Compression", "Container"],
    "File": [
      "Kernels", "Bytes", "JSON", "Template", "Selection", "Layout", "Compression", "Container",
      "Encryption", "SealedFields",
    ],
  ]

  @Test func theArchitectureSaysWhatFoldersMayUse() throws {
    let page = try String(
      contentsOf: Corpus.root.appending(path: "Docs/architecture.md"), encoding: .utf8)
    let section = try #require(
      page.split(separator: "\n## ").first { $0.hasPrefix("Folders of HuskCore") })
    var said: [String: Set<String>] = [:]
    for row in section.matches(of: /(?m)^\| (?:`(\w+)`|top) \| (all but )?([^|]*) \|/) {
      let named = Set(row.3.matches(of: /`(\w+)`/).map { String($0.1) })
      said[row.1.map { String($0) } ?? ""] =
        row.2 == nil ? named : Set(Self.rules.keys).subtracting(named).subtracting([""])
    }
    #expect(said == Self.rules)
  }

  private static func folder(_ file: CorpusFile) -> String {
    file.name.contains("/") ? String(file.name.prefix { $0 != "/" }) : ""
  }

  /// The folder that declares each type of HuskCore.
  private static func declarations() throws -> [String: String] {
    var folders: [String: String] = [:]
    let declaration =
      /(?m)^(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|private|fileprivate|indirect|final) )*(?:struct|enum|class|protocol|typealias) (\w+)/
    for file in core {
      for match in try code(file).matches(of: declaration) {
        folders[String(match.1)] = folder(file)
      }
    }
    return folders
  }

  @Test func foldersUseOnlyTheFoldersBelowThem() throws {
    let folders = try Self.declarations()
    #expect(folders["ByteSource"] == "Kernels")
    #expect(folders["TextDecoder"] == "Layout")
    for file in Self.core {
      let own = Self.folder(file)
      let allowed = try #require(Self.rules[own], "there is no rule for \(own)")
      for word in Set(try Self.code(file).matches(of: /\b[A-Z]\w*/).map { String($0.0) }) {
        guard let folder = folders[word], folder != own, folder != "" else { continue }
        #expect(allowed.contains(folder), "\(file) uses \(word) of \(folder)")
      }
    }
  }

  @Test func pointersStandInKernelsOnly() throws {
    // The kernels of a layout, which know its columns, have a folder of that name in it.
    for file in Self.core where !("/" + file.name).contains("/Kernels/") {
      // Libraries in C take pointers.
      guard !["Compression", "Encryption"].contains(Self.folder(file)) else { continue }
      #expect(try !Self.code(file).contains(/\bunsafe\b|Unsafe/), "\(file)")
    }
  }

  @Test func coreImportsNothingButLibrariesInC() throws {
    for file in Self.core {
      for match in try Self.code(file).matches(of: /(?m)^\s*(?:\w+ )?import (\w+)/) {
        let isLibrary = match.1.hasPrefix("C") || ["Darwin", "Glibc", "Musl"].contains(match.1)
        #expect(isLibrary, "\(file) imports \(match.1)")
      }
    }
  }
}
