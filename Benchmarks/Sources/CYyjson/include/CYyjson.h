// SPDX-License-Identifier: Apache-2.0
#ifndef CYYJSON_H
#define CYYJSON_H

#include <stddef.h>
#include <stdint.h>

/// A document of yyjson together with the memory that it is written to.
typedef struct cyyjson_writer cyyjson_writer;

/// The version of yyjson, or NULL when this was built without it.
const char *cyyjson_description(void);

/// Parses `count` bytes of `text`, which are not needed later. NULL without yyjson, where the text is not
/// JSON, and when there is no memory.
cyyjson_writer *cyyjson_create(const uint8_t *text, size_t count);

/// Writes the document into the memory of the last time. The number of bytes, or 0.
size_t cyyjson_write(cyyjson_writer *writer);

/// Frees the document and its memory.
void cyyjson_destroy(cyyjson_writer *writer);

#endif
