// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

// deflateInit2 and inflateInit2 are macros, which Swift does not see.

static inline int husk_deflate_init(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int husk_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
