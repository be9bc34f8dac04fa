// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
import Synchronization

/// A template store in the memory of the process.
///
/// Content is hashed when it is stored. It cannot change afterwards, so lookups do not hash it
/// again.
public final class MemoryTemplateStore: TemplateStore {
  /// The templates of one name.
  private struct Versions {
    /// The highest version that was ever handed out.
    var last: UInt64 = 0
    /// The templates that are there, by ascending version.
    var records: [TemplateRecord] = []

    /// The index of a version.
    func index(of version: UInt64) -> Int? {
      let index = records.partitioningIndex { $0.version >= version }
      return index < records.count && records[index].version == version ? index : nil
    }

    /// The index of an entry.
    func index(of entry: TemplateEntry) -> Int? {
      guard let index = index(of: entry.version), records[index].id == entry.id else { return nil }
      return index
    }
  }

  private struct State {
    var names: [String: Versions] = [:]
    /// The places of templates, by the first eight bytes of their identities.
    var places: [ArraySlice<UInt8>: [(name: String, version: UInt64)]] = [:]

    /// Stores content as the next version of a name.
    mutating func add(
      _ content: [UInt8], _ id: TemplateID, _ name: String, _ created: Int64, _ expires: Int64?
    ) -> TemplateRecord {
      var versions = names[name] ?? Versions()
      versions.last += 1
      let entry = TemplateEntry(
        id: id, name: name, version: versions.last, contentByteCount: content.count,
        created: created, expires: expires)
      let record = TemplateRecord(entry, verified: content)
      versions.records.append(record)
      names[name] = versions
      places[id.bytes.prefix(8), default: []].append((name, entry.version))
      return record
    }
  }

  private let state = Mutex(State())
  /// Where the times of entries come from.
  public let clock: TemplateClock

  /// Creates an empty store.
  public init(clock: TemplateClock = .system) {
    self.clock = clock
  }

  /// Looks a template up by the start of its identity; see ``TemplateStore``.
  public func template(
    matching prefix: TemplateIDPrefix
  ) throws(TemplateStoreError) -> TemplateRecord? {
    let lower = prefix.lowerBound
    let found = state.withLock { state -> (record: TemplateRecord?, isAmbiguous: Bool) in
      var best: TemplateRecord?
      for place in state.places[lower.prefix(8)] ?? [] {
        guard let versions = state.names[place.name], let index = versions.index(of: place.version)
        else { continue }
        let record = versions.records[index]
        guard prefix.matches(record.id) else { continue }
        if let known = best {
          if known.id != record.id { return (nil, true) }
          if known.entry.isPreferred(to: record.entry) { continue }
        }
        best = record
      }
      return (best, false)
    }
    if found.isAmbiguous { throw TemplateStoreError(ambiguous: prefix) }
    return found.record
  }

  /// Looks up the template of the highest version that a name has.
  public func latestTemplate(named name: String) -> TemplateRecord? {
    state.withLock { $0.names[name]?.records.last }
  }

  /// Looks a template up by name and version.
  public func template(named name: String, version: UInt64) -> TemplateRecord? {
    state.withLock { state in
      guard let versions = state.names[name] else { return nil }
      return versions.index(of: version).map { versions.records[$0] }
    }
  }

  /// Stores a template as the next version of a name, unless it is the newest one already.
  public func put(
    _ content: [UInt8], named name: String, expires: Int64?
  ) throws(TemplateStoreError) -> TemplateRecord {
    try check(name: name)
    let id = TemplateID(hashing: content)
    let now = clock.now
    return state.withLock { state in
      if let newest = state.names[name]?.records.last, newest.id == id { return newest }
      return state.add(content, id, name, now, expires)
    }
  }

  /// Stores content under an identity that is not its own, for tests.
  package func forge(_ content: [UInt8], _ id: TemplateID, named name: String) {
    _ = state.withLock { $0.add(content, id, name, clock.now, nil) }
  }

  /// Gives an entry another time at which it expires, and returns it if it is there.
  public func setExpiry(_ expires: Int64?, of entry: TemplateEntry) -> TemplateEntry? {
    state.withLock { state in
      guard let versions = state.names[entry.name], let index = versions.index(of: entry)
      else { return nil }
      let record = versions.records[index]
      var changed = record.entry
      changed.expires = expires
      state.names[entry.name]?.records[index] = TemplateRecord(changed, verified: record.content)
      return changed
    }
  }

  /// Removes an entry, and returns whether it was there.
  public func remove(_ entry: TemplateEntry) -> Bool {
    state.withLock { state in
      guard let index = state.names[entry.name]?.index(of: entry) else { return false }
      state.names[entry.name]?.records.remove(at: index)
      let key = entry.id.bytes.prefix(8)
      state.places[key]?.removeAll { $0 == (entry.name, entry.version) }
      if state.places[key]?.isEmpty == true { state.places[key] = nil }
      return true
    }
  }

  /// Lists the entries of a name, or of all names for `nil`, by name and version.
  public func entries(named name: String?) -> [TemplateEntry] {
    state.withLock { state in
      guard let name else {
        return state.names.values.flatMap { $0.records.map(\.entry) }
          .sorted { $0.isListed(before: $1) }
      }
      return state.names[name]?.records.map(\.entry) ?? []
    }
  }
}

extension Array {
  /// The index of the first element of which something holds, where it holds of all that follow.
  fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if holds(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
