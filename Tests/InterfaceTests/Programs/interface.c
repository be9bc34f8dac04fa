/* SPDX-License-Identifier: Apache-2.0
 *
 * Uses every function of husk.h, rightly and wrongly.
 *
 * Usage: interface FOLDER DOCUMENT...
 * It writes into FOLDER, and prints the number of checks that held, or the first that did not.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "husk.h"

static long checks;

static void fail(int line, const char *what, const husk_error *error) {
  fprintf(stderr, "line %d: %s: %s %s\n", line, what, husk_error_code(error),
          husk_error_message(error));
  exit(1);
}

/* Says where it fails, and what the last error was. */
#define CHECK(condition) \
  do { \
    __atomic_add_fetch(&checks, 1, __ATOMIC_RELAXED); \
    if (!(condition)) fail(__LINE__, #condition, error); \
  } while (0)

/* A call that must fail with a status and a code; its error is freed. */
#define CHECK_FAILS(call, expected_status, expected_code) \
  do { \
    error = NULL; \
    CHECK((call) == (expected_status)); \
    CHECK(error != NULL && strcmp(husk_error_code(error), expected_code) == 0); \
    CHECK(strlen(husk_error_message(error)) > 0); \
    husk_error_free(error); \
    error = NULL; \
  } while (0)

typedef struct {
  uint8_t *bytes;
  size_t count;
} buffer;

static const uint8_t *text(const char *string) { return (const uint8_t *)string; }

static int is_text(buffer found, const char *expected) {
  return found.count == strlen(expected) && memcmp(found.bytes, expected, found.count) == 0;
}

static void drop(buffer *old) {
  husk_free(old->bytes);
  old->bytes = NULL;
}

static buffer read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  husk_error *error = NULL;
  CHECK(file != NULL);
  fseek(file, 0, SEEK_END);
  buffer all = {NULL, (size_t)ftell(file)};
  rewind(file);
  all.bytes = malloc(all.count + 1);
  CHECK(fread(all.bytes, 1, all.count, file) == all.count);
  fclose(file);
  return all;
}

static void write_file(const char *path, buffer all) {
  FILE *file = fopen(path, "wb");
  husk_error *error = NULL;
  CHECK(file != NULL && fwrite(all.bytes, 1, all.count, file) == all.count);
  CHECK(fclose(file) == 0);
}

/* A codec with settings: names and values in turn, and NULL at the end. */
static husk_codec *codec_with(const char *const *settings) {
  husk_codec *codec = husk_codec_new();
  husk_error *error = NULL;
  for (; *settings; settings += 2) {
    CHECK(husk_codec_set(codec, settings[0], settings[1], &error) == HUSK_OK);
  }
  return codec;
}

static void append(buffer *all, buffer piece) {
  all->bytes = realloc(all->bytes, all->count + piece.count + 1);
  memcpy(all->bytes + all->count, piece.bytes, piece.count);
  all->count += piece.count;
}

/* Sends bytes through a stream, so many at a time. */
static buffer pump(husk_codec *codec, husk_direction direction, buffer input, size_t step) {
  husk_stream *stream = NULL;
  husk_error *error = NULL;
  buffer all = {NULL, 0}, piece;
  CHECK(husk_stream_new(codec, direction, &stream, &error) == HUSK_OK);
  size_t offset = 0;
  int is_finished = 0;
  while (!is_finished) {
    if (offset < input.count) {
      size_t count = input.count - offset < step ? input.count - offset : step;
      CHECK(husk_stream_append(stream, input.bytes + offset, count, &error) == HUSK_OK);
      offset += count;
    } else {
      CHECK(husk_stream_finish(stream, &error) == HUSK_OK);
      is_finished = 1;
    }
    for (;;) {
      CHECK(husk_stream_next(stream, &piece.bytes, &piece.count, &error) == HUSK_OK);
      if (!piece.bytes) break;
      CHECK(piece.count > 0);
      append(&all, piece);
      husk_free(piece.bytes);
    }
  }
  husk_stream_free(stream);
  return all;
}

