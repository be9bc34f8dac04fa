// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// SQLite, which is loaded when a store is opened for the first time: most commands open none.
enum LibSQLite {
  nonisolated(unsafe) private static let loaded = {
    var functions = husk_sqlite()
    let fault = unsafe husk_find_sqlite(&functions)
    return (functions: functions, fault: unsafe fault.map { unsafe String(cString: $0) })
  }()

  /// Why it cannot be loaded, or `nil` where it is.
  static var fault: String? { unsafe loaded.fault }

  /// Its functions, where it is loaded.
  static var api: husk_sqlite { unsafe loaded.functions }
}
