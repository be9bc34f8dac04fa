// SPDX-License-Identifier: Apache-2.0
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A simdjson parser together with a padded copy of the one text that it parses.
typedef struct csimdjson_parser csimdjson_parser;

/// The version and the kernel of simdjson, or NULL when this was built without it.
const char *csimdjson_description(void);

/// Creates a parser for `count` bytes of `text`, which are copied. NULL without simdjson and when
/// there is no memory.
csimdjson_parser *csimdjson_create(const uint8_t *text, size_t count);

/// Parses the text into the parser's document, with the buffers of the last time. 0 or an error.
int csimdjson_parse(csimdjson_parser *parser);

/// Counts the tokens of the document parsed last: scalars, keys, and each { and [.
size_t csimdjson_token_count(const csimdjson_parser *parser);

/// What an error of csimdjson_parse means, in words.
const char *csimdjson_error_message(int error);

/// Frees the parser, its text and its document.
void csimdjson_destroy(csimdjson_parser *parser);

#ifdef __cplusplus
}
#endif

#endif
