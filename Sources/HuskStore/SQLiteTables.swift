// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

/// What is done to the tables of a store, statement by statement.
struct SQLiteTables {
  /// The columns of an entry, in the order in which entries are read from rows.
  private static let columns = "id, name, version, byteCount, created, expires"

  let database: SQLiteDatabase
  private var cache = ContentCache()

  /// Creates the tables of a database that has been prepared.
  init(_ database: SQLiteDatabase) {
    self.database = database
  }

  /// The entries that a condition selects.
  func entries(
    _ condition: String, _ values: [SQLiteValue] = []
  ) throws(TemplateStoreError) -> [TemplateEntry] {
    try readEntries("SELECT \(Self.columns) FROM template \(condition)", values)
  }

  /// The newest entry of a name.
  func newest(_ name: String) throws(TemplateStoreError) -> TemplateEntry? {
    try entries("WHERE name = ? ORDER BY version DESC LIMIT 1", [.text(name)]).first
  }

  /// The record of an entry that was just found.
  mutating func record(of entry: TemplateEntry) throws(TemplateStoreError) -> TemplateRecord? {
    try cache.record(of: entry) { [database] () throws(TemplateStoreError) in
      let rows = try database.rows(
        """
        SELECT content.bytes FROM template LEFT JOIN content USING (id)
        WHERE name = ? AND version = ?
        """, [.text(entry.name), .integer(Int64(entry.version))]
      ) { $0.bytes(0) }
      // Without a row the entry has been removed meanwhile; without bytes it is damaged.
      guard let bytes = rows.first else { return nil }
      guard let bytes else { throw TemplateStoreError(corrupted: entry) }
      return bytes
    }
  }

  /// Stores a template as the next version, unless it is the newest one already.
  func write(_ draft: TemplateRecord) throws(TemplateStoreError) -> TemplateRecord {
    let id = SQLiteValue.blob(draft.id.bytes)
    // Content that is not what it should be any more is put right.
    try database.execute(
      """
      INSERT INTO content (id, bytes) VALUES (?, ?)
      ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes WHERE bytes IS NOT excluded.bytes
      """, [id, .blob(draft.content)])
    if let newest = try newest(draft.name), newest.id == draft.id {
      return TemplateRecord(newest, verified: draft.content)
    }
    let versions = try database.rows(
      """
      INSERT INTO name (name, last) VALUES (?, 1)
      ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last
      """, [.text(draft.name)]
    ) { $0.integer(0) }
    let entries = try readEntries(
      """
      INSERT INTO template (name, version, id, byteCount, created, expires)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING \(Self.columns)
      """,
      [
        .text(draft.name), .optional(versions.first ?? nil), id,
        .integer(Int64(draft.content.count)), .integer(draft.created), .optional(draft.expires),
      ])
    guard let entry = entries.first else {
      throw TemplateStoreError(damaged: "a row makes no sense", database.path)
    }
    return TemplateRecord(entry, verified: draft.content)
  }

  /// Changes when an entry expires, and returns it if it is there.
  func setExpiry(
    _ expires: Int64?, of entry: TemplateEntry, _ version: Int64
  ) throws(TemplateStoreError) -> TemplateEntry? {
    try readEntries(
      """
      UPDATE template SET expires = ? WHERE name = ? AND version = ? AND id = ?
      RETURNING \(Self.columns)
      """,
      [.optional(expires), .text(entry.name), .integer(version), .blob(entry.id.bytes)]
    ).first
  }

  /// Removes an entry, and content that no other entry needs; returns whether it was there.
  func remove(_ entry: TemplateEntry, _ version: Int64) throws(TemplateStoreError) -> Bool {
    let id = SQLiteValue.blob(entry.id.bytes)
    try database.execute(
      "DELETE FROM template WHERE name = ? AND version = ? AND id = ?",
      [.text(entry.name), .integer(version), id])
    guard database.changeCount > 0 else { return false }
    try database.execute(
      """
      DELETE FROM content
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM template WHERE id = ?1)
      """, [id])
    return true
  }

  private func readEntries(
    _ sql: String, _ values: [SQLiteValue]
  ) throws(TemplateStoreError) -> [TemplateEntry] {
    var entries: [TemplateEntry] = []
    for entry in try database.rows(sql, values, TemplateEntry.init(row:)) {
      guard let entry else {
        throw TemplateStoreError(damaged: "a row makes no sense", database.path)
      }
      entries.append(entry)
    }
    return entries
  }
}

extension TemplateEntry {
  /// Reads the columns of an entry; there is none in a row that no store writes.
  fileprivate init?(row: SQLiteRow) {
    guard let id = TemplateID(digest: row.bytes(0) ?? []),
      let version = row.integer(2).flatMap({ UInt64(exactly: $0) }), version > 0,
      let byteCount = row.integer(3).flatMap({ Int(exactly: $0) }), let created = row.integer(4)
    else { return nil }
    self.init(
      id: id, name: row.text(1), version: version, contentByteCount: byteCount,
      created: created, expires: row.integer(5))
  }
}
