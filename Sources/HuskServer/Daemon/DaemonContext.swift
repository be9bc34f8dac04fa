// SPDX-License-Identifier: Apache-2.0

internal import CMicrohttpd
internal import Dispatch
internal import HuskHTTP
internal import Synchronization

/// What the calls of libmicrohttpd lead to.
final class DaemonContext: Sendable {
  let table = ConnectionTable()
  /// Whether answers ask for the connection to be closed.
  let isStopping = Atomic(false)
  /// Whether the library calls no more.
  let hasEnded = Atomic(false)
  private let options: ServerOptions
  private let handler: any RequestHandler

  /// How often connections are looked at, in milliseconds.
  private static let watchInterval = 200

  init(_ options: ServerOptions, _ handler: any RequestHandler) {
    self.options = options
    self.handler = handler
  }

  /// The functions that the library calls; the server keeps this object alive for as long.
  var callbacks: husk_httpd_callbacks {
    unsafe husk_httpd_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(), target: Self.target,
      access: Self.access, completed: Self.completed, connection: Self.connection)
  }

  /// Ends connections that are too slow, now and again until the server stops.
  func watch() {
    for _ in 0..<table.cutLateConnections(at: .now) { handler.didCutConnection() }
    guard !hasEnded.load(ordering: .relaxed) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.watchInterval)) {
      [weak self] in self?.watch()
    }
  }

  private func advance(
    _ exchange: Exchange, _ connection: OpaquePointer, method: String,
    _ piece: UnsafeBufferPointer<CChar>
  ) -> MHD_Result {
    let key = UInt(bitPattern: connection)
    let step: Exchange.Step
    if let first = unsafe exchange.takeHead(
      connection, method: method, limit: options.bodyByteCount)
    {
      table.enter(.body, key, until: .now + options.bodyTime)
      step = first
    } else if !piece.isEmpty {
      step = unsafe exchange.takeBody(piece, limit: options.bodyByteCount)
    } else {
      step = exchange.lastStep
    }
    switch step {
    case .more: return husk_httpd_go_on
    case .cut: return husk_httpd_end
    case .answer, .refuse: break
    }
    table.enter(.answer, key, until: .now + options.answerTime)
    var response =
      if case .refuse = step {
        ServerResponse.problem(
          413, "The body is too large", "at most \(options.bodyByteCount) bytes are taken",
          fields: ["Connection": "close"])
      } else {
        handler.respond(to: exchange.request)
      }
    if isStopping.load(ordering: .relaxed) { response.fields["Connection"] = "close" }
    let time = Duration.seconds(response.bodyByteCount / ServerOptions.slowestByteCount)
    table.enter(.answer, key, until: .now + options.answerTime + time)
    return unsafe exchange.send(response, on: connection)
  }

  private static func daemon(_ pointer: UnsafeMutableRawPointer?) -> DaemonContext? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Unmanaged<DaemonContext>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Has the target of a request as it was sent; elsewhere it is without its escapes.
  private static let target:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { _, target, _ in
      let text = unsafe target.map { unsafe String(cString: $0) } ?? ""
      return unsafe Unmanaged.passRetained(Exchange(target: text)).toOpaque()
    }

  private static let access: MHD_AccessHandlerCallback = {
    context, connection, _, method, _, piece, count, state in
    guard let context = unsafe daemon(context), let connection = unsafe connection,
      let pointer = unsafe state?.pointee, let count = unsafe count
    else { return husk_httpd_end }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    let bytes = unsafe UnsafeBufferPointer(start: piece, count: piece == nil ? 0 : count.pointee)
    unsafe count.pointee = 0
    return unsafe context.advance(
      exchange, connection, method: method.map { unsafe String(cString: $0) } ?? "", bytes)
  }

  private static let completed: MHD_RequestCompletedCallback = { context, connection, state, _ in
    guard let context = unsafe daemon(context), let pointer = unsafe state?.pointee
    else { return }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    unsafe state?.pointee = nil
    context.table.enter(
      .idle, UInt(bitPattern: connection), until: .now + context.options.headTime)
    context.handler.didAnswer(
      exchange.response, to: exchange.request, after: exchange.start.duration(to: .now))
  }

  private static let connection: MHD_NotifyConnectionCallback = {
    context, connection, _, event in
    guard let context = unsafe daemon(context), let connection = unsafe connection
    else { return }
    let key = UInt(bitPattern: connection)
    if husk_httpd_is_start(event) != 0 {
      context.table.open(
        key, socket: unsafe husk_httpd_socket(connection),
        until: .now + context.options.headTime)
    } else {
      context.table.close(key)
    }
  }
}
