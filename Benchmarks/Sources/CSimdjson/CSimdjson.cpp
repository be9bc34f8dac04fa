// SPDX-License-Identifier: Apache-2.0
#include "CSimdjson.h"

#ifdef HUSK_BENCHMARKS_SIMDJSON

#include <new>
#include <simdjson.h>
#include <string>

using namespace simdjson;

struct csimdjson_parser {
  padded_string text;
  dom::parser parser;
  dom::element root;
};

namespace {

size_t token_count(dom::element element) {
  size_t count = 1;
  if (element.is_array()) {
    for (dom::element child : element.get_array().value_unsafe()) {
      count += token_count(child);
    }
  } else if (element.is_object()) {
    for (dom::key_value_pair member : element.get_object().value_unsafe()) {
      count += 1 + token_count(member.value);
    }
  }
  return count;
}

} // namespace

const char *csimdjson_description(void) {
  static const std::string description =
      "simdjson " + std::to_string(SIMDJSON_VERSION_MAJOR) + "." +
      std::to_string(SIMDJSON_VERSION_MINOR) + "." + std::to_string(SIMDJSON_VERSION_REVISION) +
      " (" + get_active_implementation()->name() + ")";
  return description.c_str();
}

csimdjson_parser *csimdjson_create(const uint8_t *text, size_t count) {
  auto *made = new (std::nothrow) csimdjson_parser;
  if (made == nullptr) {
    return nullptr;
  }
  made->text = padded_string(reinterpret_cast<const char *>(text), count);
  if (made->text.size() != count) {
    delete made;
    return nullptr;
  }
  return made;
}

int csimdjson_parse(csimdjson_parser *parser) {
  return static_cast<int>(parser->parser.parse(parser->text).get(parser->root));
}

size_t csimdjson_token_count(const csimdjson_parser *parser) { return token_count(parser->root); }

const char *csimdjson_error_message(int error) {
  return error_message(static_cast<error_code>(error));
}

void csimdjson_destroy(csimdjson_parser *parser) { delete parser; }

#else

const char *csimdjson_description(void) { return nullptr; }

csimdjson_parser *csimdjson_create(const uint8_t *, size_t) { return nullptr; }

int csimdjson_parse(csimdjson_parser *) { return -1; }

size_t csimdjson_token_count(const csimdjson_parser *) { return 0; }

const char *csimdjson_error_message(int) { return "built without simdjson"; }

void csimdjson_destroy(csimdjson_parser *) {}

#endif
