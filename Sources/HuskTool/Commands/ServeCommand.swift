// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Husk
import HuskHTTP
import HuskServer

extension Command {
  /// `husk serve`.
  package static let serve = Command(
    "serve", summary: "serve a directory over HTTP, JSON in few bytes",
    details: [
      """
      Answers requests for the files below DIR. JSON goes out in the form that the client asks for: as \
      a message with a template that the client has, as Husk that needs none, in gzip, or as it is. \
      Clients that know nothing of Husk notice nothing.
      """,
      """
      The documents of a directory share a template, which is learnt from three of them or more and \
      kept in the template store; clients find it at \(HuskSite.templateLocation)ID. When documents \
      change, a new version is learnt if it is worth it, and the old ones go on working.
      """,
      """
      'POST /encode' makes Husk of JSON and 'POST /decode' JSON of Husk; 'GET /metrics' counts, for \
      Prometheus. Symbolic links and hidden files are not served. Requests are logged to standard \
      error. SIGINT and SIGTERM end it once the answers that are due have been sent.
      """,
    ],
    operands: [Operand(name: "DIR", count: .one, kind: .file, summary: "the directory")],
    options: HTTPOptions.ofServer,
    examples: [
      Example(
        line: "husk serve public", effect: "Serves the directory at http://127.0.0.1:8080/"),
      Example(
        line: "husk serve public --token-file token --private '/accounts/*'",
        effect: "Asks for a token where paths start with /accounts/"),
    ]
  ) { arguments, io throws(ToolError) in
    let directory = arguments.operands[0]
    let siteOptions = try HTTPOptions.site(arguments, io)
    let store = try TemplateAccess(arguments, io).store(clock: .system)
    // Before any thread is started, so that the signals come to this one.
    StopSignal.hold()
    let isQuiet = arguments.has(.quiet)
    let log: @Sendable (String) -> Void = { line in
      if !isQuiet { try? POSIX.writeAll(2, Array("\(line)\n".utf8)) }
    }
    do throws(ServerError) {
      let site = try HuskSite(io.locate(directory), options: siteOptions, store: store, log: log)
      let server = try HTTPServer(HTTPOptions.server(arguments), handler: site)
      site.countConnections { [weak server] in server?.connectionCount ?? 0 }
      let seconds = arguments.value(of: HTTPOptions.refresh).flatMap(TemplateOptions.seconds)
      site.refreshRepeatedly(every: .seconds(Int(max(seconds ?? 10, 1))))
      let address = HTTPOptions.server(arguments).address
      let host = address.contains(":") ? "[\(address)]" : address
      io.log("husk: serving \(directory) at http://\(host):\(server.port)/\n")
      let signal = StopSignal.wait()
      if !isQuiet { io.log("husk: signal \(signal), stopping\n") }
      let isDone = server.stop()
      return isDone ? .success : .failure
    } catch { throw ToolError(error.description) }
  }
}

extension HuskSite {
  /// Looks for changed documents again and again, on a thread of its own.
  fileprivate func refreshRepeatedly(every interval: DispatchTimeInterval) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self else { return }
      do throws(ServerError) { try refresh() } catch {
        try? POSIX.writeAll(2, Array("husk: \(error)\n".utf8))
      }
      refreshRepeatedly(every: interval)
    }
  }
}
