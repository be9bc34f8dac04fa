// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

/// What is done to the keys of a store, command by command.
struct RedisTables {
  /// How long expired templates can still be decoded with, in seconds: 30 days.
  static let retention: Int64 = 30 * 86_400
  /// How much longer than content the index of its identity stays, in seconds.
  private static let indexMargin: Int64 = 86_400

  private let keys: RedisKeys
  private let place: String
  let client: RedisClient
  private var cache = ContentCache()

  /// Creates the tables of a store that nobody has asked for anything yet.
  init(_ location: RedisLocation, _ timeouts: RedisTimeouts) {
    keys = RedisKeys(prefix: location.prefix)
    place = location.description
    client = RedisClient(location, timeouts)
  }

  /// The entries of a name by ascending version, with those whose content may have gone.
  func entries(named name: String) throws(TemplateStoreError) -> [TemplateEntry] {
    let key = keys.versions(name)
    let fields = try client.command([Array("HGETALL".utf8), key], key: key).elements
    var entries: [TemplateEntry] = []
    for index in stride(from: 0, to: fields.count - 1, by: 2) where fields[index].text != "last" {
      entries.append(try entry(name, fields[index], fields[index + 1]))
    }
    return entries.sorted { $0.version < $1.version }
  }

  /// The entry of a name and version, whose content may have gone.
  func entry(
    named name: String, version: UInt64
  ) throws(TemplateStoreError) -> TemplateEntry? {
    let key = keys.versions(name)
    let number = Array(String(version).utf8)
    let reply = try client.command([Array("HGET".utf8), key, number], key: key)
    return reply == .null ? nil : try entry(name, .bytes(number), reply)
  }

  /// Reads an entry from the field of its version.
  private func entry(
    _ name: String, _ version: RedisReply, _ text: RedisReply
  ) throws(TemplateStoreError) -> TemplateEntry {
    guard let number = version.text.flatMap({ UInt64($0) }), let text = text.text,
      let entry = TemplateEntry(name: name, version: number, text: text)
    else {
      throw TemplateStoreError(
        .damagedStore,
        "\(place): the versions of \(name) are damaged, or the keys are something else's;"
          + " choose another prefix")
    }
    return entry
  }

  /// All names that were ever used, sorted.
  func names() throws(TemplateStoreError) -> [String] {
    try client.command([Array("SMEMBERS".utf8), keys.names], key: keys.names).elements
      .compactMap(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The identities that begin with a prefix, each with names under which it may stand.
  func places(
    of prefix: TemplateIDPrefix
  ) throws(TemplateStoreError) -> [(id: TemplateID, name: String)] {
    let key = keys.index(prefix.description)
    return try client.command([Array("SMEMBERS".utf8), key], key: key).elements.compactMap {
      let words = ($0.text ?? "").split(separator: " ")
      guard words.count == 2, let whole = try? TemplateIDPrefix(hexadecimal: String(words[0])),
        let id = TemplateID(whole), prefix.matches(id)
      else { return nil }
      return (id, String(words[1]))
    }
  }

  /// Whether the content of an entry is there.
  func hasContent(_ entry: TemplateEntry) throws(TemplateStoreError) -> Bool {
    let key = keys.content(entry.id, entry.name)
    return try client.command([Array("EXISTS".utf8), key], key: key) == .integer(1)
  }

  /// The record of an entry, or `nil` where its content has gone.
  mutating func record(of entry: TemplateEntry) throws(TemplateStoreError) -> TemplateRecord? {
    guard try hasContent(entry) else { return nil }
    let key = keys.content(entry.id, entry.name)
    return try cache.record(of: entry) { [client] () throws(TemplateStoreError) in
      try client.command([Array("GET".utf8), key], key: key).bytes
    }
  }

  /// Stores a template as the next version, unless it is the newest one already.
  func write(_ draft: TemplateRecord) throws(TemplateStoreError) -> TemplateRecord {
    try client.run([Array("SADD".utf8), keys.names, Array(draft.name.utf8)], key: keys.names)
    // Whoever finds the template by its name finds it by its identity, too, whenever this process
    // ends. It is noted once more afterwards, for it may have been removed in between.
    try index(draft.entry, draft.created)
    let reply = try run(
      .put, on: draft.entry, draft.created,
      [
        draft.content, Array(String(draft.content.count).utf8),
        Array(TemplateEntry.text(of: draft.expires).utf8),
      ]
    ).elements
    let entry = try entry(draft.name, reply.first ?? .null, reply.last ?? .null)
    try index(entry, draft.created)
    return TemplateRecord(entry, verified: draft.content)
  }

  /// Changes when an entry expires, and returns it if it is there.
  func setExpiry(
    _ expires: Int64?, of entry: TemplateEntry, _ now: Int64
  ) throws(TemplateStoreError) -> TemplateEntry? {
    var changed = entry
    changed.expires = expires
    try index(changed, now)
    let version = Array(String(entry.version).utf8)
    let reply = try run(
      .setExpiry, on: entry, now, [version, Array(TemplateEntry.text(of: expires).utf8)])
    return reply == .null ? nil : try self.entry(entry.name, .bytes(version), reply)
  }

  /// Removes an entry, and content that no other entry needs; returns whether it was there.
  func remove(
    _ entry: TemplateEntry, _ now: Int64
  ) throws(TemplateStoreError) -> Bool {
    let version = Array(String(entry.version).utf8)
    let reply = try run(.remove, on: entry, now, [version]).elements
    if reply.last == .integer(0) {
      let key = keys.index(entry.id.description)
      let member = RedisKeys.member(entry.id, entry.name)
      try client.run([Array("SREM".utf8), key, member], key: key)
      // Somebody may have stored it again meanwhile.
      if try hasContent(entry) {
        var forever = entry
        forever.expires = nil
        try index(forever, now)
      }
    }
    return reply.first == .integer(1)
  }

  /// Drops an entry whose content has gone.
  func prune(_ entry: TemplateEntry, _ now: Int64) throws(TemplateStoreError) {
    _ = try run(.prune, on: entry, now, [Array(String(entry.version).utf8)])
  }

  /// Notes under which name an identity stands.
  private func index(
    _ entry: TemplateEntry, _ now: Int64
  ) throws(TemplateStoreError) {
    let key = keys.index(entry.id.description)
    try client.run(
      [
        Array("EVAL".utf8), RedisScript.index.source, Array("1".utf8), key,
        Array(String(now).utf8), Array(String(Self.retention + Self.indexMargin).utf8),
        RedisKeys.member(entry.id, entry.name),
        Array(TemplateEntry.text(of: entry.expires).utf8),
      ], key: key)
  }

  private func run(
    _ script: RedisScript, on entry: TemplateEntry, _ now: Int64, _ arguments: [[UInt8]]
  ) throws(TemplateStoreError) -> RedisReply {
    let versions = keys.versions(entry.name)
    return try client.command(
      [
        Array("EVAL".utf8), script.source, Array("2".utf8), versions,
        keys.content(entry.id, entry.name), Array(String(now).utf8),
        Array(String(Self.retention).utf8), Array(entry.id.description.utf8),
      ] + arguments, key: versions)
  }
}

extension RedisClient {
  /// Sends a command for what it does.
  fileprivate func run(_ words: [[UInt8]], key: [UInt8]) throws(TemplateStoreError) {
    _ = try command(words, key: key)
  }
}
