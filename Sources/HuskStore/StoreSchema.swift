// SPDX-License-Identifier: Apache-2.0

internal import Husk

/// The tables of a store, and how a file is recognised as one.
///
/// | Table      | Holds                                                                  |
/// |------------|------------------------------------------------------------------------|
/// | `name`     | each name, with the last version that was handed out                   |
/// | `template` | an entry for each version of a name that is there                      |
/// | `content`  | the bytes of each identity, once                                       |
enum StoreSchema {
  /// What the header of the file says it belongs to: "Husk".
  private static let applicationID: Int64 = 0x4875_736B
  /// The version of the tables.
  private static let version: Int64 = 1

  private static let tables = [
    """
    CREATE TABLE name (
      name TEXT NOT NULL PRIMARY KEY,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE template (
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      id BLOB NOT NULL,
      byteCount INTEGER NOT NULL,
      created INTEGER NOT NULL,
      expires INTEGER,
      PRIMARY KEY (name, version)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX templateByID ON template (id)",
    "CREATE TABLE content (id BLOB NOT NULL PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
  ]

  private enum State {
    case empty
    case ready
  }

  /// Makes sure that a file is a store, and makes one of a file that is empty.
  ///
  /// A file that is something else, or damaged, or of a later version, is left as it is.
  static func prepare(_ database: SQLiteDatabase, path: String) throws(TemplateStoreError) {
    // A file that is shorter than the header of a database is empty to SQLite.
    if let byteCount = SystemFiles.byteCount(of: path), 1..<100 ~= byteCount {
      throw TemplateStoreError(damaged: "it has \(byteCount) bytes", path)
    }
    // What somebody else left in a log is not for us to move.
    database.setCheckpointOnClose(false)
    let state = try database.read { () throws(TemplateStoreError) in
      try Self.state(of: database, path)
    }
    try database.execute("PRAGMA trusted_schema = OFF")
    try database.execute("PRAGMA cell_size_check = ON")
    if state == .empty {
      try keepLog(database)
      try database.write { () throws(TemplateStoreError) in
        // Another process may have been faster.
        guard try Self.state(of: database, path) == .empty else { return }
        for table in tables { try database.execute(table) }
        try database.execute("PRAGMA application_id = \(applicationID)")
        try database.execute("PRAGMA user_version = \(version)")
      }
    }
    database.setCheckpointOnClose(true)
  }

  private static func state(
    of database: SQLiteDatabase, _ path: String
  ) throws(TemplateStoreError) -> State {
    let owner = try number(database, "PRAGMA application_id")
    let found = try number(database, "PRAGMA user_version")
    if owner == 0, found == 0,
      try number(database, "SELECT count(*) FROM sqlite_schema") == 0
    {
      return .empty
    }
    guard owner == applicationID, found > 0 else {
      throw TemplateStoreError(
        .damagedStore,
        "\(path): this is a database, but no template store; name another file")
    }
    guard found == version else {
      throw TemplateStoreError(
        .unsupportedVersion,
        "\(path): the template store has version \(found), and this Husk reads version \(version);"
          + " use a later Husk, or name another file")
    }
    return .ready
  }

  private static func number(
    _ database: SQLiteDatabase, _ sql: String
  ) throws(TemplateStoreError) -> Int64 {
    try database.rows(sql) { $0.integer(0) ?? 0 }.first ?? 0
  }

  /// Has changes written to a log beside the file, so that readers do not wait for a writer.
  ///
  /// The file remembers it. Where the file system is not up to it, it stays as it is.
  private static func keepLog(_ database: SQLiteDatabase) throws(TemplateStoreError) {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(10)
    while true {
      do throws(TemplateStoreError) {
        return try database.execute("PRAGMA journal_mode = WAL")
      } catch {
        // SQLite does not wait here when another process does the same at this very moment.
        guard error.code == .busy, clock.now < end else { throw error }
        SystemFiles.pause(milliseconds: 2)
      }
    }
  }
}
