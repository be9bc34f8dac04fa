// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Husk
import HuskClient
import HuskHTTP
import HuskTool
import Synchronization

extension HTTPTool {
  /// What `husk fetch` does.
  static let fetch: Command.Action = { arguments, io throws(ToolError) in
    let word = arguments.operands[0]
    guard let url = URL(string: word), WebAddress(word) != nil else {
      throw .usage(
        "'\(word)' is no address",
        hint: "addresses start with http:// or https://, and hold no spaces and nothing but ASCII")
    }
    let fields = try HTTPOptions.fields(arguments, io)
    let path = arguments.value(of: .output)
    var destination =
      path == nil || path == "-"
      ? try Destination(standardOutputFor: .text, io: io)
      : try Destination(
        path ?? "", for: .text, madeFrom: nil,
        existing: arguments.has(.force) ? .replaced : .kept, io: io)
    let store = try TemplateAccess(arguments, io).store(clock: .system)
    let response: HuskResponse
    do throws(HuskClientError) {
      response = try Self.wait { () async throws(HuskClientError) in
        let client = HuskClient(store: store)
        let response = try await client.get(url, fields: fields)
        await client.finishFetchingTemplates()
        return response
      }
    } catch {
      let hint =
        error.code == .status(401) ? "--token-file names a file with the token to send" : nil
      throw ToolError(error.description, in: word, hint: hint)
    }
    // Who asks with If-None-Match has a file already, and nothing came in its place.
    if response.status != 304 {
      try destination.write(response.body)
      try destination.finish()
    }
    if arguments.has(.verbose) { io.log("\(summary(response))\n") }
    return .success
  }

  /// What came over the wire, and what it became.
  private static func summary(_ response: HuskResponse) -> String {
    guard response.status != 304 else { return "not modified" }
    let count = response.sentByteCount.map { Prose.count($0, "byte") }
    let sent = count ?? "an unknown number of bytes"
    let type = response.contentType?.prefix { $0 != ";" } ?? "no type"
    let what = type == HuskNames.jsonMediaType || type.hasSuffix("+json") ? "JSON" : String(type)
    var words = "\(sent) for \(Prose.count(response.body.count, "byte")) of \(what)"
    if let template = response.template {
      words += ", template \(template.description.prefix(16))"
    } else if BodyForm(announcedBy: response.fields)?.isHusk == true {
      words += ", as Husk"
    }
    return words
  }

  /// Waits for what works on other threads.
  private static func wait<Result: Sendable>(
    _ body: @escaping @Sendable () async throws(HuskClientError) -> Result
  ) throws(HuskClientError) -> Result {
    let isDone = DispatchSemaphore(value: 0)
    let box = WaitBox<Swift.Result<Result, HuskClientError>>()
    Task {
      let value: Swift.Result<Result, HuskClientError>
      do throws(HuskClientError) { value = .success(try await body()) } catch {
        value = .failure(error)
      }
      box.result.withLock { $0 = value }
      isDone.signal()
    }
    isDone.wait()
    guard let value = box.result.withLock({ $0 }) else {
      preconditionFailure("the result is there once it is announced")
    }
    return try value.get()
  }
}

/// Holds the result of what is waited for.
private final class WaitBox<Value: Sendable>: Sendable {
  let result = Mutex<Value?>(nil)
}
