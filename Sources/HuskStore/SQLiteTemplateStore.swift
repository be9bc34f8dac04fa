// SPDX-License-Identifier: Apache-2.0

public import Husk
import Synchronization

/// A template store in one file, for all processes of a machine.
///
/// Several processes may read and write at once, and any of them may be killed at any moment: what
/// ``put(_:named:expires:)`` has returned is there, and what it has not is there as a whole or not
/// at all. The file must be on a disk of this machine, as SQLite wants it.
///
/// A store that is new is readable by its owner only, for templates can hold values of the
/// documents that they were made from.
public final class SQLiteTemplateStore: TemplateStore {
  private let state: Mutex<SQLiteTables>
  /// The path of the file.
  public let path: String
  /// Where the times of entries come from.
  public let clock: TemplateClock

  /// Opens the store in a file, which is created where there is none.
  ///
  /// - Parameters:
  ///   - path: The path of the file; ``defaultPath()`` is where husk keeps its own.
  ///   - clock: Where the times of entries come from.
  ///   - busyTimeoutMilliseconds: How long to wait while other processes write.
  /// - Throws: `TemplateStoreError.Code.damagedStore` or
  ///   `TemplateStoreError.Code.unsupportedVersion` for a file that is no store of this version,
  ///   which is left as it is; other codes where the file cannot be used.
  public init(
    path: String, clock: TemplateClock = .system, busyTimeoutMilliseconds: Int32 = 30_000
  ) throws(TemplateStoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw TemplateStoreError(.invalidLocation, "'\(path)' is no path of a file")
    }
    self.path = path
    self.clock = clock
    try SystemFiles.createPrivateFile(path)
    let database = try SQLiteDatabase(
      path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    try StoreSchema.prepare(database, path: path)
    state = Mutex(SQLiteTables(database))
  }

  /// Looks a template up by the start of its identity; see ``TemplateStore``.
  public func template(
    matching prefix: TemplateIDPrefix
  ) throws(TemplateStoreError) -> TemplateRecord? {
    try state.withLock { tables throws(TemplateStoreError) in
      let entries = try tables.entries(
        "WHERE id BETWEEN ? AND ?", [.blob(prefix.lowerBound), .blob(prefix.upperBound)])
      guard var best = entries.first else { return nil }
      for entry in entries.dropFirst() {
        if entry.id != best.id { throw TemplateStoreError(ambiguous: prefix) }
        if entry.isPreferred(to: best) { best = entry }
      }
      return try tables.record(of: best)
    }
  }

  /// Looks up the template of the highest version that a name has.
  public func latestTemplate(named name: String) throws(TemplateStoreError) -> TemplateRecord? {
    try state.withLock { tables throws(TemplateStoreError) in
      guard let entry = try tables.newest(name) else { return nil }
      return try tables.record(of: entry)
    }
  }

  /// Looks a template up by name and version.
  public func template(
    named name: String, version: UInt64
  ) throws(TemplateStoreError) -> TemplateRecord? {
    guard let number = Int64(exactly: version) else { return nil }
    return try state.withLock { tables throws(TemplateStoreError) in
      let entry = try tables.entries(
        "WHERE name = ? AND version = ?", [.text(name), .integer(number)]
      ).first
      guard let entry else { return nil }
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
    return try state.withLock { tables throws(TemplateStoreError) in
      try tables.database.write { () throws(TemplateStoreError) in
        try tables.write(draft)
      }
    }
  }

  /// Gives an entry another time at which it expires, and returns it if it is there.
  public func setExpiry(
    _ expires: Int64?, of entry: TemplateEntry
  ) throws(TemplateStoreError) -> TemplateEntry? {
    guard let version = Int64(exactly: entry.version) else { return nil }
    return try state.withLock { tables throws(TemplateStoreError) in
      try tables.setExpiry(expires, of: entry, version)
    }
  }

  /// Removes an entry, and returns whether it was there.
  public func remove(_ entry: TemplateEntry) throws(TemplateStoreError) -> Bool {
    guard let version = Int64(exactly: entry.version) else { return false }
    return try state.withLock { tables throws(TemplateStoreError) in
      try tables.database.write { () throws(TemplateStoreError) in
        try tables.remove(entry, version)
      }
    }
  }

  /// Lists the entries of a name, or of all names for `nil`, by name and version.
  public func entries(named name: String?) throws(TemplateStoreError) -> [TemplateEntry] {
    try state.withLock { tables throws(TemplateStoreError) in
      guard let name else { return try tables.entries("ORDER BY name, version") }
      return try tables.entries("WHERE name = ? ORDER BY version", [.text(name)])
    }
  }
}
