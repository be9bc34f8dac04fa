// SPDX-License-Identifier: Apache-2.0

public import Husk
internal import HuskCore

/// Which server a store is on, and under which keys: `redis://[[USER]:PASSWORD@][HOST][:PORT][/PREFIX]`.
///
/// The host is 127.0.0.1 where none is named, the port 6379, the prefix `husk`. Passwords may be
/// percent-encoded. Connections are not encrypted.
public struct RedisLocation: Sendable, Hashable {
  /// The first server to ask.
  let address: RedisAddress
  /// Who asks, or `nil` for the default user.
  let user: String?
  /// The password, or `nil` where none is needed.
  let password: String?
  /// What all keys begin with: characters that names of templates have, too.
  public let prefix: String

  /// Reads a URL.
  ///
  /// - Throws: `TemplateStoreError/Code/invalidLocation`, with a message that does not repeat the
  ///   password.
  public init(_ url: String) throws(TemplateStoreError) {
    guard !url.hasPrefix("rediss://") else {
      throw Self.error(
        "rediss:// is not supported: use redis:// to a server on this machine or a tunnel to one")
    }
    guard url.hasPrefix("redis://") else { throw Self.error("it does not begin with redis://") }
    let rest = url.dropFirst("redis://".count)
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count + 1)

    let at = authority.lastIndex(of: "@")
    (user, password) = try Self.credentials(authority[..<(at ?? authority.startIndex)])
    address = try Self.address(at.map { authority[$0...].dropFirst() } ?? authority)
    guard TemplateReference.isName(Array(path.utf8)) else {
      throw Self.error(
        "the prefix of its keys has up to 128 letters, digits, '.', '_', '-' and '/'")
    }
    prefix = path.isEmpty ? "husk" : String(path)
  }

  private static func credentials(
    _ text: Substring
  ) throws(TemplateStoreError) -> (user: String?, password: String?) {
    if text.isEmpty { return (nil, nil) }
    guard let colon = text.firstIndex(of: ":"),
      let user = decode(text[..<colon]), let password = decode(text[text.index(after: colon)...])
    else { throw error("before the @ stands :PASSWORD or USER:PASSWORD, percent-encoded") }
    return (user.isEmpty ? nil : user, password.isEmpty ? nil : password)
  }

  private static func address(_ text: Substring) throws(TemplateStoreError) -> RedisAddress {
    var host = text.prefix { $0 != ":" }
    var rest = text.dropFirst(host.count)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    }
    var port: UInt16 = 6379
    if !rest.isEmpty {
      guard rest.first == ":", let number = UInt16(rest.dropFirst()), number > 0 else {
        throw error("after the host stands a colon and a port from 1 to 65535")
      }
      port = number
    }
    return RedisAddress(host: host.isEmpty ? "127.0.0.1" : String(host), port: port)
  }

  /// The text that percent-encoding stands for, or `nil` where it breaks the rules.
  private static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(ASCII.isHexDigit),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func error(_ reason: String) -> TemplateStoreError {
    TemplateStoreError(
      .invalidLocation,
      "the URL of the Redis server cannot be used: \(reason)")
  }
}

extension RedisLocation: CustomStringConvertible {
  /// The URL without user and password.
  public var description: String { "redis://\(address)/\(prefix)" }
}
