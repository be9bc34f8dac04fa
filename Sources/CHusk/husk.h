/* SPDX-License-Identifier: Apache-2.0
 *
 * Husk in C: JSON text to compact bytes and back, without loss of a single byte.
 *
 *     uint8_t *bytes, *text;
 *     size_t byte_count, text_count;
 *     husk_error *error = NULL;
 *     if (husk_encode(NULL, json, json_count, &bytes, &byte_count, &error) != HUSK_OK) {
 *       fprintf(stderr, "%s\n", husk_error_message(error));
 *       husk_error_free(error);
 *     }
 *     husk_decode(NULL, bytes, byte_count, &text, &text_count, NULL);
 *     husk_free(text);
 *     husk_free(bytes);
 *
 * Rules that hold for all functions:
 *
 * - Results. A function that can fail returns HUSK_OK, or says by its status what kind of failure it
 *   is. Then it has set its results to NULL and 0 and, where `error` is not NULL, put an error
 *   there, which the caller frees with husk_error_free. On success `*error` is not touched.
 * - Bytes that are handed out are freed with husk_free. They are never NULL on success, even where
 *   there are none, unless a function says so.
 * - Handles (husk_codec, husk_store, husk_template, husk_stream, husk_reader, husk_error) are freed
 *   with the function for their type, once: to free one twice, or to use it afterwards, is undefined,
 *   as with free(). NULL may be freed. A codec keeps what was set on it, so a store or a template may
 *   be freed before the codec.
 * - NULL where a handle or a result is needed is HUSK_INVALID_ARGUMENT, and so is NULL with a count
 *   that is not 0; NULL with a count of 0 is no bytes. As `codec`, NULL stands for one on which
 *   nothing was set. Strings end with a zero byte and are UTF-8.
 * - Threads. Any function may be called from any thread. Calls with the same codec, stream or reader
 *   wait for each other; for speed, give each thread its own. Nothing may be used while it is freed.
 *   A process made by fork() makes its own handles.
 * - Hostile input gives an error, within the limits that are set.
 */
#ifndef HUSK_H
#define HUSK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows when something is added; what is there stays. */
#define HUSK_INTERFACE_VERSION 3

/* What became of a call. husk_error_code says more about a failure. */
typedef int32_t husk_status;
enum {
  /* It worked. */
  HUSK_OK = 0,
  /* The call itself is wrong: a NULL, a name or a value that is not known. */
  HUSK_INVALID_ARGUMENT = 1,
  /* The input, or a template, breaks a rule of SPEC.md, a key is missing, a limit is exceeded. */
  HUSK_INVALID_INPUT = 2,
  /* The template store reports a failure, or has not what was asked for. */
  HUSK_STORE_FAILURE = 3,
  /* A file cannot be opened or read. */
  HUSK_FILE_FAILURE = 4,
  /* There is not enough memory for the result. (Where memory ends before there is one, the process
   * ends, as programs in Swift do.) */
  HUSK_NO_MEMORY = 5
};

/* How to encode and decode, and memory that is used again from call to call. */
typedef struct husk_codec husk_codec;
/* A place where templates are kept. */
typedef struct husk_store husk_store;
/* What messages of one kind have in common. */
typedef struct husk_template husk_template;
/* A stream of bytes in, another one out. */
typedef struct husk_stream husk_stream;
/* An encoded file that is read piece by piece. */
typedef struct husk_reader husk_reader;
/* What is wrong, and where. */
typedef struct husk_error husk_error;

/* ---- The library ---- */

/* The version of the library, such as "0.1.0". It need not be freed. */
const char *husk_version(void);

/* The HUSK_INTERFACE_VERSION that the library was built with. */
int32_t husk_interface_version(void);

/* Frees bytes that a function handed out; NULL is ignored. */
void husk_free(void *bytes);

/* ---- Errors ---- */

/* The name of what is wrong, such as "unexpectedCharacter" (SPEC.md, section 11). Those of template
 * stores begin with "store.", as in "store.damagedStore"; those of wrong calls are "invalidArgument",
 * those of files "file", that of lacking memory "noMemory". It lives as long as the error. "" for NULL. */
const char *husk_error_code(const husk_error *error);

/* The message for people, with the place. It lives as long as the error. "" for NULL. */
const char *husk_error_message(const husk_error *error);

/* The offset in bytes from the start of the input, or -1 where no one byte is at fault. */
int64_t husk_error_offset(const husk_error *error);

/* The line of the offset, counted from 1, or 0 where the input is no text. */
int64_t husk_error_line(const husk_error *error);

/* The column in bytes, counted from 1, or 0 where the input is no text. */
int64_t husk_error_column(const husk_error *error);

/* Frees an error; NULL is ignored. */
void husk_error_free(husk_error *error);

/* ---- Codecs ---- */

/* Makes a codec on which nothing is set. */
husk_codec *husk_codec_new(void);

/* Frees a codec; NULL is ignored. */
void husk_codec_free(husk_codec *codec);

