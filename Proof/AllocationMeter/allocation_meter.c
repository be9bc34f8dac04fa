// SPDX-License-Identifier: Apache-2.0

#include "allocation_meter.h"

#if defined(__linux__)
#include <features.h>
#endif

// Sanitizers have a malloc of their own.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

// The functions themselves, under the names that the C library keeps for those who replace them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_long in_use;
static atomic_long most;
static long at_start;

static void *gained(void *block) {
  if (block == NULL) return NULL;
  long size = (long)malloc_usable_size(block);
  long now = atomic_fetch_add_explicit(&in_use, size, memory_order_relaxed) + size;
  long known = atomic_load_explicit(&most, memory_order_relaxed);
  while (now > known && !atomic_compare_exchange_weak(&most, &known, now)) {
  }
  return block;
}

static void lost(size_t size) {
  atomic_fetch_sub_explicit(&in_use, (long)size, memory_order_relaxed);
}

void *malloc(size_t size) { return gained(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return gained(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  size_t before = block == NULL ? 0 : malloc_usable_size(block);
  void *moved = __libc_realloc(block, size);
  // A block that could not grow is still there.
  if (moved == NULL && size > 0) return NULL;
  lost(before);
  return gained(moved);
}

void *memalign(size_t alignment, size_t size) {
  return gained(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return gained(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *block = gained(found);
  return 0;
}

void free(void *block) {
  if (block == NULL) return;
  lost(malloc_usable_size(block));
  __libc_free(block);
}

int allocation_meter_works(void) { return 1; }

void allocation_meter_start(void) {
  at_start = atomic_load(&in_use);
  atomic_store(&most, at_start);
}

size_t allocation_meter_peak(void) { return (size_t)(atomic_load(&most) - at_start); }

#else

int allocation_meter_works(void) { return 0; }

void allocation_meter_start(void) {}

size_t allocation_meter_peak(void) { return 0; }

#endif
