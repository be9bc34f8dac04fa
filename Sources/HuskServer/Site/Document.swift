// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// A file that is in memory, with a word that changes with its content.
struct Document: Sendable {
  let bytes: [UInt8]
  let tag: String

  /// Creates a document.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tag = String(TemplateID(hashing: bytes).description.prefix(24))
  }
}

/// The files of a directory: opened anew for each request, read when they have changed.
final class DocumentFolder: Sendable {
  /// Larger files are sent as they are, from where they are.
  static let mostByteCount = 8 << 20

  private let root: Int32
  private let cache = RecentCache<OpenFile.Identity, Document>(byteCount: 128 << 20)

  /// Takes a directory that is open, for as long as the process runs.
  init(_ root: Int32) {
    self.root = root
  }

  /// Opens the file of a path, or says `nil` where there is none.
  func open(_ path: SitePath) -> OpenFile? { OpenFile(path.components, in: root) }

  /// The content of a file that is small enough, or `nil`.
  func document(_ file: OpenFile) -> Document? {
    guard file.byteCount <= Self.mostByteCount else { return nil }
    if let known = cache[file.identity] { return known }
    guard let bytes = file.read() else { return nil }
    let document = Document(bytes)
    // What was written a moment ago may be written again without a sign of it.
    if file.isOld { cache.keep(document, for: file.identity, byteCount: bytes.count) }
    return document
  }
}
