// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

// deflateInit2 is a macro, which Swift does not see.

/// Prepares a stream that writes a gzip member.
static inline int zlib_peer_start_gzip(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
