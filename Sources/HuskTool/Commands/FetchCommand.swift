// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Husk
import HuskClient
import HuskHTTP
import Synchronization

extension Command {
  /// `husk fetch`.
  package static let fetch = Command(
    "fetch", summary: "get JSON over HTTP, in few bytes where the server can",
    details: [
      """
      Asks for URL and writes the JSON that comes, byte for byte as the server has it. Where the \
      server speaks Husk, the answer comes as Husk, and the template that it offers is fetched and \
      kept in the template store for the next time. Any other server answers as usual.
      """,
      """
      A template is named only to the server that it comes from, for the URLs that it is for, and \
      with the same credentials as it was fetched with.
      """,
    ],
    operands: [Operand(name: "URL", count: .one, kind: .text, summary: "the address")],
    options: [
      .output, .force, HTTPOptions.header, HTTPOptions.clientToken, TemplateOptions.store, .quiet,
      .verbose,
    ],
    examples: [
      Example(
        line: "husk fetch -v http://127.0.0.1:8080/orders/1.json",
        effect: "Prints the JSON, and how many bytes came")
    ]
  ) { arguments, io throws(ToolError) in
    let word = arguments.operands[0]
    guard let url = URL(string: word), WebAddress(word) != nil else {
      throw .usage("'\(word)' is no address", hint: "addresses start with http:// or https://")
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
    } catch { throw ToolError(error.description, in: word) }
    try destination.write(response.body)
    try destination.finish()
    if arguments.has(.verbose) {
      let template = response.template.map { ", template \($0.description.prefix(16))" } ?? ""
      io.log(
        "\(Prose.count(response.sentByteCount, "byte")) for"
          + " \(Prose.count(response.body.count, "byte")) of JSON\(template)\n")
    }
    return .success
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
