// SPDX-License-Identifier: Apache-2.0
#include <zdict.h>
#include <zstd.h>
#include <zstd_errors.h>