/* Sets something, from the next call on. Streams and readers keep what was set when they were made.
 *
 * For encoding:
 *   layout           auto (default), column, text, or row: one message that brings its template
 *   level            1 to 9, max or archive (default 3)
 *   compression      auto (default), none, deflate, gzip, zstd, brotli
 *   input            auto (default), json: exactly one text, ndjson: none or more
 *   minify           true drops whitespace that means nothing (default false)
 *   compress         false lets the size depend on nothing but the size of the text (default true)
 *   envelope         true puts the result in {"data":"..."} (default false)
 *   encrypt-fields   the fields that are sealed with "seal-field-key", such as ssn,customer.card
 *   form             of messages with a template: referenced (default), bare, embedded
 * For decoding:
 *   fields           only these of each row, such as id,user.name ("" for all)
 *   rows             only these rows, such as 100:200, 100:, :200 or 100 ("" for all)
 *   at               rows are the elements of the array at this path ("" for those of the document)
 *   redact           true gives null in place of sealed fields (default false)
 *   require-seal     true refuses what is not sealed (default false)
 * For streams and readers:
 *   threads          1 to 256 (default 1)
 * For training:
 *   budget           about how many bytes a template may have (default 65536)
 *   min-support      in how many messages a value must stand to be in it (default 3)
 *   model            true puts whole messages in, which teach a model (default false); values of
 *                    single messages are in the template then, unless "min-support" is set
 *   values           false keeps all values out (default true)
 *   exclude          fields whose values stay out, such as token,customer.card
 * For both ways:
 *   limit.NAME       a limit of SPEC.md, section 10.1: depth, shapes, templateEntries,
 *                    templateByteCount, messageTemplateByteCount, frameByteCount, blockRowCount,
 *                    blockByteCount, passphraseCost, decodedByteCount, decodedRatio
 *
 * Rows and fields come out as minified JSON of the same outer form. Where rows are set, husk_decode, and
 * readers of files that they open themselves, go to them by the index of a file, or from block to block,
 * and do not see what is wrong with other blocks; streams and other readers verify all frames. */
husk_status husk_codec_set(
    husk_codec *codec, const char *name, const char *value, husk_error **error);

/* Sets a secret; the caller's copy can be wiped afterwards. Keys are texts of key files, as `husk
 * keygen` and husk_key_generate write them.
 *
 *   keys             keys that open what is sealed
 *   seal-key         keys of which the active one seals, and all open
 *   field-keys       keys that open sealed fields
 *   seal-field-key   keys of which the active one seals fields, and all open them
 *   passphrase       words that open what is sealed
 *   seal-passphrase  words that seal and open
 *
 * No bytes take back what was set under the name, and with it all keys that open. */
husk_status husk_codec_set_secret(
    husk_codec *codec, const char *name, const void *bytes, size_t count, husk_error **error);

/* Sets the store in which templates of messages are looked up; NULL for none. */
husk_status husk_codec_set_store(husk_codec *codec, husk_store *store, husk_error **error);

/* Sets the template that husk_encode makes messages with, and husk_decode bare messages; NULL for
 * none. */
husk_status husk_codec_set_template(
    husk_codec *codec, husk_template *template_, husk_error **error);

/* ---- Whole documents ---- */

/* Encodes JSON text, or a sequence of JSON texts; where a template is set, one text as a message. */
husk_status husk_encode(
    husk_codec *codec, const uint8_t *json, size_t count, uint8_t **result, size_t *result_count,
    husk_error **error);

/* Of the fields of "encrypt-fields" those at which nothing stood in the document of the last husk_encode,
 * each on a line of its own: nothing was sealed there, and perhaps they are misspelt. "" where there are
 * none, and where something was set on the codec since. It lives until the next call with the codec. */
const char *husk_codec_unsealed_fields(const husk_codec *codec);

/* Decodes what was encoded, and verifies it; where rows or fields are set, only those. A message is
 * decoded with the template that is set, that it brings, or that the store has. */
husk_status husk_decode(
    husk_codec *codec, const uint8_t *bytes, size_t count, uint8_t **result, size_t *result_count,
    husk_error **error);

/* Verifies what was encoded, and describes it as JSON, as `husk inspect --json` does. */
husk_status husk_inspect(
    husk_codec *codec, const uint8_t *bytes, size_t count, uint8_t **result, size_t *result_count,
    husk_error **error);

/* ---- Streams ---- */

/* What a stream does. */
typedef int32_t husk_direction;
enum {
  /* JSON in, encoded bytes out. */
  HUSK_ENCODE = 0,
  /* Encoded bytes in, JSON out: what is set of rows and fields, or all. */
  HUSK_DECODE = 1,
  /* JSON in, each text on lines of its own, a sequence of messages out; a template must be set. */
  HUSK_ENCODE_MESSAGES = 2,
  /* A sequence of messages in, JSON out. */
  HUSK_DECODE_MESSAGES = 3
};

