// SPDX-License-Identifier: Apache-2.0

/// The options of the commands that speak HTTP.
package enum HTTPOptions {
  package static let address = Option(
    "address", value: Option.Value(name: "ADDRESS", kind: .text),
    summary: "listen on this numeric address (default: 127.0.0.1, which only this machine reaches)")
  package static let port = Option(
    "port", "p", value: Option.Value(name: "PORT", kind: .number(0...65_535)),
    summary: "listen on this port (default: 8080); 0 takes one that is free")
  package static let templateAge = Option(
    "template-age", value: Option.Value(name: "AGE", kind: .duration),
    summary: "let clients use a template for AGE, such as 12h (default: 7d)")
  package static let fresh = Option(
    "fresh", value: Option.Value(name: "AGE", kind: .duration),
    summary: "let clients and proxies use an answer for AGE without asking (default: 0s)")
  package static let refresh = Option(
    "refresh", value: Option.Value(name: "AGE", kind: .duration),
    summary: "look for documents that have changed every AGE (default: 10s)")
  package static let token = Option(
    "token-file", value: Option.Value(name: "FILE", kind: .file),
    summary: "serve only who sends 'Authorization: Bearer' and the token in FILE")
  package static let privatePattern = Option(
    "private", value: Option.Value(name: "PATTERN", kind: .text),
    summary: "ask for the token only for these paths, such as '/accounts/*'; may be repeated")
  package static let body = Option(
    "body-limit", value: Option.Value(name: "MB", kind: .number(1...1024)),
    summary: "take bodies of requests of at most MB megabytes (default: 16)")
  package static let connections = Option(
    "connections", value: Option.Value(name: "N", kind: .number(1...100_000)),
    summary: "have at most N connections at once (default: 2048)")
  package static let timeout = Option(
    "timeout", value: Option.Value(name: "AGE", kind: .duration),
    summary: "cut requests and answers that take longer (default: 60s, and 15s for heads)")
  package static let workers = Option(
    "threads", "T", value: Option.Value(name: "N", kind: .number(1...256)),
    summary: "answer on N threads (default: 4)")
  package static let header = Option(
    "header", "H", value: Option.Value(name: "LINE", kind: .text),
    summary: "send this header line, such as 'Accept-Language: de'; may be repeated")

  package static let clientToken = Option(
    "token-file", value: Option.Value(name: "FILE", kind: .file),
    summary: "send 'Authorization: Bearer' and the token in FILE")

  /// The options of `husk serve`.
  package static let ofServer: [Option] = [
    address, port, token, privatePattern, fresh, templateAge, refresh, body, connections, timeout,
    workers, TemplateOptions.budget, TemplateOptions.minSupport, TemplateOptions.exclude,
    TemplateOptions.noValues, TemplateOptions.store, .quiet,
  ]
}
