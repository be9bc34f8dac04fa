// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension URL {
  /// The path of a file.
  var filePath: String {
    get throws(HuskFileError) {
      guard isFileURL else {
        throw HuskFileError(
          name: absoluteString, number: SystemFile.invalidArgument, reason: "not the URL of a file")
      }
      return path
    }
  }
}
