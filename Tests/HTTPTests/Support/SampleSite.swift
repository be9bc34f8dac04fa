// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskServer
import Synchronization

/// A directory of documents that is gone with the test.
final class SampleSite: Sendable {
  /// Where it is.
  let path: String
  /// The lines of the log.
  private let lines = Mutex<[String]>([])

  /// Creates a directory with lists of orders in `api/orders`.
  init(listCount: Int = 8, recordCount: Int = 10) throws {
    path = NSTemporaryDirectory() + "/husk-site-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path + "/api/orders", withIntermediateDirectories: true)
    for number in 0..<listCount {
      try write(Self.list(number, recordCount: recordCount), to: "api/orders/\(number).json")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A page of a list, always the same for a number.
  static func list(_ page: Int, recordCount: Int = 10, kind: String = "order") -> [UInt8] {
    let states = ["open", "paid", "sent"]
    let records = (0..<recordCount).map { index in
      let number = page * recordCount + index
      return #"{"id":\#(number),"\#(kind)":"\#(kind)-2026-\#(number * 7919 % 10_000)","#
        + #""state":"\#(states[number % 3])","total":\#(number % 90 + 10).\#(number % 90 + 10),"#
        + #""customer":{"id":\#(number * 31 % 500),"country":"\#(number % 2 == 0 ? "DE" : "FR")"}}"#
    }
    return Array(#"{"page":\#(page),"items":[\#(records.joined(separator: ","))]}"#.utf8)
  }

  /// Writes a file, and the directories on the way.
  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url, options: .atomic)
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  /// Serves the directory, without a port.
  func open(
    _ options: SiteOptions = SiteOptions(), store: any TemplateStore = MemoryTemplateStore()
  ) throws -> HuskSite {
    try HuskSite(path, options: options, store: store) { line in
      self.lines.withLock { $0.append(line) }
    }
  }

  /// What was logged.
  var log: [String] { lines.withLock { $0 } }
}

/// A site on a port of this machine.
struct LiveSite {
  let site: HuskSite
  let server: HTTPServer

  /// Starts to serve.
  init(_ site: HuskSite, _ options: ServerOptions = ServerOptions()) throws {
    self.site = site
    server = try HTTPServer(options, handler: site)
  }

  /// The URL of a path.
  func url(_ path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(server.port)\(path)") else {
      throw URLError(.badURL)
    }
    return url
  }

  /// A figure of the metrics.
  func metric(_ name: String) -> Int {
    guard case .bytes(let body) = site.respond(to: ServerRequest("GET", "/metrics")).body else {
      return -1
    }
    let lines = String(decoding: body, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("husk_\(name) ") }?.split(separator: " ").last
      .flatMap { Int($0) } ?? -1
  }
}
