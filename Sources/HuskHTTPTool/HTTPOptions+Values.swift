// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskHTTP
import HuskServer
import HuskTool

extension HTTPOptions {
  /// Where a server listens, and its limits.
  static func server(_ arguments: ParsedArguments) -> ServerOptions {
    var options = ServerOptions(port: 8080)
    if let value = arguments.value(of: address) { options.address = value }
    if let value = arguments.number(of: port) { options.port = UInt16(value) }
    if let value = arguments.number(of: workers) { options.threadCount = value }
    if let value = arguments.number(of: connections) { options.mostConnections = value }
    if let value = arguments.number(of: body) { options.bodyByteCount = value << 20 }
    if let seconds = arguments.value(of: timeout).flatMap(TemplateOptions.seconds) {
      let time = Duration.seconds(max(seconds, 1))
      (options.bodyTime, options.answerTime) = (time, time)
      options.headTime = min(options.headTime, time)
    }
    return options
  }

  /// How the directory is served.
  static func site(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> SiteOptions {
    var options = SiteOptions(training: TemplateOptions.training(arguments))
    if let value = arguments.value(of: templateAge).flatMap(TemplateOptions.seconds) {
      options.templateAge = value
    }
    if let value = arguments.value(of: fresh).flatMap(TemplateOptions.seconds) {
      options.freshSeconds = value
    }
    if let limit = arguments.number(of: body) {
      options.limits.decodedByteCount = max(limit << 22, options.limits.decodedByteCount)
    }
    var patterns: [TemplatePattern] = []
    for word in arguments.values(of: privatePattern) {
      guard let pattern = TemplatePattern(word) else {
        throw .usage(
          "'\(word)' is not a value of --private", hint: "patterns are written as /accounts/*")
      }
      patterns.append(pattern)
    }
    let token = try arguments.value(of: token).map { path throws(ToolError) in
      try secret(path, io)
    }
    guard token != nil || patterns.isEmpty else {
      throw .usage("--private needs --token-file, which says who may have it")
    }
    options.access = AccessRule(token: token, patterns: patterns)
    return options
  }

  /// The further header fields of a request.
  static func fields(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> HTTPFields {
    var fields = HTTPFields()
    for line in arguments.values(of: header) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, !line.utf8.contains(where: { $0 < 0x20 }) else {
        throw .usage(
          "'\(line)' is not a value of --header", hint: "lines are written as 'Name: value'")
      }
      fields.append(String(parts[0]), String(parts[1]))
    }
    if let path = arguments.value(of: clientToken) {
      fields["Authorization"] = "Bearer \(try secret(path, io))"
    }
    return fields
  }

  /// The token in a file: its first line.
  static func secret(_ path: String, _ io: any ToolIO) throws(ToolError) -> String {
    let source = try Source(path, io: io)
    // It is no reason not to start: where secrets are mounted, all may be able to read them.
    if let status = source.status, status.kind == .regular, status.permissions & 0o077 != 0 {
      io.log("husk: warning: \(Printable.text(path)): others on this machine may read the token\n")
    }
    var bytes: [UInt8] = []
    while bytes.count <= 8192 {
      let piece = try source.read()
      if piece.isEmpty { break }
      bytes += piece
    }
    let line = bytes.prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
    guard !line.isEmpty, line.count <= 4096, line.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw ToolError(
        "its first line is no token: visible characters of ASCII, up to 4096", in: path)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
