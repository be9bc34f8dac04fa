// SPDX-License-Identifier: Apache-2.0

public import Husk
public import HuskRedis
internal import HuskStore

/// Where a template store is, as people write it: the path of a file, or `redis://…`.
public enum TemplateStoreLocation: Sendable, Hashable {
  /// The file that husk keeps for the user.
  case standard
  /// A file.
  case file(path: String)
  /// A Redis server or cluster.
  case redis(RedisLocation)

  /// Reads what stands behind `--store`, or takes the standard where nothing does.
  ///
  /// - Throws: ``TemplateStoreError/Code/invalidLocation`` for an empty path, or a URL that is not
  ///   one of a Redis server. Nothing is opened yet.
  public init(_ text: String?) throws(TemplateStoreError) {
    guard let text else {
      self = .standard
      return
    }
    guard !text.isEmpty else {
      throw TemplateStoreError(.invalidLocation, "the path of the template store is empty")
    }
    guard let scheme = text.firstRange(of: "://") else {
      self = .file(path: text)
      return
    }
    guard ["redis", "rediss"].contains(text[..<scheme.lowerBound]) else {
      throw TemplateStoreError(
        .invalidLocation,
        "a template store is a file or redis://HOST:PORT/PREFIX, not \(text[..<scheme.upperBound])…"
      )
    }
    self = .redis(try RedisLocation(text))
  }

  /// Opens the store, given the variables of an environment that tell the standard place.
  package func open(
    clock: TemplateClock, environment: (String) -> String?
  ) throws(TemplateStoreError) -> any TemplateStore {
    guard case .standard = self else { return try open(clock: clock) }
    return try SQLiteTemplateStore(clock: clock, environment: environment)
  }

  /// Opens the store, and creates it where there is none.
  public func open(
    clock: TemplateClock = .system
  ) throws(TemplateStoreError) -> any TemplateStore {
    switch self {
    case .standard: try SQLiteTemplateStore(clock: clock)
    case .file(let path): try SQLiteTemplateStore(path: path, clock: clock)
    case .redis(let location): RedisTemplateStore(location, clock: clock)
    }
  }
}
