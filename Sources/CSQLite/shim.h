// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include "../CLibrary/library.h"

// What Husk calls of SQLite.
#define HUSK_SQLITE_FUNCTIONS(_)                                                                   \
  _(sqlite3_bind_blob)                                                                             \
  _(sqlite3_bind_int64)                                                                            \
  _(sqlite3_bind_null)                                                                             \
  _(sqlite3_bind_text)                                                                             \
  _(sqlite3_bind_zeroblob)                                                                         \
  _(sqlite3_busy_timeout)                                                                          \
  _(sqlite3_changes)                                                                               \
  _(sqlite3_clear_bindings)                                                                        \
  _(sqlite3_close_v2)                                                                              \
  _(sqlite3_column_blob)                                                                           \
  _(sqlite3_column_bytes)                                                                          \
  _(sqlite3_column_int64)                                                                          \
  _(sqlite3_column_type)                                                                           \
  _(sqlite3_db_config)                                                                             \
  _(sqlite3_errmsg)                                                                                \
  _(sqlite3_finalize)                                                                              \
  _(sqlite3_open_v2)                                                                               \
  _(sqlite3_prepare_v3)                                                                            \
  _(sqlite3_reset)                                                                                 \
  _(sqlite3_step)

HUSK_LIBRARY(sqlite, "libsqlite3.so.0", HUSK_SQLITE_FUNCTIONS)

// SQLITE_TRANSIENT is a macro with a cast, and sqlite3_db_config is variadic: Swift sees neither.

static inline int husk_bind_text(
    struct husk_sqlite sqlite, sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite.sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int husk_bind_blob(
    struct husk_sqlite sqlite, sqlite3_stmt *statement, int index, const void *bytes, int count) {
  // Without bytes there may be no pointer, and no pointer means NULL.
  if (count == 0) return sqlite.sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite.sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Whether the last connection that closes moves what others left in the log into the file.
static inline int husk_checkpoint_on_close(
    struct husk_sqlite sqlite, sqlite3 *database, int is_on) {
  return sqlite.sqlite3_db_config(
      database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !is_on, (int *)0);
}
