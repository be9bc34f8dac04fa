// SPDX-License-Identifier: Apache-2.0
#include <brotli/decode.h>
#include <brotli/encode.h>

#include "../CLibrary/library.h"

// What Husk calls of the two libraries.
#define HUSK_BROTLI_ENCODER_FUNCTIONS(_)                                                           \
  _(BrotliEncoderCompress)                                                                         \
  _(BrotliEncoderMaxCompressedSize)
#define HUSK_BROTLI_DECODER_FUNCTIONS(_)                                                           \
  _(BrotliDecoderCreateInstance)                                                                   \
  _(BrotliDecoderDecompressStream)                                                                 \
  _(BrotliDecoderDestroyInstance)                                                                  \
  _(BrotliDecoderErrorString)                                                                      \
  _(BrotliDecoderGetErrorCode)

HUSK_LIBRARY(brotli_encoder, "libbrotlienc.so.1", HUSK_BROTLI_ENCODER_FUNCTIONS)
HUSK_LIBRARY(brotli_decoder, "libbrotlidec.so.1", HUSK_BROTLI_DECODER_FUNCTIONS)
