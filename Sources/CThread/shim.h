// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stddef.h>

#if !defined(__APPLE__)
// What headers show to those only who define _GNU_SOURCE before them, which a module cannot.
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
#endif

// The lowest address of the stack of the thread that asks, to which it grows, or NULL where it is not known.
static inline void *husk_stack_end(void) {
#if defined(__APPLE__)
  return (char *)pthread_get_stackaddr_np(pthread_self()) -
         pthread_get_stacksize_np(pthread_self());
#else
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
  void *end = NULL;
  size_t size = 0;
  int status = pthread_attr_getstack(&attributes, &end, &size);
  pthread_attr_destroy(&attributes);
  return status == 0 ? end : NULL;
#endif
}
