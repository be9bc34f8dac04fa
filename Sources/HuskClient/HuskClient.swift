// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Husk
internal import HuskCore
public import HuskHTTP
internal import Synchronization

/// Asks servers for JSON, in few bytes where they speak Husk and as usual where they do not.
///
///     let client = HuskClient()
///     let customers = try await client.get([Customer].self, from: url)
///
/// Templates that a server offers are fetched behind the answers and kept in a store. Answers are
/// kept in memory for as long as the server allows, and validated after that.
public final class HuskClient: Sendable {
  let options: ClientOptions
  let templates: ClientTemplates
  let transport: any HTTPTransport
  private let cache: Mutex<ResponseCache>
  /// The templates that are on their way.
  let fetches = Mutex<[TemplateFetch: Task<Void, Never>]>([:])

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - store: Where templates are kept.
  ///   - options: How it works.
  ///   - transport: What carries requests.
  public init(
    store: any TemplateStore = MemoryTemplateStore(), options: ClientOptions = ClientOptions(),
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.options = options
    self.transport = transport
    templates = ClientTemplates(store, limits: options.limits)
    cache = Mutex(ResponseCache(byteCount: options.cacheByteCount))
  }

  /// Asks for a resource.
  ///
  /// - Parameters:
  ///   - url: The resource.
  ///   - fields: Further header fields.
  /// - Returns: The answer, decoded.
  /// - Throws: ``HuskClientError``.
  public func get(
    _ url: URL, fields: HTTPFields = HTTPFields()
  ) async throws(HuskClientError) -> HuskResponse {
    let target = try RequestTarget(url, fields, partition: options.partition)
    let key = ResponseCache.Key(target, fields)
    let kept = cache.withLock { $0.entry(key) }
    if var response = kept?.response, let kept, kept.freshUntil > .now {
      (response.source, response.sentByteCount) = (.cache, 0)
      return response
    }
    let response = try await exchange(
      OutgoingRequest("GET", url, fields: fields), target, validating: kept)
    keep(response, for: key)
    return response
  }

  /// Asks for a resource, and decodes the JSON with ``ClientOptions/decoder``.
  public func get<Value: Decodable>(
    _ type: Value.Type, from url: URL, fields: HTTPFields = HTTPFields()
  ) async throws(HuskClientError) -> Value {
    try await get(url, fields: fields).decode(type)
  }

  /// Sends JSON to a resource.
  ///
  /// - Parameters:
  ///   - json: One JSON text.
  ///   - encoding: How it is encoded.
  ///   - url: The resource.
  ///   - fields: Further header fields.
  /// - Returns: The answer, decoded.
  /// - Throws: ``HuskClientError``.
  public func post(
    _ json: [UInt8], as encoding: BodyEncoding = .json, to url: URL,
    fields: HTTPFields = HTTPFields()
  ) async throws(HuskClientError) -> HuskResponse {
    try await send("POST", json, as: encoding, to: url, fields: fields)
  }

  /// Sends a value as JSON of ``ClientOptions/encoder`` to a resource, and decodes the JSON of the answer with
  /// ``ClientOptions/decoder``.
  public func post<Value: Encodable, Answer: Decodable>(
    _ value: Value, as encoding: BodyEncoding = .json, to url: URL,
    fields: HTTPFields = HTTPFields(), returning type: Answer.Type = Answer.self
  ) async throws(HuskClientError) -> Answer {
    let json: Data
    do {
      json = try options.encoder.encode(value)
    } catch { throw HuskClientError(.invalidRequest, url, "\(error)") }
    return try await post(Array(json), as: encoding, to: url, fields: fields).decode(type)
  }

  /// Sends a request that is described by a value.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - api: The address that the paths of requests start from.
  /// - Returns: What the answer is read as.
  /// - Throws: ``HuskClientError``, with the explanation of the request where it has one.
  public func send<Request: RequestDescribing>(
    _ request: Request, to api: URL
  ) async throws(HuskClientError) -> Request.Answer {
    do throws(HuskClientError) {
      guard let url = request.url(at: api) else { throw HuskClientError(.invalidURL, api) }
      let content: [UInt8]?
      do { content = try request.content(by: options.encoder) } catch {
        throw HuskClientError(.invalidRequest, url, "\(error)")
      }
      let response =
        request.method == "GET"
        ? try await get(url, fields: request.fields)
        : try await send(
          request.method, content, as: request.encoding, to: url, fields: request.fields)
      return try Request.Answer(reading: response)
    } catch {
      guard let words = request.explanation(of: error) else { throw error }
      throw HuskClientError(error.code, error.url, explained: words)
    }
  }

  private func send(
    _ method: String, _ content: [UInt8]?, as encoding: BodyEncoding, to url: URL,
    fields: HTTPFields
  ) async throws(HuskClientError) -> HuskResponse {
    let target = try RequestTarget(url, fields, partition: options.partition)
    var outgoing = OutgoingRequest(method, url, fields: fields)
    if let content {
      outgoing.fields.merge(encoding.fields)
      do throws(HuskError) {
        outgoing.body = try encoding.encode(content)
      } catch { throw HuskClientError(.invalidRequest, url, error.description) }
    }
    // What was kept of the resource may be wrong after this.
    defer { cache.withLock { $0.removeAll(of: target) } }
    do throws(HuskClientError) {
      return try await exchange(outgoing, target, validating: nil)
    } catch {
      // The server does not take the coding: nothing was done yet, so it can be asked again.
      guard error.code == .status(415), !encoding.codings.isEmpty else { throw error }
      outgoing.fields["Content-Encoding"] = nil
      outgoing.body = content
      return try await exchange(outgoing, target, validating: nil)
    }
  }

  private func keep(_ response: HuskResponse, for key: ResponseCache.Key) {
    guard let address = WebAddress(response.url.absoluteString), address.text == key.url
    else { return }
    let reading = HuskNegotiator().reading(response.fields, from: address)
    cache.withLock { cache in
      guard !reading.cacheControl.isNoStore, response.fields["Vary"]?.contains("*") != true,
        reading.entityTag != nil || reading.freshSeconds > 0
      else { return cache.remove(key) }
      cache.keep(
        ResponseCache.Entry(
          response: response, entityTag: reading.entityTag,
          freshUntil: .now + .seconds(reading.freshSeconds)), for: key)
    }
  }
}
