// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

// SQLITE_TRANSIENT is a macro with a cast, and sqlite3_db_config is variadic: Swift sees neither.

static inline int husk_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int husk_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  // Without bytes there may be no pointer, and no pointer means NULL.
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Whether the last connection that closes moves what others left in the log into the file.
static inline int husk_checkpoint_on_close(sqlite3 *database, int is_on) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !is_on, (int *)0);
}
