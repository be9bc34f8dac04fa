// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Husk
import HuskHTTP
import HuskServer
import HuskTool

extension HTTPTool {
  /// What `husk serve` does.
  static let serve: Command.Action = { arguments, io throws(ToolError) in
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
