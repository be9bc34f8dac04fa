// SPDX-License-Identifier: Apache-2.0
#include <sys/types.h>
#include <sys/socket.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <microhttpd.h>

// Starting a daemon and asking for what is known take variable arguments, which Swift cannot pass.

// What a daemon calls, and what it hands to each call.
typedef struct {
  void *context;
  void *(*target)(void *, const char *, struct MHD_Connection *);
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
} husk_httpd_callbacks;

// The bounds of a daemon.
typedef struct {
  unsigned int threads;
  unsigned int connections;
  unsigned int idle_seconds;
  size_t head_bytes;
} husk_httpd_bounds;

// Starts a daemon on a numeric address; NULL where it is none, or with errno set.
static inline struct MHD_Daemon *husk_httpd_start(const char *address, uint16_t port,
                                                  husk_httpd_callbacks callbacks,
                                                  husk_httpd_bounds bounds) {
  struct sockaddr_storage storage;
  memset(&storage, 0, sizeof storage);
  struct sockaddr_in *four = (struct sockaddr_in *)&storage;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)&storage;
  // Not epoll: there the library takes up to 128 events at once and, if it gets so many, waits for
  // more before it looks at them. A burst of 128 requests would stand until somebody else comes.
  unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD;
  if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
  } else if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    flags |= MHD_USE_IPv6;
  } else {
    return NULL;
  }
  return MHD_start_daemon(
      flags, port, NULL, NULL, callbacks.access, callbacks.context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&storage,
      MHD_OPTION_THREAD_POOL_SIZE, bounds.threads,
      MHD_OPTION_CONNECTION_LIMIT, bounds.connections,
      MHD_OPTION_CONNECTION_TIMEOUT, bounds.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, bounds.head_bytes,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, callbacks.context,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.context,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.context, MHD_OPTION_END);
}

// The port that a daemon listens on.
static inline uint16_t husk_httpd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// The socket of a connection, or -1.
static inline int husk_httpd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Whether bytes have arrived on a socket that nobody has read.
static inline int husk_httpd_has_unread(int socket) {
  char byte;
  return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

// Writes the address of the other side as text.
static inline void husk_httpd_peer(struct MHD_Connection *connection, char *text, size_t count) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  text[0] = 0;
  if (!info || !info->client_addr) return;
  const struct sockaddr *address = info->client_addr;
  if (address->sa_family == AF_INET) {
    inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, (socklen_t)count);
  } else if (address->sa_family == AF_INET6) {
    inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, text, (socklen_t)count);
  }
}

// Constants whose names Swift has no certain form of.
static const enum MHD_Result husk_httpd_go_on = MHD_YES;
static const enum MHD_Result husk_httpd_end = MHD_NO;

static inline int husk_httpd_is_start(enum MHD_ConnectionNotificationCode event) {
  return event == MHD_CONNECTION_NOTIFY_STARTED;
}

// Calls a function for each header field of a request.
static inline void husk_httpd_fields(struct MHD_Connection *connection,
                                     MHD_KeyValueIterator iterator, void *context) {
  MHD_get_connection_values(connection, MHD_HEADER_KIND, iterator, context);
}

// Is asked for nothing: a response that has no body has it only counted.
static inline ssize_t husk_httpd_no_bytes(
    void *context, uint64_t position, char *target, size_t count) {
  (void)context, (void)position, (void)target, (void)count;
  return MHD_CONTENT_READER_END_WITH_ERROR;
}

// Makes a response that tells how many bytes there would be, where the status has none sent.
static inline struct MHD_Response *husk_httpd_count(uint64_t count) {
  return MHD_create_response_from_callback(count, 1, husk_httpd_no_bytes, NULL, NULL);
}

// Makes a response of bytes, which are copied.
static inline struct MHD_Response *husk_httpd_reply(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
