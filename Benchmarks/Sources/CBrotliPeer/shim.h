// SPDX-License-Identifier: Apache-2.0
#include <brotli/decode.h>
#include <brotli/encode.h>
