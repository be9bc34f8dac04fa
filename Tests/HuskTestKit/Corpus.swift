// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Where test data is found on disk.
package enum Corpus {
  /// The root of the repository.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of everything that is checked in for tests.
  package static let folder = root.appending(path: "Corpus")

  /// The documents that are checked in; ``CorpusManifest`` says what they are.
  package static let documents = folder.appending(path: "documents")

  /// Real documents beside the repository, or `nil` on a machine that has none.
  ///
  /// Suites that read them say `.enabled(if: Corpus.realDocuments != nil, "no documents found")`.
  package static let realDocuments = neighbour("shared/corpus")

  /// The files of the JSON parsing test suite beside the repository (`y_…` is valid, `n_…` is not,
  /// `i_…` may be either), or `nil` on a machine that has none.
  package static let parsingTestSuite = neighbour("shared/jsontestsuite/test_parsing")

  /// The files right inside a folder, by name; a missing folder, or `nil`, holds none.
  ///
  /// - Parameters:
  ///   - folder: The folder; its folders are not entered.
  ///   - suffix: What the names must end with.
  /// - Returns: The files, links to files included.
  package static func files(in folder: URL?, suffix: String = "") -> [CorpusFile] {
    guard let folder,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.sorted().filter { $0.hasSuffix(suffix) }
      .map { CorpusFile(url: folder.appending(path: $0)) }.filter(\.isRegular)
  }

  /// The files under a folder at any depth, by path.
  package static func filesRecursively(in folder: URL?, suffix: String = "") -> [CorpusFile] {
    guard let folder, let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    else { return [] }
    return paths.sorted().filter { $0.hasSuffix(suffix) }
      .map { CorpusFile(url: folder.appending(path: $0), name: $0) }.filter(\.isRegular)
  }

  private static func neighbour(_ path: String) -> URL? {
    let folder = root.deletingLastPathComponent().appending(path: path)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
