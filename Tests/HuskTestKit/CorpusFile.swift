// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// One file of test data, as an argument of a parameterized test.
package struct CorpusFile: Sendable, Hashable, CustomStringConvertible {
  /// Where the file is.
  package var url: URL
  /// What to call it in messages: its name, or its path within the folder that was searched.
  package var name: String

  /// Creates a file from its place; it is called by its last path component unless told otherwise.
  package init(url: URL, name: String? = nil) {
    self.url = url
    self.name = name ?? url.lastPathComponent
  }

  /// The name, which is how the test runner shows the file.
  package var description: String { name }

  /// Whether there is a file, and not a folder.
  package var isRegular: Bool {
    var isFolder: ObjCBool = false
    let path = url.path
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// Reads the file.
  package func bytes() throws -> [UInt8] {
    try [UInt8](Data(contentsOf: url))
  }
}