/* Makes a stream. Its memory is that of a few blocks, however much goes through it.
 *
 *     while ((count = read(0, buffer, sizeof buffer)) > 0) {
 *       husk_stream_append(stream, buffer, count, NULL);
 *       while (husk_stream_next(stream, &piece, &piece_count, &error) == HUSK_OK && piece) {
 *         write(1, piece, piece_count);
 *         husk_free(piece);
 *       }
 *     }
 *     husk_stream_finish(stream, NULL);
 *     (and the inner loop once more)
 */
husk_status husk_stream_new(
    husk_codec *codec, husk_direction direction, husk_stream **result, husk_error **error);

/* Hands in bytes, cut anywhere; some hundred kilobytes at a time are good. */
husk_status husk_stream_append(
    husk_stream *stream, const uint8_t *bytes, size_t count, husk_error **error);

/* Says that no more bytes will come. */
husk_status husk_stream_finish(husk_stream *stream, husk_error **error);

/* Takes the next piece of the result out. `*result` is NULL where more input is needed, and after
 * husk_stream_finish where there is nothing more. Decoded pieces are verified; an error comes when
 * everything before the fault was handed out, and comes again with each further call. */
husk_status husk_stream_next(
    husk_stream *stream, uint8_t **result, size_t *result_count, husk_error **error);

/* Of a stream that decodes what is set of rows and fields: 1 where the rows of the piece handed out
 * last are elements of an array, with its brackets and the commas between them, and 0 where they are
 * texts with line ends behind them. Of the elements at a path, each piece is of texts. */
int32_t husk_stream_has_elements(const husk_stream *stream);

/* Of a stream that encodes: the same as husk_codec_unsealed_fields, of what was handed out so far. It lives
 * until the next call with the stream. */
const char *husk_stream_unsealed_fields(const husk_stream *stream);

/* Frees a stream, whether it has come to its end or not; NULL is ignored. */
void husk_stream_free(husk_stream *stream);

/* ---- Files ---- */

/* Opens an encoded file. */
husk_status husk_reader_open(
    husk_codec *codec, const char *path, husk_reader **result, husk_error **error);

/* Reads from a descriptor, such as a pipe, which stays open and stays the caller's. */
husk_status husk_reader_open_descriptor(
    husk_codec *codec, int32_t descriptor, husk_reader **result, husk_error **error);

/* Decodes the next piece. `*result` is NULL at the end. Errors are those of husk_stream_next. */
husk_status husk_reader_next(
    husk_reader *reader, uint8_t **result, size_t *result_count, husk_error **error);

/* The same as husk_stream_has_elements. */
int32_t husk_reader_has_elements(const husk_reader *reader);

/* Closes a reader, at its end or before; NULL is ignored. */
void husk_reader_close(husk_reader *reader);

/* ---- Templates ---- */

/* Learns a template from messages: JSON texts, one behind the other. */
husk_status husk_template_train(
    husk_codec *codec, const uint8_t *json, size_t count, husk_template **result,
    husk_error **error);

/* Reads a template file, which husk_template_save and `husk template export` write, within the limits of the
 * codec. */
husk_status husk_template_load(
    husk_codec *codec, const uint8_t *bytes, size_t count, husk_template **result,
    husk_error **error);

/* Writes a template file. */
husk_status husk_template_save(
    const husk_template *template_, uint8_t **result, size_t *result_count, husk_error **error);

/* The identity, 64 hexadecimal digits. It lives as long as the template. "" for NULL. */
const char *husk_template_id(const husk_template *template_);

/* The name it has in the store or file that it comes from, or "". It lives as long as the template. */
const char *husk_template_name(const husk_template *template_);

/* The version it has there, or 0. */
uint64_t husk_template_version(const husk_template *template_);

/* When it should be refreshed, in seconds since 1970, or -1 for never. It decodes after that too. */
int64_t husk_template_expires(const husk_template *template_);

/* Frees a template; NULL is ignored. */
void husk_template_free(husk_template *template_);

/* Opens a store: the path of a file, which is created where there is none, redis://HOST:PORT/PREFIX,
 * or NULL for the file that husk keeps for the user. */
husk_status husk_store_open(const char *location, husk_store **result, husk_error **error);

/* Stores a template as the next version of a name. Where the newest version has the same content,
 * that one is kept.
 *
 * - max_age: after how many seconds it should be refreshed, or 0 for never.
 * - version: gets the version, unless it is NULL. */
husk_status husk_store_put(
    husk_store *store, const char *name, const husk_template *template_, int64_t max_age,
    uint64_t *version, husk_error **error);

/* Takes a template out by name and version, 0 for the newest. Where there is none, the code of the
 * error is "unknownTemplate". */
husk_status husk_store_get(
    husk_store *store, const char *name, uint64_t version, husk_template **result,
    husk_error **error);

/* Takes a template out by its identity, or the first 16 digits of it or more. */
husk_status husk_store_find(
    husk_store *store, const char *id, husk_template **result, husk_error **error);

/* Closes a store; NULL is ignored. */
void husk_store_close(husk_store *store);

/* ---- Keys ---- */

/* Makes a new key: the text of a key file. */
husk_status husk_key_generate(uint8_t **result, size_t *result_count, husk_error **error);

#ifdef __cplusplus
}
#endif

#endif
