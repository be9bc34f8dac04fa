// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory of pages that is served on a port of this machine, and gone afterwards.
final class PageFolder: Sendable {
  private let root: URL
  /// What answers.
  let site: HuskSite
  private let server: HTTPServer

  /// Starts to serve pages, which a template is learnt from.
  init(_ pages: [[UInt8]]) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "husk-http-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: root.appending(path: "list"), withIntermediateDirectories: true)
    for (number, page) in pages.enumerated() {
      try Data(page).write(to: root.appending(path: "list/\(number).json"))
    }
    site = try HuskSite(root.path, store: MemoryTemplateStore()) { _ in }
    server = try HTTPServer(ServerOptions(), handler: site)
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(at: root)
  }

  /// Writes a page at once.
  func write(_ page: [UInt8], number: Int) throws {
    try Data(page).write(to: root.appending(path: "list/\(number).json"), options: .atomic)
  }

  /// The address of a page.
  func url(_ number: Int) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(server.port)/list/\(number).json") else {
      throw CocoaError(.fileNoSuchFile)
    }
    return url
  }
}
