// SPDX-License-Identifier: Apache-2.0

public import Husk
internal import HuskCore
internal import HuskHTTP
internal import Synchronization

/// Serves a directory: files, JSON in whichever form the client takes, templates, and the services
/// `/encode`, `/decode` and `/metrics`.
public final class HuskSite: RequestHandler {
  let options: SiteOptions
  let groups: TemplateGroups
  let folder: DocumentFolder
  let metrics = Mutex(SiteMetrics())
  private let root: SiteRoot
  private let encoded = RecentCache<EncodedKey, [UInt8]>(byteCount: 64 << 20)
  private let log: @Sendable (String) -> Void
  private let connections = Mutex<(@Sendable () -> Int)?>(nil)

  private struct EncodedKey: Hashable {
    var tag: String
    var form: BodyForm
  }

  /// Opens a directory and learns the templates of its documents.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - options: How it is served.
  ///   - store: Where templates are kept.
  ///   - log: Takes a line for each request and each new template.
  /// - Throws: ``ServerError`` where it is no directory, or the store fails.
  public init(
    _ path: String, options: SiteOptions = SiteOptions(), store: any TemplateStore,
    log: @escaping @Sendable (String) -> Void
  ) throws(ServerError) {
    root = try SiteRoot(path)
    self.options = options
    self.log = log
    folder = DocumentFolder(root.descriptor)
    groups = TemplateGroups(options, store: store, folder: folder, site: root.path)
    try refresh()
  }

  /// Looks for documents that are new or have changed, and learns from them; requests are answered
  /// with the templates that are known meanwhile.
  ///
  /// - Throws: ``ServerError`` where the store fails.
  public func refresh() throws(ServerError) {
    do throws(TemplateStoreError) {
      try groups.refresh(FolderScan(root.descriptor), log: log)
    } catch { throw ServerError(error.description) }
  }

  /// Says how the number of open connections is found out.
  public func countConnections(_ count: @escaping @Sendable () -> Int) {
    connections.withLock { $0 = count }
  }

  /// Answers a request.
  public func respond(to request: ServerRequest) -> ServerResponse {
    let path = request.path
    if options.access.isPrivate(path), !options.access.isAuthorized(request),
      !path.hasPrefix(TemplateGroup.location)
    {
      return AccessRule.refusal
    }
    switch path {
    case "/encode", "/decode":
      guard request.method == "POST" else { return Self.refuseMethod("POST") }
      return path == "/encode" ? encode(request) : decode(request)
    case "/metrics":
      guard ["GET", "HEAD"].contains(request.method) else { return Self.refuseMethod("GET, HEAD") }
      let connectionCount = connections.withLock { $0 }?() ?? 0
      let text = metrics.withLock {
        $0.text(connectionCount: connectionCount, templateCount: groups.count)
      }
      return ServerResponse(
        200,
        fields: [
          "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store",
        ], body: .bytes(Array(text.utf8)), note: "metrics")
    default:
      guard ["GET", "HEAD"].contains(request.method) else { return Self.refuseMethod("GET, HEAD") }
      if path.hasPrefix(TemplateGroup.location) { return template(request) }
      return file(request)
    }
  }

  private static func refuseMethod(_ allowed: String) -> ServerResponse {
    .problem(405, "The method is not allowed here", fields: ["Allow": allowed])
  }

  /// Makes the body of some content, or takes the one that was made before.
  func body(
    _ content: [UInt8], tag: String, _ form: BodyForm
  ) throws(HuskError) -> [UInt8] {
    guard form != .plain else { return content }
    let key = EncodedKey(tag: tag, form: form)
    let known = encoded[key]
    metrics.withLock { $0.countEncoded(isHit: known != nil) }
    if let known { return known }
    let coder = form.template.flatMap { try? groups.coder($0) }
    let body = try form.encode(content, coder: coder)
    encoded.keep(body, for: key, byteCount: body.count)
    return body
  }

  /// Writes a line to the log.
  public func didAnswer(
    _ response: ServerResponse?, to request: ServerRequest, after duration: Duration
  ) {
    guard let response else {
      metrics.withLock { $0.countUnfinished() }
      return
    }
    metrics.withLock { $0.count(response, after: duration) }
    // Nobody writes lines of the log but the server.
    let words = [request.method, request.target].map { word in
      String(word.prefix(200)).filter { "!"..."~" ~= $0 && $0 != "\"" }
    }
    let microseconds = Int(duration / .microseconds(1))
    log(
      "\(request.peer) \"\(words.joined(separator: " "))\" \(response.status)"
        + " \(response.bodyByteCount) \(microseconds)us \(response.note)")
  }

  /// Counts a connection that was too slow.
  public func didCutConnection() {
    metrics.withLock { $0.countCut() }
  }
}
