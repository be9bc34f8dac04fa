// SPDX-License-Identifier: Apache-2.0

import HuskClient
import HuskHTTP
import Synchronization

/// Answers requests as a test says, and keeps them.
final class ScriptedTransport: HTTPTransport {
  typealias Answer = @Sendable (OutgoingRequest) throws(HuskClientError) -> IncomingResponse

  private let kept = Mutex<[OutgoingRequest]>([])
  private let answers: Mutex<[Answer]>

  /// Takes the answers in order; the last one is given again and again.
  init(_ answers: Answer...) {
    self.answers = Mutex(answers)
  }

  /// The requests so far.
  var requests: [OutgoingRequest] { kept.withLock { $0 } }

  func send(_ request: OutgoingRequest) async throws(HuskClientError) -> IncomingResponse {
    kept.withLock { $0.append(request) }
    let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    return try answer(request)
  }

  /// An answer of some JSON, or of something else.
  static func json(
    _ text: String, status: Int = 200, _ fields: HTTPFields = HTTPFields()
  ) -> Answer {
    body(Array(text.utf8), status: status, "application/json", fields)
  }

  /// An answer of some bytes.
  static func body(
    _ body: [UInt8], status: Int = 200, _ type: String, _ fields: HTTPFields = HTTPFields()
  ) -> Answer {
    { request in
      var all = fields
      all["Content-Type"] = type
      return IncomingResponse(status, request.url, fields: all, body: body)
    }
  }

  /// No answer.
  static func failure(_ code: HuskClientError.Code) -> Answer {
    { request throws(HuskClientError) in throw HuskClientError(code, request.url) }
  }
}