static void test_documents(const char *folder, char **paths, int count) {
  static const char *const layouts[] = {"auto", "column", "text", NULL};
  husk_error *error = NULL;
  char path[4096];
  snprintf(path, sizeof path, "%s/document.husk", folder);
  for (int index = 0; index < count; index++) {
    buffer document = read_file(paths[index]), encoded, decoded;
    for (const char *const *layout = layouts; *layout; layout++) {
      husk_codec *codec = codec_with((const char *const[]){"layout", *layout, "level", "1", NULL});
      CHECK(husk_encode(codec, document.bytes, document.count, &encoded.bytes, &encoded.count,
                        &error) == HUSK_OK);
      CHECK(encoded.count < document.count);
      CHECK(husk_decode(codec, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                        &error) == HUSK_OK);
      CHECK(decoded.count == document.count);
      CHECK(memcmp(decoded.bytes, document.bytes, decoded.count) == 0);
      drop(&decoded);
      CHECK(husk_inspect(codec, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                         &error) == HUSK_OK);
      CHECK(decoded.count > 2 && decoded.bytes[0] == '{');
      drop(&decoded);
      husk_codec_free(codec);

      /* The same through streams, cut in several ways, and with threads. */
      codec = codec_with((const char *const[]){"layout", *layout, "threads", "2", NULL});
      buffer streamed = pump(codec, HUSK_ENCODE, document, 77777);
      buffer back = pump(codec, HUSK_DECODE, streamed, 1000);
      CHECK(back.count == document.count);
      CHECK(memcmp(back.bytes, document.bytes, back.count) == 0);
      free(back.bytes);

      /* And from a file, by its path and by a descriptor. */
      write_file(path, streamed);
      for (int way = 0; way < 2; way++) {
        husk_reader *reader = NULL;
        int descriptor = open(path, O_RDONLY);
        husk_status status = way == 0 ? husk_reader_open(codec, path, &reader, &error)
                                      : husk_reader_open_descriptor(codec, descriptor, &reader, &error);
        CHECK(status == HUSK_OK);
        buffer all = {NULL, 0}, piece;
        for (;;) {
          CHECK(husk_reader_next(reader, &piece.bytes, &piece.count, &error) == HUSK_OK);
          if (!piece.bytes) break;
          append(&all, piece);
          husk_free(piece.bytes);
        }
        CHECK(all.count == document.count && memcmp(all.bytes, document.bytes, all.count) == 0);
        free(all.bytes);
        husk_reader_close(reader);
        CHECK(close(descriptor) == 0);
      }
      free(streamed.bytes);
      drop(&encoded);
      husk_codec_free(codec);
    }
    free(document.bytes);
  }
}

