// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
package import Husk

/// A connection to a database file, with its prepared statements.
@safe package final class SQLiteDatabase {
  private let handle: OpaquePointer
  /// The path of the file.
  let path: String
  private let busyTimeoutMilliseconds: Int32
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a file that exists, without reading it yet.
  package init(path: String, busyTimeoutMilliseconds: Int32) throws(TemplateStoreError) {
    if let fault = LibSQLite.fault {
      throw TemplateStoreError(
        .unavailable, "\(path): the template store cannot be opened (\(fault))")
    }
    var handle: OpaquePointer?
    // SQLite gives some names a meaning of their own, but none to paths.
    let name = path.hasPrefix("/") ? path : "./" + path
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    let status = unsafe LibSQLite.api.sqlite3_open_v2(name, &handle, flags, nil)
    guard let opened = unsafe handle, status == SQLITE_OK else {
      let message = unsafe Self.message(of: handle)
      _ = unsafe LibSQLite.api.sqlite3_close_v2(handle)
      throw TemplateStoreError(sqlite: status, message, path)
    }
    unsafe self.handle = opened
    self.path = path
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    _ = unsafe LibSQLite.api.sqlite3_busy_timeout(opened, busyTimeoutMilliseconds)
  }

  // The statements, which are finalized later, keep what they need of it until then.
  deinit { _ = unsafe LibSQLite.api.sqlite3_close_v2(handle) }

  /// Says whether the log goes into the file when the last connection closes; at first it does.
  func setCheckpointOnClose(_ isOn: Bool) {
    unsafe husk_checkpoint_on_close(LibSQLite.api, handle, isOn ? 1 : 0)
  }

  /// Runs a statement and collects what `read` makes of its rows.
  func rows<Result>(
    _ sql: String, _ values: [SQLiteValue] = [], _ read: (SQLiteRow) -> Result
  ) throws(TemplateStoreError) -> [Result] {
    var results: [Result] = []
    let status = try statement(sql).run(values) { row in
      results.append(read(row))
      return true
    }
    try check(status)
    return results
  }

  /// Runs a statement for what it does.
  package func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(TemplateStoreError) {
    try check(try statement(sql).run(values) { _ in true })
  }

  /// The number of rows that the last statement changed.
  var changeCount: Int { unsafe Int(LibSQLite.api.sqlite3_changes(handle)) }

  /// Does what `body` does to the file as a whole, or not at all, while nobody else writes.
  func write<Result>(
    _ body: () throws(TemplateStoreError) -> Result
  ) throws(TemplateStoreError) -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Does what `body` does, which sees the file as it is at one moment.
  func read<Result>(
    _ body: () throws(TemplateStoreError) -> Result
  ) throws(TemplateStoreError) -> Result {
    try transaction("BEGIN", body)
  }

  private func transaction<Result>(
    _ start: String, _ body: () throws(TemplateStoreError) -> Result
  ) throws(TemplateStoreError) -> Result {
    try execute(start)
    do throws(TemplateStoreError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Where SQLite has rolled back already, there is nothing left to do.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func statement(_ sql: String) throws(TemplateStoreError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let status = unsafe LibSQLite.api.sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil)
    guard let prepared = unsafe prepared, status == SQLITE_OK else {
      // The statements are right, so it is the tables that are not those of a store.
      throw error(status == SQLITE_ERROR ? SQLITE_CORRUPT : status)
    }
    let statement = unsafe SQLiteStatement(prepared)
    statements[sql] = statement
    return statement
  }

  private func check(_ status: Int32) throws(TemplateStoreError) {
    if status != SQLITE_OK { throw error(status) }
  }

  private func error(_ status: Int32) -> TemplateStoreError {
    TemplateStoreError(sqlite: status, unsafe Self.message(of: handle), path)
  }

  private static func message(of handle: OpaquePointer?) -> String {
    guard let handle = unsafe handle, let message = unsafe LibSQLite.api.sqlite3_errmsg(handle)
    else { return "out of memory" }
    return unsafe String(cString: message)
  }
}

extension TemplateStoreError {
  /// Creates the error of a file that no store can have written.
  init(damaged reason: String, _ path: String) {
    self.init(sqlite: SQLITE_CORRUPT, reason, path)
  }

  /// Creates an error from a result code of SQLite and its message.
  fileprivate init(sqlite status: Int32, _ message: String, _ path: String) {
    switch status & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(
        .busy, "\(path): other processes keep the template store locked; try again later")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      self.init(
        .damagedStore,
        "\(path): the template store is damaged, or is none (\(message)); move the file away or"
          + " name another one")
    case SQLITE_CANTOPEN:
      self.init(.unavailable, "\(path): the template store cannot be opened (\(message))")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      self.init(.accessDenied, "\(path): the template store may not be written (\(message))")
    default:
      self.init(.failure, "\(path): the template store reports: \(message)")
    }
  }
}
