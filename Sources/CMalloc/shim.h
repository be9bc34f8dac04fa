// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
// The Swift module of the C library leaves it out; other libraries have none.
#if defined(__GLIBC__)
#include <malloc.h>
#endif
