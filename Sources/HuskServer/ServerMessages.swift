// SPDX-License-Identifier: Apache-2.0

public import HuskHTTP

/// A request as a server gets it, with its whole body.
public struct ServerRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path and the query as they were sent.
  public var target: String
  /// The header fields.
  public var fields: HTTPFields
  /// The body.
  public var body: [UInt8]
  /// The address of the other side.
  public var peer: String

  /// Creates a request from its parts.
  public init(
    _ method: String, _ target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    peer: String = ""
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    self.peer = peer
  }

  /// The path, without the query.
  public var path: Substring { target.prefix { $0 != "?" } }
}

/// A response as a server gives it.
public struct ServerResponse: Sendable {
  /// What follows the header.
  public enum Body: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// The bytes of a file that is open.
    case file(OpenFile)
    /// None, as the status is 304: the number is that of the bytes which 200 would have sent
    /// (RFC 9110 §8.6).
    case unsent(byteCount: Int)
  }

  /// The status.
  public var status: Int
  /// The header fields.
  public var fields: HTTPFields
  /// What follows them.
  public var body: Body
  /// A word for the log: the form of the body, or what went wrong.
  public var note: String

  /// Creates a response from its parts.
  public init(
    _ status: Int, fields: HTTPFields = HTTPFields(), body: Body = .bytes([]), note: String = ""
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.note = note
  }

  /// The number of bytes of the body that are sent.
  public var bodyByteCount: Int {
    switch body {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.byteCount
    case .unsent: 0
    }
  }

  /// Creates an answer that says what is wrong, as JSON for programs (RFC 9457).
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - title: What is wrong, the same for all such errors.
  ///   - detail: What was found this time.
  ///   - fields: Further fields.
  /// - Returns: The response.
  public static func problem(
    _ status: Int, _ title: String, _ detail: String = "", fields: HTTPFields = HTTPFields()
  ) -> ServerResponse {
    var text = "{\"status\":\(status),\"title\":\(quoted(title))"
    if !detail.isEmpty { text += ",\"detail\":\(quoted(detail))" }
    var all = fields
    all["Content-Type"] = "application/problem+json"
    return ServerResponse(
      status, fields: all, body: .bytes(Array("\(text)}\n".utf8)), note: title)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// What answers requests.
public protocol RequestHandler: Sendable {
  /// Answers a request; called on several threads at once.
  func respond(to request: ServerRequest) -> ServerResponse

  /// Hears of an answer once it has been sent, or cannot be.
  ///
  /// - Parameters:
  ///   - response: The answer, or `nil` where the connection ended before there was one.
  ///   - request: What was asked, as far as it had arrived.
  ///   - duration: The time since the head of the request was there.
  func didAnswer(_ response: ServerResponse?, to request: ServerRequest, after duration: Duration)

  /// Hears that a connection was cut because it was too slow.
  func didCutConnection()
}
