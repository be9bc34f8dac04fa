// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a request has no result, for programs as a ``code`` and for people as ``description``.
public struct HuskClientError: Error, Sendable, Equatable {
  /// What went wrong.
  @nonexhaustive public enum Code: Sendable, Equatable {
    /// The URL is not one that can be asked.
    case invalidURL
    /// What was to be sent cannot be encoded.
    case invalidRequest
    /// The task was cancelled.
    case cancelled
    /// The server cannot be reached, or ends the connection.
    case unreachable
    /// The server takes too long.
    case timedOut
    /// The response is larger than the transport takes.
    case tooLarge
    /// The server answered with a status that is no success.
    case status(Int)
    /// The body is damaged, or in a form that is not known.
    case invalidBody
    /// The JSON is not what was expected.
    case unexpectedJSON
  }

  /// What went wrong.
  public let code: Code
  /// What was asked.
  public let url: URL?
  /// What is known beyond the code, in words: what the server or the system says.
  public let context: String

  /// Creates an error from its parts.
  public init(_ code: Code, _ url: URL?, _ context: String = "") {
    self.code = code
    self.url = url
    self.context = context
  }

  /// What to tell people instead of what is known in general.
  private var explanation: String?

  /// Creates an error of which somebody knows better what to tell people.
  init(_ code: Code, _ url: URL?, explained words: String) {
    self.init(code, url)
    explanation = words
  }

  /// Whether asking again may help.
  var isPassing: Bool {
    switch code {
    case .unreachable, .timedOut: true
    case .status(let status): [429, 502, 503, 504].contains(status)
    default: false
    }
  }
}

extension HuskClientError: CustomStringConvertible {
  /// The message for people: what happened, and what they can do about it.
  public var description: String {
    if let explanation { return explanation }
    let host = url?.host ?? "the server"
    let detail = context.isEmpty ? "" : ": \(context)"
    switch code {
    case .invalidURL: return "this is not an address that can be asked\(detail)"
    case .invalidRequest: return "the request cannot be sent\(detail)"
    case .cancelled: return "the request was cancelled"
    case .unreachable: return "\(host) cannot be reached\(detail)"
    case .timedOut: return "\(host) takes too long to answer; try again later"
    case .tooLarge: return "the answer of \(host) is too large\(detail)"
    case .status(let status): return Self.meaning(status, host) + detail
    case .invalidBody: return "the answer of \(host) cannot be read\(detail)"
    case .unexpectedJSON: return "\(host) answers something else than what was expected\(detail)"
    }
  }

  private static func meaning(_ status: Int, _ host: String) -> String {
    switch status {
    case 401: "\(host) wants to know who asks; sign in and try again"
    case 403: "\(host) does not allow this"
    case 404, 410: "\(host) has nothing there"
    case 408, 504: "\(host) took too long; try again"
    case 413: "\(host) finds the request too large"
    case 415: "\(host) does not take this form of data"
    case 429: "\(host) was asked too often; wait a while"
    case 500...: "\(host) has a problem of its own (status \(status)); try again later"
    default: "\(host) refuses the request (status \(status))"
    }
  }
}
