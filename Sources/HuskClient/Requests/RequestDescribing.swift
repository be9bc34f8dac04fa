// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HuskHTTP

/// A point of an API as one small value: what is asked, and what the answer is.
///
///     struct CustomerPage: RequestDescribing {
///       typealias Answer = [Customer]
///       var number: Int
///       var path: String { "/api/customers" }
///       var query: [(name: String, value: String)] { [("page", "\(number)")] }
///     }
///
///     let customers = try await client.send(CustomerPage(number: 1), to: api)
public protocol RequestDescribing: Sendable {
  /// What the answer is read as.
  associatedtype Answer: ResponseDescribing

  /// The method; `GET` unless told.
  var method: String { get }
  /// The path below the address of the API.
  var path: String { get }
  /// Names and values behind the path; none unless told.
  var query: [(name: String, value: String)] { get }
  /// Further header fields; none unless told.
  var fields: HTTPFields { get }
  /// The content of the body; none unless told.
  ///
  /// - Parameter encoder: What makes JSON of values, that of ``ClientOptions/encoder``.
  /// - Returns: The bytes, before they are encoded as ``encoding`` says; `nil` for a request without a body.
  /// - Throws: What goes wrong with that; the request is not sent then.
  func content(by encoder: JSONEncoder) throws -> [UInt8]?
  /// How the body is encoded; as JSON unless told.
  var encoding: BodyEncoding { get }
  /// What to tell people about an error, where this request knows better than its description.
  func explanation(of error: HuskClientError) -> String?
}

extension RequestDescribing {
  /// `GET`.
  public var method: String { "GET" }
  /// None.
  public var query: [(name: String, value: String)] { [] }
  /// None.
  public var fields: HTTPFields { HTTPFields() }
  /// JSON.
  public var encoding: BodyEncoding { .json }
  /// None.
  public func content(by encoder: JSONEncoder) throws -> [UInt8]? { nil }
  /// None: the error says it well.
  public func explanation(of error: HuskClientError) -> String? { nil }

  /// The address of the request at an API.
  func url(at api: URL) -> URL? {
    var components = URLComponents(url: api, resolvingAgainstBaseURL: true)
    let base = components?.path ?? ""
    components?.path = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
    if !query.isEmpty {
      components?.queryItems = query.map { URLQueryItem(name: $0.name, value: $0.value) }
    }
    return components?.url
  }
}

/// What an answer can be read as.
public protocol ResponseDescribing {
  /// Reads an answer; what can be decoded from JSON is.
  init(reading response: HuskResponse) throws(HuskClientError)
}

extension ResponseDescribing where Self: Decodable {
  /// Decodes the JSON of the answer with ``ClientOptions/decoder``.
  public init(reading response: HuskResponse) throws(HuskClientError) {
    self = try response.decode(Self.self)
  }
}

extension Array: ResponseDescribing where Element: Decodable {}
extension Dictionary: ResponseDescribing where Key: Decodable, Value: Decodable {}

extension HuskResponse: ResponseDescribing {
  /// Takes the answer as it is.
  public init(reading response: HuskResponse) {
    self = response
  }
}

/// An answer of which nothing is wanted but that it is no error.
public struct EmptyAnswer: ResponseDescribing {
  /// Reads nothing.
  public init(reading response: HuskResponse) {}
}
