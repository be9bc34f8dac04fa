// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A prepared statement, kept for the next time it is needed.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer

  /// Takes over a statement that SQLite has prepared.
  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit { _ = unsafe LibSQLite.api.sqlite3_finalize(handle) }

  /// Runs the statement and hands each row to `body`, which returns whether it wants the next one.
  ///
  /// - Returns: The result code of the first step that failed, or `SQLITE_OK`.
  func run<Failure: Error>(
    _ values: [SQLiteValue], _ body: (SQLiteRow) throws(Failure) -> Bool
  ) throws(Failure) -> Int32 {
    // Nothing is left locked, and no bytes are kept, until the next time.
    defer {
      _ = unsafe LibSQLite.api.sqlite3_reset(handle)
      _ = unsafe LibSQLite.api.sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() {
      let status = bind(value, at: Int32(index + 1))
      guard status == SQLITE_OK else { return status }
    }
    while true {
      let status = unsafe LibSQLite.api.sqlite3_step(handle)
      if status == SQLITE_DONE { return SQLITE_OK }
      guard status == SQLITE_ROW else { return status }
      guard try unsafe body(SQLiteRow(handle)) else { return SQLITE_OK }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return unsafe LibSQLite.api.sqlite3_bind_null(handle, index)
    case .integer(let integer):
      return unsafe LibSQLite.api.sqlite3_bind_int64(handle, index, integer)
    case .text(let text):
      var text = text
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          unsafe husk_bind_text(
            LibSQLite.api, handle, index, characters.baseAddress, Int32(characters.count))
        }
      }
    case .blob(let bytes):
      guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe husk_bind_blob(LibSQLite.api, handle, index, buffer.baseAddress, count)
      }
    }
  }
}

/// The row that a statement is at, to be read before the next step.
@safe struct SQLiteRow {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  /// The integer of a column, or `nil` where it is null.
  func integer(_ column: Int32) -> Int64? {
    guard unsafe LibSQLite.api.sqlite3_column_type(handle, column) != SQLITE_NULL else {
      return nil
    }
    return unsafe LibSQLite.api.sqlite3_column_int64(handle, column)
  }

  /// The bytes of a column, or `nil` where it is null.
  func bytes(_ column: Int32) -> [UInt8]? {
    guard unsafe LibSQLite.api.sqlite3_column_type(handle, column) != SQLITE_NULL else {
      return nil
    }
    let start = unsafe LibSQLite.api.sqlite3_column_blob(handle, column)
    let count = unsafe LibSQLite.api.sqlite3_column_bytes(handle, column)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  /// The text of a column, empty where it is null.
  func text(_ column: Int32) -> String {
    String(decoding: bytes(column) ?? [], as: UTF8.self)
  }
}
