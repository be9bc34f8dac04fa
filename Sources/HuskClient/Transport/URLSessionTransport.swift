// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HuskHTTP
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends requests through a session of Foundation, which keeps no cookies and no responses.
///
/// Credentials that Foundation would add by itself would not show in the scope of templates, so it
/// is not let.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges = SessionExchanges()

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - timeout: How long nothing may happen.
  ///   - bodyByteCount: The most bytes of a response.
  ///   - connectionCount: The most connections to one host.
  public init(
    timeout: Duration = .seconds(30), bodyByteCount: Int = 256 << 20, connectionCount: Int = 6
  ) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Double(timeout.components.seconds)
    configuration.httpMaximumConnectionsPerHost = connectionCount
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(
      configuration: configuration,
      delegate: SessionDelegate(exchanges, bodyByteCount: bodyByteCount), delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request and waits for the whole response.
  public func send(
    _ request: OutgoingRequest
  ) async throws(HuskClientError) -> IncomingResponse {
    var outgoing = URLRequest(url: request.url)
    outgoing.httpMethod = request.method
    for line in request.fields.lines {
      outgoing.addValue(line.value, forHTTPHeaderField: line.name)
    }
    outgoing.httpBody = request.body.map { Data($0) }
    let task = session.dataTask(with: outgoing)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchanges.add(task.taskIdentifier, continuation)
        task.resume()
        // A task that was cancelled before it was known here would never end.
        if Task.isCancelled { task.cancel() }
      }
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }
}

/// The requests of a session that wait for their responses.
final class SessionExchanges: Sendable {
  typealias Result = Swift.Result<IncomingResponse, HuskClientError>

  private struct Exchange: Sendable {
    var continuation: CheckedContinuation<Result, Never>
    var body: [UInt8] = []
    var failure: HuskClientError?
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])

  /// Notes who waits for a task.
  func add(_ task: Int, _ continuation: CheckedContinuation<Result, Never>) {
    exchanges.withLock { $0[task] = Exchange(continuation: continuation) }
  }

  /// Takes a piece of a body, and says whether it is within a limit.
  func append(_ piece: Data, to task: Int, limit: Int, _ url: URL?) -> Bool {
    exchanges.withLock { exchanges in
      guard let count = exchanges[task]?.body.count else { return false }
      guard count + piece.count <= limit else {
        exchanges[task]?.failure = HuskClientError(.tooLarge, url, "more than \(limit) bytes")
        return false
      }
      exchanges[task]?.body += piece
      return true
    }
  }

  /// Hands the result to who waits for it.
  func finish(_ task: Int, _ result: ([UInt8]) -> Result) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task) }) else { return }
    if let failure = exchange.failure {
      exchange.continuation.resume(returning: .failure(failure))
    } else {
      exchange.continuation.resume(returning: result(exchange.body))
    }
  }
}

/// Hears what happens in a session.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges: SessionExchanges
  private let bodyByteCount: Int

  init(_ exchanges: SessionExchanges, bodyByteCount: Int) {
    self.exchanges = exchanges
    self.bodyByteCount = bodyByteCount
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTaken = exchanges.append(
      data, to: dataTask.taskIdentifier, limit: bodyByteCount, dataTask.originalRequest?.url)
    if !isTaken { dataTask.cancel() }
  }

  /// What was meant for one origin does not follow a redirection to another.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    var request = request
    // Foundation loses a slash at the end of a relative address.
    if let location = response.value(forHTTPHeaderField: "Location"),
      let target = URL(string: location, relativeTo: response.url)
    {
      request.url = target.absoluteURL
    }
    let from = task.originalRequest?.url.flatMap { WebAddress($0.absoluteString) }
    let to = request.url.flatMap { WebAddress($0.absoluteString) }
    if from == nil || from?.origin != to?.origin {
      for name in ["Authorization", "Cookie", HuskNames.availableTemplate] {
        request.setValue(nil, forHTTPHeaderField: name)
      }
    }
    completionHandler(request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let url = task.originalRequest?.url
    exchanges.finish(task.taskIdentifier) { body in
      if let error { return .failure(Self.failure(error, url)) }
      guard let response = task.response as? HTTPURLResponse,
        let url = response.url ?? url
      else { return .failure(HuskClientError(.unreachable, url, "there is no answer")) }
      var fields = HTTPFields()
      for (name, value) in response.allHeaderFields {
        guard let name = name as? String, let value = value as? String else { continue }
        fields.append(name, value)
      }
      // The session has undone the coding, and refuses those that it does not know.
      let coding = fields["Content-Encoding"]
      fields["Content-Encoding"] = nil
      var incoming = IncomingResponse(response.statusCode, url, fields: fields, body: body)
      if let coding, coding.lowercased() != "identity" {
        incoming.sentByteCount = fields["Content-Length"].flatMap { Int($0) }
      }
      return .success(incoming)
    }
  }

  private static func failure(_ error: any Error, _ url: URL?) -> HuskClientError {
    let error = error as? URLError
    switch error?.code {
    case .cancelled: return HuskClientError(.cancelled, url)
    case .timedOut: return HuskClientError(.timedOut, url)
    case .unsupportedURL, .badURL: return HuskClientError(.invalidURL, url)
    case .cannotDecodeContentData, .cannotDecodeRawData:
      return HuskClientError(.invalidBody, url, "its content coding is not known")
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      return HuskClientError(.unreachable, url, error?.localizedDescription ?? "")
    default:
      let reason = error?.localizedDescription ?? "nobody says why"
      return HuskClientError(
        .unreachable, url,
        explained: "the exchange with \(url?.host ?? "the server") failed: \(reason)")
    }
  }
}