static void test_selection(void) {
  static const char json[] =
      "[{\"id\":1,\"name\":\"a\",\"tags\":[1]},{\"id\":2,\"name\":\"b\",\"tags\":[]},"
      "{\"id\":3,\"name\":\"c\",\"tags\":[2,3]}]";
  husk_error *error = NULL;
  husk_codec *codec = husk_codec_new();
  buffer encoded, found;
  CHECK(husk_encode(codec, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
        HUSK_OK);
  CHECK(husk_codec_set(codec, "fields", "id,tags", &error) == HUSK_OK);
  CHECK(husk_codec_set(codec, "rows", "1:", &error) == HUSK_OK);
  CHECK(husk_decode(codec, encoded.bytes, encoded.count, &found.bytes, &found.count, &error) ==
        HUSK_OK);
  CHECK(is_text(found, "[{\"id\":2,\"tags\":[]},{\"id\":3,\"tags\":[2,3]}]\n"));
  drop(&found);
  found = pump(codec, HUSK_DECODE, encoded, 10);
  CHECK(is_text(found, "[{\"id\":2,\"tags\":[]},{\"id\":3,\"tags\":[2,3]}]\n"));
  free(found.bytes);
  CHECK(husk_codec_set(codec, "rows", "", &error) == HUSK_OK);
  CHECK(husk_codec_set(codec, "fields", "", &error) == HUSK_OK);
  CHECK(husk_decode(codec, encoded.bytes, encoded.count, &found.bytes, &found.count, &error) ==
        HUSK_OK);
  CHECK(is_text(found, json));
  drop(&found);
  CHECK(husk_codec_set(codec, "at", "missing", &error) == HUSK_OK);
  CHECK_FAILS(
      husk_decode(codec, encoded.bytes, encoded.count, &found.bytes, &found.count, &error),
      HUSK_INVALID_INPUT, "invalidSelection");
  CHECK(found.bytes == NULL && found.count == 0);
  /* What is selected, or only looked at, keeps the limits of what is decoded. */
  CHECK(husk_codec_set(codec, "at", "", &error) == HUSK_OK);
  CHECK(husk_codec_set(codec, "limit.decodedByteCount", "20", &error) == HUSK_OK);
  static const char *const selections[][2] = {{"rows", "0:"}, {"fields", "id"}};
  for (int index = 0; index < 2; index++) {
    CHECK(husk_codec_set(codec, selections[index][0], selections[index][1], &error) == HUSK_OK);
    CHECK_FAILS(
        husk_decode(codec, encoded.bytes, encoded.count, &found.bytes, &found.count, &error),
        HUSK_INVALID_INPUT, "limitExceeded");
    CHECK(husk_codec_set(codec, selections[index][0], "", &error) == HUSK_OK);
  }
  CHECK_FAILS(
      husk_inspect(codec, encoded.bytes, encoded.count, &found.bytes, &found.count, &error),
      HUSK_INVALID_INPUT, "limitExceeded");
  drop(&encoded);
  husk_codec_free(codec);
}

/* Rows that a reader of a path and a decoder of memory go to, past a block that is damaged. */
static void test_rows(const char *folder) {
  static const char json[] = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n";
  husk_error *error = NULL;
  husk_codec *codec = husk_codec_new();
  char path[4096];
  snprintf(path, sizeof path, "%s/rows.husk", folder);
  buffer encoded, found, both = {NULL, 0};
  CHECK(husk_encode(codec, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
        HUSK_OK);
  append(&both, encoded);
  append(&both, encoded);
  /* Damages the block of the first file, behind which the end takes six bytes. */
  both.bytes[encoded.count - 12] ^= 0x10;
  write_file(path, both);
  static const struct {
    const char *rows, *expected;
  } wanted[] = {{"3:5", "{\"id\":1}\n{\"id\":2}\n"}, {"5", "{\"id\":3}\n"}, {"2:", NULL}};
  for (size_t index = 0; index < sizeof wanted / sizeof wanted[0]; index++) {
    const char *expected = wanted[index].expected;
    CHECK(husk_codec_set(codec, "rows", wanted[index].rows, &error) == HUSK_OK);
    husk_status status = husk_decode(codec, both.bytes, both.count, &found.bytes, &found.count,
                                     expected ? &error : NULL);
    CHECK(status == (expected ? HUSK_OK : HUSK_INVALID_INPUT));
    CHECK(!expected || is_text(found, expected));
    drop(&found);
    /* What is wrong comes again with each further call. */
    for (int way = 0; way < 2; way++) {
      husk_reader *reader = NULL;
      int descriptor = open(path, O_RDONLY);
      CHECK((way == 0 ? husk_reader_open(codec, path, &reader, &error)
                      : husk_reader_open_descriptor(codec, descriptor, &reader, &error)) == HUSK_OK);
      buffer all = {NULL, 0};
      for (;;) {
        status = husk_reader_next(reader, &found.bytes, &found.count, NULL);
        if (status != HUSK_OK || !found.bytes) break;
        append(&all, found);
        husk_free(found.bytes);
      }
      CHECK(status == (expected ? HUSK_OK : HUSK_INVALID_INPUT));
      CHECK(husk_reader_next(reader, &found.bytes, &found.count, NULL) == status);
      CHECK(!expected || is_text(all, expected));
      free(all.bytes);
      husk_reader_close(reader);
      CHECK(close(descriptor) == 0);
    }
  }
  free(both.bytes);
  drop(&encoded);
  husk_codec_free(codec);
}

/* Which pieces are of the elements of an array: of a file with an array and one with texts. */
static void test_elements(const char *folder) {
  static const char *const documents[] = {"[1,2]", "[3]\n4\n"};
  husk_error *error = NULL;
  husk_codec *codec = codec_with((const char *const[]){"rows", "1:3", NULL});
  char path[4096];
  snprintf(path, sizeof path, "%s/elements.husk", folder);
  buffer both = {NULL, 0}, encoded, piece;
  for (int index = 0; index < 2; index++) {
    CHECK(husk_encode(codec, text(documents[index]), strlen(documents[index]), &encoded.bytes,
                      &encoded.count, &error) == HUSK_OK);
    append(&both, encoded);
    drop(&encoded);
  }
  write_file(path, both);
  husk_stream *stream = NULL;
  husk_reader *reader = NULL;
  CHECK(husk_stream_new(codec, HUSK_DECODE, &stream, &error) == HUSK_OK);
  CHECK(husk_stream_append(stream, both.bytes, both.count, &error) == HUSK_OK);
  CHECK(husk_stream_finish(stream, &error) == HUSK_OK);
  CHECK(husk_reader_open(codec, path, &reader, &error) == HUSK_OK);
  for (int way = 0; way < 2; way++) {
    buffer elements = {NULL, 0}, texts = {NULL, 0};
    for (;;) {
      CHECK((way == 0 ? husk_stream_next(stream, &piece.bytes, &piece.count, &error)
                      : husk_reader_next(reader, &piece.bytes, &piece.count, &error)) == HUSK_OK);
      if (!piece.bytes) break;
      int32_t has_elements =
          way == 0 ? husk_stream_has_elements(stream) : husk_reader_has_elements(reader);
      append(has_elements ? &elements : &texts, piece);
      husk_free(piece.bytes);
    }
    CHECK(is_text(elements, "[2]\n"));
    CHECK(is_text(texts, "[3]\n"));
    free(elements.bytes);
    free(texts.bytes);
  }
  CHECK(husk_stream_has_elements(NULL) == 0 && husk_reader_has_elements(NULL) == 0);
  husk_stream_free(stream);
  husk_reader_close(reader);
  free(both.bytes);
  husk_codec_free(codec);
}

static void test_messages(const char *folder) {
  husk_error *error = NULL;
  char samples[8192] = "", path[4096];
  for (int number = 0; number < 60; number++) {
    char line[96];
    snprintf(line, sizeof line, "{\"id\":%d,\"kind\":\"order\",\"state\":\"%s\"}\n", 4000 + number,
             number % 3 ? "open" : "done");
    strcat(samples, line);
  }
  static const char message[] = "{\"id\":4711,\"kind\":\"order\",\"state\":\"open\"}";
  husk_template *trained = NULL, *loaded = NULL, *stored = NULL, *found = NULL;
  husk_store *store = NULL;
  husk_codec *codec = husk_codec_new(), *reader = husk_codec_new();
  CHECK(husk_template_train(codec, text(samples), strlen(samples), &trained, &error) == HUSK_OK);
  CHECK(strlen(husk_template_id(trained)) == 64);
  CHECK(strcmp(husk_template_name(trained), "") == 0 && husk_template_version(trained) == 0);

  /* A store in a file. */
  snprintf(path, sizeof path, "%s/templates", folder);
  CHECK(husk_store_open(path, &store, &error) == HUSK_OK);
  uint64_t version = 0;
  CHECK(husk_store_put(store, "orders", trained, 3600, &version, &error) == HUSK_OK);
  CHECK(version == 1);
  CHECK(husk_store_put(store, "orders", trained, 0, NULL, &error) == HUSK_OK);
  CHECK(husk_store_get(store, "orders", 0, &stored, &error) == HUSK_OK);
  CHECK(strcmp(husk_template_id(stored), husk_template_id(trained)) == 0);
  CHECK(strcmp(husk_template_name(stored), "orders") == 0 && husk_template_version(stored) == 1);
  CHECK(husk_template_expires(stored) > 1600000000 && husk_template_expires(trained) == -1);
  CHECK(husk_store_find(store, husk_template_id(trained), &found, &error) == HUSK_OK);
  CHECK(husk_template_version(found) == 1);
  husk_template_free(found);
  CHECK_FAILS(husk_store_get(store, "orders", 2, &found, &error), HUSK_STORE_FAILURE,
              "unknownTemplate");
  CHECK(found == NULL);
  CHECK_FAILS(husk_store_get(store, "others", 0, &found, &error), HUSK_STORE_FAILURE,
              "unknownTemplate");
  CHECK_FAILS(husk_store_find(store, "12", &found, &error), HUSK_STORE_FAILURE,
              "store.invalidPrefix");
  CHECK_FAILS(husk_store_put(store, "a b", trained, 0, NULL, &error), HUSK_STORE_FAILURE,
              "store.invalidName");
  CHECK_FAILS(husk_store_put(store, "a", trained, -1, NULL, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");

  /* Template files. */
  buffer file, encoded, decoded;
  CHECK(husk_template_save(stored, &file.bytes, &file.count, &error) == HUSK_OK);
  CHECK(husk_template_load(NULL, file.bytes, file.count, &loaded, &error) == HUSK_OK);
  CHECK(strcmp(husk_template_name(loaded), "orders") == 0 && husk_template_version(loaded) == 1);
  husk_codec *limited = codec_with((const char *const[]){"limit.messageTemplateByteCount", "8", NULL});
  CHECK_FAILS(husk_template_load(limited, file.bytes, file.count, &found, &error), HUSK_INVALID_INPUT,
              "limitExceeded");
  husk_codec_free(limited);
  file.bytes[file.count - 1] ^= 1;
  CHECK_FAILS(husk_template_load(NULL, file.bytes, file.count, &found, &error), HUSK_INVALID_INPUT,
              "checkMismatch");
  drop(&file);

  /* A message names its template, and whoever has the store reads it. */
  CHECK(husk_codec_set_template(codec, loaded, &error) == HUSK_OK);
  husk_template_free(loaded);
  CHECK(husk_encode(codec, text(message), strlen(message), &encoded.bytes, &encoded.count,
                    &error) == HUSK_OK);
  CHECK(encoded.count < 24);
  CHECK_FAILS(
      husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count, &error),
      HUSK_INVALID_INPUT, "unknownTemplate");
  CHECK(husk_codec_set_store(reader, store, &error) == HUSK_OK);
  CHECK(husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                    &error) == HUSK_OK);
  CHECK(is_text(decoded, message));
  drop(&decoded);
  CHECK(husk_inspect(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                     &error) == HUSK_OK);
  drop(&decoded);
  drop(&encoded);

  /* A bare one needs the template itself; files are told apart from it. */
  CHECK(husk_codec_set(codec, "form", "bare", &error) == HUSK_OK);
  CHECK(husk_encode(codec, text(message), strlen(message), &encoded.bytes, &encoded.count,
                    &error) == HUSK_OK);
  CHECK(encoded.count < 12);
  CHECK(husk_decode(codec, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                    &error) == HUSK_OK);
  CHECK(is_text(decoded, message));
  drop(&decoded);
  drop(&encoded);
  CHECK(husk_encode(NULL, text(message), strlen(message), &encoded.bytes, &encoded.count,
                    &error) == HUSK_OK);
  CHECK(husk_decode(codec, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                    &error) == HUSK_OK);
  CHECK(is_text(decoded, message));
  drop(&decoded);
  drop(&encoded);

  /* Sequences of messages. */
  CHECK(husk_codec_set(codec, "form", "referenced", &error) == HUSK_OK);
  buffer all = {(uint8_t *)samples, strlen(samples)};
  buffer sequence = pump(codec, HUSK_ENCODE_MESSAGES, all, 100);
  buffer back = pump(reader, HUSK_DECODE_MESSAGES, sequence, 7);
  CHECK(is_text(back, samples));
  free(sequence.bytes);
  free(back.bytes);
  husk_stream *stream = NULL;
  CHECK_FAILS(husk_stream_new(NULL, HUSK_ENCODE_MESSAGES, &stream, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK(husk_codec_set_template(codec, NULL, &error) == HUSK_OK);
  husk_store_close(store);
  husk_template_free(stored);
  husk_template_free(trained);
  husk_codec_free(codec);
  husk_codec_free(reader);
}

/* Fields to seal that are not there are told, of a document and of a stream. */
static void test_unsealed_fields(husk_codec *writer, const char *json) {
  husk_error *error = NULL;
  buffer encoded;
  CHECK(husk_codec_set(writer, "encrypt-fields", "snn,ssn,a.b", &error) == HUSK_OK);
  CHECK(strcmp(husk_codec_unsealed_fields(writer), "") == 0);
  CHECK(husk_encode(writer, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
        HUSK_OK);
  CHECK(strcmp(husk_codec_unsealed_fields(writer), "snn\na.b") == 0);
  drop(&encoded);
  husk_stream *stream = NULL;
  CHECK(husk_stream_new(writer, HUSK_ENCODE, &stream, &error) == HUSK_OK);
  CHECK(strcmp(husk_stream_unsealed_fields(stream), "snn\nssn\na.b") == 0);
  CHECK(husk_stream_append(stream, text(json), strlen(json), &error) == HUSK_OK);
  CHECK(husk_stream_finish(stream, &error) == HUSK_OK);
  do {
    CHECK(husk_stream_next(stream, &encoded.bytes, &encoded.count, &error) == HUSK_OK);
    husk_free(encoded.bytes);
  } while (encoded.bytes);
  CHECK(strcmp(husk_stream_unsealed_fields(stream), "snn\na.b") == 0);
  husk_stream_free(stream);
  CHECK(husk_stream_new(writer, HUSK_DECODE, &stream, &error) == HUSK_OK);
  CHECK(strcmp(husk_stream_unsealed_fields(stream), "") == 0);
  husk_stream_free(stream);
}

static void test_keys(void) {
  static const char json[] = "[{\"id\":1,\"ssn\":\"123\"},{\"id\":2,\"ssn\":\"456\"}]";
  husk_error *error = NULL;
  buffer key, field_key, encoded, decoded;
  CHECK(husk_key_generate(&key.bytes, &key.count, &error) == HUSK_OK);
  CHECK(husk_key_generate(&field_key.bytes, &field_key.count, &error) == HUSK_OK);
  CHECK(key.count == field_key.count && memcmp(key.bytes, field_key.bytes, key.count) != 0);
  husk_codec *writer = husk_codec_new(), *reader = husk_codec_new();
  CHECK_FAILS(husk_codec_set_secret(writer, "seal-key", "x", 1, &error), HUSK_INVALID_INPUT,
              "invalidKeyring");
  CHECK(husk_codec_set_secret(writer, "seal-key", key.bytes, key.count, &error) == HUSK_OK);
  CHECK(husk_codec_set(writer, "encrypt-fields", "ssn", &error) == HUSK_OK);
  CHECK_FAILS(
      husk_encode(writer, text(json), strlen(json), &encoded.bytes, &encoded.count, &error),
      HUSK_INVALID_ARGUMENT, "invalidArgument");
  CHECK(husk_codec_set_secret(writer, "seal-field-key", field_key.bytes, field_key.count,
                              &error) == HUSK_OK);
  test_unsealed_fields(writer, json);
  CHECK(husk_codec_set(writer, "encrypt-fields", "ssn", &error) == HUSK_OK);
  CHECK(husk_encode(writer, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
        HUSK_OK);
  CHECK(strcmp(husk_codec_unsealed_fields(writer), "") == 0);
  CHECK_FAILS(
      husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count, &error),
      HUSK_INVALID_INPUT, "missingKey");
  CHECK(husk_codec_set_secret(reader, "keys", key.bytes, key.count, &error) == HUSK_OK);
  CHECK_FAILS(
      husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count, &error),
      HUSK_INVALID_INPUT, "missingFieldKey");
  CHECK(husk_codec_set(reader, "redact", "true", &error) == HUSK_OK);
  CHECK(husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                    &error) == HUSK_OK);
  CHECK(is_text(decoded, "[{\"id\":1,\"ssn\":null},{\"id\":2,\"ssn\":null}]"));
  drop(&decoded);
  CHECK(husk_codec_set(reader, "redact", "false", &error) == HUSK_OK);
  CHECK(husk_codec_set_secret(reader, "field-keys", field_key.bytes, field_key.count, &error) ==
        HUSK_OK);
  CHECK(husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                    &error) == HUSK_OK);
  CHECK(is_text(decoded, json));
  drop(&decoded);
  encoded.bytes[encoded.count / 2] ^= 1;
  CHECK_FAILS(
      husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count, &error),
      HUSK_INVALID_INPUT, "authenticationFailed");
  drop(&encoded);
  CHECK_FAILS(husk_codec_set_secret(reader, "ring", key.bytes, key.count, &error),
              HUSK_INVALID_ARGUMENT, "invalidArgument");

  /* What was sealed can be asked for, and keys can be taken back. */
  CHECK(husk_codec_set(reader, "require-seal", "true", &error) == HUSK_OK);
  CHECK(husk_encode(NULL, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
        HUSK_OK);
  CHECK_FAILS(
      husk_decode(reader, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count, &error),
      HUSK_INVALID_INPUT, "notSealed");
  drop(&encoded);
  CHECK(husk_codec_set_secret(writer, "seal-key", NULL, 0, &error) == HUSK_OK);
  CHECK(husk_codec_set(writer, "encrypt-fields", "", &error) == HUSK_OK);
  CHECK(husk_encode(writer, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
        HUSK_OK);
  CHECK(husk_decode(NULL, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count, &error) ==
        HUSK_OK);
  drop(&decoded);
  drop(&encoded);
  husk_codec_free(writer);
  husk_codec_free(reader);
  drop(&key);
  drop(&field_key);
}

static void test_faults(const char *folder) {
  husk_error *error = NULL;
  buffer found = {(uint8_t *)1, 1};
  CHECK(husk_encode(NULL, text("[1,\n x]"), 7, &found.bytes, &found.count, &error) ==
        HUSK_INVALID_INPUT);
  CHECK(found.bytes == NULL && found.count == 0);
  CHECK(strcmp(husk_error_code(error), "unexpectedCharacter") == 0);
  CHECK(husk_error_offset(error) == 5 && husk_error_line(error) == 2);
  CHECK(husk_error_column(error) == 2);
  CHECK(strstr(husk_error_message(error), "line 2") != NULL);
  husk_error_free(error);
  error = NULL;
  /* Nobody need ask for the error. */
  CHECK(husk_encode(NULL, text("["), 1, &found.bytes, &found.count, NULL) == HUSK_INVALID_INPUT);
  CHECK_FAILS(husk_encode(NULL, NULL, 0, &found.bytes, &found.count, &error), HUSK_INVALID_INPUT,
              "emptyInput");
  CHECK_FAILS(husk_encode(NULL, NULL, 1, &found.bytes, &found.count, &error),
              HUSK_INVALID_ARGUMENT, "invalidArgument");
  CHECK_FAILS(husk_encode(NULL, text("1"), SIZE_MAX, &found.bytes, &found.count, &error),
              HUSK_INVALID_ARGUMENT, "invalidArgument");
  CHECK_FAILS(husk_encode(NULL, text("1"), 1, NULL, &found.count, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_encode(NULL, text("1"), 1, &found.bytes, NULL, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_decode(NULL, NULL, 0, &found.bytes, &found.count, &error), HUSK_INVALID_INPUT,
              "emptyInput");
  CHECK_FAILS(husk_decode(NULL, NULL, 3, &found.bytes, &found.count, &error),
              HUSK_INVALID_ARGUMENT, "invalidArgument");

  husk_codec *codec = husk_codec_new();
  CHECK_FAILS(husk_codec_set(NULL, "level", "1", &error), HUSK_INVALID_ARGUMENT, "invalidArgument");
  CHECK_FAILS(husk_codec_set(codec, NULL, "1", &error), HUSK_INVALID_ARGUMENT, "invalidArgument");
  CHECK_FAILS(husk_codec_set(codec, "level", NULL, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  static const char *const wrong[][2] = {
      {"level", "0"}, {"level", "10"}, {"level", "-1"}, {"level", ""},      {"speed", "9"},
      {"minify", "1"}, {"rows", "b:a"}, {"rows", "3:1"}, {"fields", "a..b"}, {"at", "."},
      {"exclude", "a..b"}, {"exclude", "a,,b"}, {"exclude", "a\\"},
      {"layout", "rows"}, {"threads", "0"}, {"threads", "257"}, {"limit.depth", "9999999"},
      {"limit.height", "1"}, {"limit.decodedRatio", "99999999999999999999"}, {"form", "\xff"}};
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
    CHECK_FAILS(husk_codec_set(codec, wrong[index][0], wrong[index][1], &error),
                HUSK_INVALID_ARGUMENT, "invalidArgument");
  }
  /* What was refused has changed nothing; limits are kept. */
  CHECK(husk_encode(codec, text("[[1]]"), 5, &found.bytes, &found.count, &error) == HUSK_OK);
  drop(&found);
  CHECK(husk_codec_set(codec, "limit.depth", "1", &error) == HUSK_OK);
  CHECK_FAILS(husk_encode(codec, text("[[1]]"), 5, &found.bytes, &found.count, &error),
              HUSK_INVALID_INPUT, "limitExceeded");
  husk_codec_free(codec);

  husk_stream *stream = (husk_stream *)1;
  CHECK_FAILS(husk_stream_new(NULL, 4, &stream, &error), HUSK_INVALID_ARGUMENT, "invalidArgument");
  CHECK(stream == NULL);
  CHECK_FAILS(husk_stream_new(NULL, HUSK_ENCODE, NULL, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_stream_append(NULL, text("1"), 1, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_stream_finish(NULL, &error), HUSK_INVALID_ARGUMENT, "invalidArgument");
  CHECK_FAILS(husk_stream_next(NULL, &found.bytes, &found.count, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK(husk_stream_new(NULL, HUSK_ENCODE, &stream, &error) == HUSK_OK);
  CHECK(husk_stream_append(stream, NULL, 0, &error) == HUSK_OK);
  CHECK(husk_stream_append(stream, text("[1"), 2, &error) == HUSK_OK);
  CHECK(husk_stream_next(stream, &found.bytes, &found.count, &error) == HUSK_OK);
  CHECK(found.bytes == NULL && found.count == 0);
  CHECK(husk_stream_finish(stream, &error) == HUSK_OK);
  CHECK(husk_stream_finish(stream, &error) == HUSK_OK);
  CHECK_FAILS(husk_stream_append(stream, text("]"), 1, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_stream_next(stream, &found.bytes, &found.count, &error), HUSK_INVALID_INPUT,
              "unexpectedEnd");
  CHECK_FAILS(husk_stream_next(stream, &found.bytes, &found.count, &error), HUSK_INVALID_INPUT,
              "unexpectedEnd");
  husk_stream_free(stream);

  husk_reader *reader = (husk_reader *)1;
  char path[4096];
  snprintf(path, sizeof path, "%s/there/is/none", folder);
  CHECK_FAILS(husk_reader_open(NULL, path, &reader, &error), HUSK_FILE_FAILURE, "file");
  CHECK(reader == NULL);
  CHECK_FAILS(husk_reader_open(NULL, NULL, &reader, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_reader_open_descriptor(NULL, -1, &reader, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK(husk_reader_open(NULL, folder, &reader, &error) == HUSK_OK);
  CHECK_FAILS(husk_reader_next(reader, &found.bytes, &found.count, &error), HUSK_FILE_FAILURE,
              "file");
  husk_reader_close(reader);
  CHECK_FAILS(husk_reader_next(NULL, &found.bytes, &found.count, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");

  husk_store *store = NULL;
  husk_template *found_template = NULL;
  CHECK_FAILS(husk_store_open("", &store, &error), HUSK_STORE_FAILURE, "store.invalidLocation");
  CHECK_FAILS(husk_store_open(path, &store, &error), HUSK_STORE_FAILURE, "store.unavailable");
  CHECK_FAILS(husk_store_get(NULL, "a", 0, &found_template, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_store_find(NULL, "a", &found_template, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_store_put(NULL, "a", NULL, 0, NULL, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_template_train(NULL, NULL, 0, &found_template, &error), HUSK_INVALID_INPUT,
              "emptyInput");
  CHECK_FAILS(husk_template_load(NULL, text("xyz"), 3, &found_template, &error), HUSK_INVALID_INPUT,
              "notHusk");
  CHECK_FAILS(husk_template_save(NULL, &found.bytes, &found.count, &error), HUSK_INVALID_ARGUMENT,
              "invalidArgument");
  CHECK_FAILS(husk_inspect(NULL, text("{}"), 2, &found.bytes, &found.count, &error),
              HUSK_INVALID_INPUT, "notHusk");

  CHECK(strcmp(husk_codec_unsealed_fields(NULL), "") == 0);
  CHECK(strcmp(husk_stream_unsealed_fields(NULL), "") == 0);
  CHECK(strcmp(husk_error_code(NULL), "") == 0 && strcmp(husk_error_message(NULL), "") == 0);
  CHECK(husk_error_offset(NULL) == -1 && husk_error_line(NULL) == 0);
  CHECK(husk_error_column(NULL) == 0 && strcmp(husk_template_id(NULL), "") == 0);
  CHECK(strcmp(husk_template_name(NULL), "") == 0 && husk_template_version(NULL) == 0);
  CHECK(husk_template_expires(NULL) == -1);
  husk_error_free(NULL);
  husk_codec_free(NULL);
  husk_store_close(NULL);
  husk_template_free(NULL);
  husk_stream_free(NULL);
  husk_reader_close(NULL);
  husk_free(NULL);
}

/* Every cut of a file, and every byte of it changed: an error, or the very same text. */
static void test_damage(void) {
  static const char json[] = "[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"},{\"a\":3,\"b\":\"z\"}]";
  husk_error *error = NULL;
  buffer encoded, found;
  CHECK(husk_encode(NULL, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
        HUSK_OK);
  for (size_t index = 0; index < encoded.count; index++) {
    /* A copy of its own for each length, so that tools see who reads past the end. */
    uint8_t *copy = malloc(index ? index : 1);
    memcpy(copy, encoded.bytes, index);
    CHECK(husk_decode(NULL, copy, index, &found.bytes, &found.count, NULL) == HUSK_INVALID_INPUT);
    free(copy);
    encoded.bytes[index] ^= 0x55;
    if (husk_decode(NULL, encoded.bytes, encoded.count, &found.bytes, &found.count, NULL) ==
        HUSK_OK) {
      CHECK(is_text(found, json));
      drop(&found);
    }
    encoded.bytes[index] ^= 0x55;
  }
  drop(&encoded);
}

static void *share(void *codec) {
  husk_error *error = NULL;
  for (int number = 0; number < 200; number++) {
    char json[64];
    snprintf(json, sizeof json, "[{\"n\":%d},{\"n\":%d}]", number, number * 7);
    buffer encoded, decoded;
    CHECK(husk_encode(codec, text(json), strlen(json), &encoded.bytes, &encoded.count, &error) ==
          HUSK_OK);
    CHECK(husk_decode(codec, encoded.bytes, encoded.count, &decoded.bytes, &decoded.count,
                      &error) == HUSK_OK);
    CHECK(is_text(decoded, json));
    drop(&encoded);
    drop(&decoded);
  }
  return NULL;
}

static void test_threads(void) {
  husk_error *error = NULL;
  husk_codec *codec = husk_codec_new();
  pthread_t threads[4];
  for (int index = 0; index < 4; index++) {
    CHECK(pthread_create(&threads[index], NULL, share, codec) == 0);
  }
  for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
  husk_codec_free(codec);
}

int main(int count, char **arguments) {
  husk_error *error = NULL;
  if (count < 2) return 2;
  CHECK(strlen(husk_version()) >= 5);
  CHECK(husk_interface_version() == HUSK_INTERFACE_VERSION);
  test_documents(arguments[1], arguments + 2, count - 2);
  test_selection();
  test_rows(arguments[1]);
  test_elements(arguments[1]);
  test_messages(arguments[1]);
  test_keys();
  test_faults(arguments[1]);
  test_damage();
  test_threads();
  printf("%ld checks\n", checks);
  return 0;
}
