// SPDX-License-Identifier: Apache-2.0

/// The commands that ``Companion`` carries out.
extension Command {
  /// `husk serve`.
  package static let serve = Command(
    "serve", summary: "serve a directory over HTTP, JSON in few bytes",
    details: [
      """
      Answers requests for the files below DIR. JSON goes out in the form that the client asks for: as \
      a message with a template that the client has, as Husk that needs none, in gzip, or as it is. \
      NDJSON goes out as Husk, too, and what would become no shorter as it is. Clients that know \
      nothing of Husk notice nothing.
      """,
      """
      The documents of a directory share a template, which is learnt from three of them or more and \
      kept in the template store; clients find it at /.husk/templates/ID. When documents \
      change, a new version is learnt if it is worth it, and the old ones go on working.
      """,
      """
      'POST /encode' makes Husk of JSON and 'POST /decode' JSON of Husk; 'GET /metrics' counts, for \
      Prometheus. Symbolic links and hidden files are not served. Requests are logged to standard \
      error. SIGINT and SIGTERM end it once the answers that are due have been sent.
      """,
    ],
    operands: [Operand(name: "DIR", count: .one, kind: .file, summary: "the directory")],
    options: HTTPOptions.ofServer,
    examples: [
      Example(
        line: "husk serve public", effect: "Serves the directory at http://127.0.0.1:8080/"),
      Example(
        line: "husk serve public --token-file token --private '/accounts/*'",
        effect: "Asks for a token where paths start with /accounts/"),
    ],
    action: nil)

  /// `husk fetch`.
  package static let fetch = Command(
    "fetch", summary: "get JSON over HTTP, in few bytes where the server can",
    details: [
      """
      Asks for URL and writes the JSON or NDJSON that comes, byte for byte as the server has it. Where the \
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
        effect: "Prints the JSON, and how many bytes came for it over the wire")
    ],
    action: nil)
}
