// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The report of what Husk saves over HTTP, and that nothing fails, in Markdown.
struct HTTPReport {
  /// How many requests the proof makes.
  let requestCount: Int
  /// How many clients make them at once.
  private static let clientCount = 16

  /// Measures sessions, then makes the requests.
  func text() async throws -> String {
    var sessions: [SessionContest.Result] = []
    for dataset in ["customers", "orders", "logs", "telemetry", "chat"] {
      let pages = try ListPages(dataset, pageCount: 40).pages
      sessions.append(
        try await SessionContest.run(
          dataset, known: Array(pages[..<20]), Array(pages[20...])))
    }
    let orders = try ListPages("orders", pageCount: 41)
    let polling = try await SessionContest.run(
      "orders, polled", known: Array(orders.pages[..<20]), orders.polled(count: 20))
    let load = try await LoadProof.run(requestCount: requestCount, clientCount: Self.clientCount)
    return Self.introduction + "\n" + Self.table(sessions) + Self.explanation + "\n"
      + Self.table([polling]) + "\n" + Self.proof(load)
  }

  private static func table(_ sessions: [SessionContest.Result]) -> String {
    var table = MarkdownTable([
      "session", "JSON", "zstd -3", "zstd -19", "dictionary -3", "dictionary -19", "Husk",
      "of it template", "fields", "/ zstd -3", "/ zstd -19", "/ dict. -3", "/ dict. -19",
    ])
    for session in sessions {
      let peers =
        SessionContest.levels.map { session.zstd[$0] ?? 0 }
        + SessionContest.levels.map { session.dictionary[$0] ?? 0 }
      let counts =
        [session.textByteCount] + peers
        + [session.huskByteCount, session.templateByteCount, session.fieldByteCount]
      table.add(
        [session.name] + counts.map(Quantity.grouped)
          + peers.map { Quantity.ratio(Double(session.huskByteCount) / Double($0)) })
    }
    return table.text
  }

  private static func proof(_ load: LoadProof.Result) -> String {
    """
    ## Requests while templates change

    \(load.clientCount) clients make requests of lists of ten records while the documents become others
    every two seconds, and the server learns new templates of them. Nothing is asked for twice. Each
    answer is compared with what the document was at some time.

    | what                                     | count |
    |------------------------------------------|------:|
    | requests                                 | \(Quantity.grouped(load.requestCount)) |
    | answers that were messages of a template | \(Quantity.grouped(load.messageCount)) |
    | templates that were used                 | \(load.templates.count) |
    | requests that failed                     | \(load.failureCount) |
    | answers that were wrong                  | \(load.wrongCount) |
    | requests in a second                     | \(Quantity.grouped(Int(Double(load.requestCount) / load.seconds))) |

    """
  }

  private static let introduction = """
    # Over HTTP

    A client asks a list endpoint 20 times, for pages of 100 records each. The server has learnt its
    template from 20 other pages. Bytes are those of the bodies over the whole session, for Husk with the
    first answer, which needs no template, and the template itself. What header fields Husk adds, in
    requests and answers, is beside it. zstd is the content coding of each page for itself, at the level of
    answers that are made on request and at one for files. The dictionary is the answer before, as in
    RFC 9842, with the 40 bytes that stand before each body there. The last columns are Husk's share.

    Written by `make prove`.

    """

  private static let explanation = """

    ## Where a dictionary is better

    A list that is polled, with one record in a hundred new each time, is nearly the answer before it. A
    dictionary then leaves next to nothing. A template does not hold the answer before: Husk sends each
    answer anew. Where nothing has changed at all, both answer 304.

    """
}
