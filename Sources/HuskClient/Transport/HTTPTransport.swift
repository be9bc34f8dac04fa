// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HuskHTTP

/// A request on its way out.
public struct OutgoingRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// Where it goes.
  public var url: URL
  /// The header fields.
  public var fields: HTTPFields
  /// The body, or `nil` where there is none.
  public var body: [UInt8]?

  /// Creates a request from its parts.
  public init(_ method: String, _ url: URL, fields: HTTPFields = HTTPFields(), body: [UInt8]? = nil)
  {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }
}

/// A response as it came in, its body without a content coding.
public struct IncomingResponse: Sendable {
  /// The status.
  public var status: Int
  /// Where it came from, after redirections.
  public var url: URL
  /// The header fields; one that names a content coding which has been undone is gone.
  public var fields: HTTPFields
  /// The body.
  public var body: [UInt8]
  /// The number of bytes that the body had on the way, in its content coding; `nil` where that is not known.
  public var sentByteCount: Int?

  /// Creates a response from its parts, with a body that came as it is.
  public init(_ status: Int, _ url: URL, fields: HTTPFields, body: [UInt8]) {
    self.status = status
    self.url = url
    self.fields = fields
    self.body = body
    sentByteCount = body.count
  }
}

/// What carries requests; ``URLSessionTransport`` outside of tests.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole response, which may have any status.
  ///
  /// - Throws: ``HuskClientError`` where there is no response, it is too large, or the task is
  ///   cancelled.
  func send(_ request: OutgoingRequest) async throws(HuskClientError) -> IncomingResponse
}
