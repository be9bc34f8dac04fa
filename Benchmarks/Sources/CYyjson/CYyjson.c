// SPDX-License-Identifier: Apache-2.0
#include "CYyjson.h"

#ifdef HUSK_BENCHMARKS_YYJSON

#include <stdlib.h>
#include <yyjson.h>

struct cyyjson_writer {
  yyjson_doc *document;
  void *memory;
  size_t byte_count;
};

const char *cyyjson_description(void) { return "yyjson " YYJSON_VERSION_STRING; }

cyyjson_writer *cyyjson_create(const uint8_t *text, size_t count) {
  cyyjson_writer *made = malloc(sizeof *made);
  if (made == NULL) {
    return NULL;
  }
  // It reserves several bytes for each byte of a string, and more where what it reserved has to grow.
  made->byte_count = 32 * count + (1 << 20);
  made->memory = malloc(made->byte_count);
  made->document = yyjson_read((const char *)text, count, YYJSON_READ_NOFLAG);
  if (made->memory == NULL || made->document == NULL) {
    cyyjson_destroy(made);
    return NULL;
  }
  return made;
}

size_t cyyjson_write(cyyjson_writer *writer) {
  yyjson_alc allocator;
  yyjson_alc_pool_init(&allocator, writer->memory, writer->byte_count);
  size_t count = 0;
  yyjson_write_opts(writer->document, YYJSON_WRITE_NOFLAG, &allocator, &count, NULL);
  return count;
}

void cyyjson_destroy(cyyjson_writer *writer) {
  yyjson_doc_free(writer->document);
  free(writer->memory);
  free(writer);
}

#else

const char *cyyjson_description(void) { return NULL; }

cyyjson_writer *cyyjson_create(const uint8_t *text, size_t count) {
  (void)text;
  (void)count;
  return NULL;
}

size_t cyyjson_write(cyyjson_writer *writer) {
  (void)writer;
  return 0;
}

void cyyjson_destroy(cyyjson_writer *writer) { (void)writer; }

#endif
