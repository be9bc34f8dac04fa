// SPDX-License-Identifier: Apache-2.0
//
// Stands for a web framework, as far as the example needs one.

import HuskHTTP

/// What the framework calls for a route.
public protocol AsyncResponder: Sendable {
  /// Answers a request.
  func respond(to request: Request) async throws -> Response
}

/// A request of the framework.
public struct Request: Sendable {
  /// The path.
  public var path: String
  /// The header fields.
  public var headers: HTTPFields

  /// Creates a request.
  public init(path: String, headers: HTTPFields) {
    self.path = path
    self.headers = headers
  }
}

/// A response of the framework.
public struct Response: Sendable {
  /// The status.
  public var status: Int
  /// The header fields.
  public var headers: HTTPFields
  /// The body.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
