// SPDX-License-Identifier: Apache-2.0
#if __has_include(<hiredis/hiredis.h>)
#include <hiredis/hiredis.h>
#else
#include <hiredis.h>
#endif
#include <sys/socket.h>
#include <sys/types.h>

// Writes to a connection that the other side has closed end a process by SIGPIPE, unless the
// system is told not to. hiredis does not tell it, so the bytes are sent here.

static inline void husk_keep_quiet(int socket) {
#ifdef SO_NOSIGPIPE
  int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#else
  (void)socket;
#endif
}

static inline ssize_t husk_send(int socket, const void *bytes, size_t count) {
#ifdef SO_NOSIGPIPE
  return send(socket, bytes, count, 0);
#else
  return send(socket, bytes, count, MSG_NOSIGNAL);
#endif
}
