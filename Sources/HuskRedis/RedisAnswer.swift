// SPDX-License-Identifier: Apache-2.0

internal import Husk

/// What an error that a server answers means.
enum RedisAnswer {
  /// The slot has moved to another server for good.
  case moved(RedisAddress)
  /// The slot is about to move; this one command is for another server.
  case ask(RedisAddress)
  /// The server needs some time.
  case later(TemplateStoreError)
  /// There is nothing to be done.
  case failure(TemplateStoreError)

  /// Reads an error of a server.
  init(_ message: String, from address: RedisAddress) {
    let words = message.split(separator: " ")
    switch words.first {
    case "MOVED": self = Self.redirection(words, from: address).map { .moved($0) } ?? .bad(message)
    case "ASK": self = Self.redirection(words, from: address).map { .ask($0) } ?? .bad(message)
    case "TRYAGAIN", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "BUSY":
      self = .later(
        TemplateStoreError(.unavailable, "Redis at \(address) is not ready: \(message)"))
    case "NOAUTH":
      self = .failure(
        TemplateStoreError(
          .accessDenied,
          "Redis at \(address) wants a password: redis://:PASSWORD@\(address)/PREFIX"))
    case "NOPERM", "READONLY":
      self = .failure(
        TemplateStoreError(.accessDenied, "Redis at \(address) does not allow it: \(message)"))
    case "WRONGTYPE":
      self = .failure(
        TemplateStoreError(
          .damagedStore,
          "Redis at \(address) has keys of something else under the prefix; choose another one"))
    default: self = .bad(message)
    }
  }

  private static func bad(_ message: String) -> RedisAnswer {
    .failure(TemplateStoreError(.failure, "Redis reports: \(message)"))
  }

  /// The address in `MOVED 3999 HOST:PORT`, where no host means the one that answers.
  private static func redirection(
    _ words: [Substring], from address: RedisAddress
  ) -> RedisAddress? {
    guard words.count == 3, let colon = words[2].lastIndex(of: ":"),
      let port = UInt16(words[2][words[2].index(after: colon)...])
    else { return nil }
    let host = words[2][..<colon]
    return RedisAddress(host: host.isEmpty ? address.host : String(host), port: port)
  }
}
