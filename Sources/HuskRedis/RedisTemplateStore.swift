// SPDX-License-Identifier: Apache-2.0

public import Husk
internal import HuskCore
import Synchronization

/// A template store on a Redis server or a Redis Cluster, for all machines that reach it.
///
/// Expired templates stay for 30 days more, so that what was encoded with them still decodes;
/// those that never expire stay for good. A server that evicts keys, or forgets them when it
/// restarts, loses templates and the count of versions with them.
///
/// The store connects when it is first used, and again when a connection was lost. Connections are
/// not encrypted: the server should be on this machine, or at the end of a tunnel.
public final class RedisTemplateStore: TemplateStore {
  private let state: Mutex<RedisTables>
  /// Where the store is.
  public let location: RedisLocation
  /// Where the times of entries come from.
  public let clock: TemplateClock

  /// Creates a store, without connecting yet.
  public init(
    _ location: RedisLocation, clock: TemplateClock = .system,
    timeouts: RedisTimeouts = RedisTimeouts()
  ) {
    self.location = location
    self.clock = clock
    state = Mutex(RedisTables(location, timeouts))
  }

  /// How many redirections of a cluster were followed.
  package var redirectionCount: Int { state.withLock { $0.client.redirectionCount } }

  /// Looks a template up by the start of its identity; see ``TemplateStore``.
  public func template(
    matching prefix: TemplateIDPrefix
  ) throws(TemplateStoreError) -> TemplateRecord? {
    try state.withLock { tables throws(TemplateStoreError) in
      var best: TemplateEntry?
      for place in try tables.places(of: prefix) {
        for entry in try tables.entries(named: place.name) where entry.id == place.id {
          guard try tables.hasContent(entry) else { continue }
          if let known = best {
            if known.id != entry.id { throw TemplateStoreError(ambiguous: prefix) }
            if known.isPreferred(to: entry) { continue }
          }
          best = entry
        }
      }
      guard let best else { return nil }
      return try tables.record(of: best)
    }
  }

  /// Looks up the template of the highest version that a name has.
  public func latestTemplate(named name: String) throws(TemplateStoreError) -> TemplateRecord? {
    try state.withLock { tables throws(TemplateStoreError) in
      for entry in try tables.entries(named: name).reversed() {
        if let record = try tables.record(of: entry) { return record }
      }
      return nil
    }
  }

  /// Looks a template up by name and version.
  public func template(
    named name: String, version: UInt64
  ) throws(TemplateStoreError) -> TemplateRecord? {
    try state.withLock { tables throws(TemplateStoreError) in
      guard let entry = try tables.entry(named: name, version: version) else { return nil }
      return try tables.record(of: entry)
    }
  }

  /// Stores a template as the next version of a name, unless it is the newest one already.
  public func put(
    _ content: [UInt8], named name: String, expires: Int64?
  ) throws(TemplateStoreError) -> TemplateRecord {
    try check(name: name)
    let draft = TemplateRecord(
      content: content, name: name, version: 0, created: clock.now, expires: expires)
    return try state.withLock { tables throws(TemplateStoreError) in try tables.write(draft) }
  }

  /// Gives an entry another time at which it expires, and returns it if it is there.
  public func setExpiry(
    _ expires: Int64?, of entry: TemplateEntry
  ) throws(TemplateStoreError) -> TemplateEntry? {
    let now = clock.now
    return try state.withLock { tables throws(TemplateStoreError) in
      try tables.setExpiry(expires, of: entry, now)
    }
  }

  /// Removes an entry, and returns whether it was there.
  public func remove(_ entry: TemplateEntry) throws(TemplateStoreError) -> Bool {
    let now = clock.now
    return try state.withLock { tables throws(TemplateStoreError) in
      try tables.remove(entry, now)
    }
  }

  /// Lists the entries of a name, or of all names for `nil`, by name and version.
  ///
  /// Entries whose retention is over are forgotten on the way.
  public func entries(named name: String?) throws(TemplateStoreError) -> [TemplateEntry] {
    let now = clock.now
    return try state.withLock { tables throws(TemplateStoreError) in
      var result: [TemplateEntry] = []
      let names = if let name { [name] } else { try tables.names() }
      for name in names {
        for entry in try tables.entries(named: name) {
          if try tables.hasContent(entry) {
            result.append(entry)
          } else {
            try tables.prune(entry, now)
          }
        }
      }
      return result
    }
  }
}
