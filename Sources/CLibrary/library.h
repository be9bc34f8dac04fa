// SPDX-License-Identifier: Apache-2.0
//
// Libraries that are loaded when something of them is needed. Each start of a program that links a library
// waits until all symbols of it are bound, and most commands need few libraries.
//
//     #define FUNCTIONS(_) _(deflate) _(inflate)
//     HUSK_LIBRARY(zlib, "libz.so.1", FUNCTIONS)
//
// declares `struct husk_zlib`, which has a pointer to each function, of the type that its header says, and
// `husk_find_zlib`, which fills one and returns what is wrong, or NULL. Elsewhere than on Linux the
// functions are linked.
#ifndef HUSK_LIBRARY
#include <stddef.h>

#define HUSK_LIBRARY(library, file, functions)                                                     \
  struct husk_##library {                                                                          \
    functions(HUSK_MEMBER)                                                                         \
  };                                                                                               \
  static inline const char *husk_find_##library(struct husk_##library *found) {                    \
    HUSK_OPEN(file)                                                                                \
    functions(HUSK_FIND)                                                                           \
    return NULL;                                                                                   \
  }

#define HUSK_MEMBER(name) __typeof__(&name) name;

#if defined(__linux__)
#include <dlfcn.h>
#define HUSK_OPEN(file)                                                                            \
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                              \
  if (handle == NULL) return dlerror();
#define HUSK_FIND(name)                                                                            \
  found->name = (__typeof__(&name))dlsym(handle, #name);                                           \
  if (found->name == NULL) return dlerror();
#else
#define HUSK_OPEN(file)
#define HUSK_FIND(name) found->name = &name;
#endif
#endif
