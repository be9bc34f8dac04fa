// SPDX-License-Identifier: Apache-2.0
//
// Tells the thread sanitizer of locks that Swift's Mutex takes and lets go where threads wait for it. That
// happens inside the library of Swift, which is not built for the sanitizer; all else it sees by itself.
//
// Scripts/prove-faults has the linker put these functions in front of those of the library.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define REAL(name) __asm__("__real_$s15Synchronization12_MutexHandleV" name)
#define WRAP(name) __asm__("__wrap_$s15Synchronization12_MutexHandleV" name)

SWIFT void mutex_lock(uint32_t thread, SELF) REAL("9_lockSlowyys6UInt32VF");
SWIFT bool mutex_try_lock(SELF) REAL("12_tryLockSlowSbyF");
SWIFT void mutex_unlock(SELF) REAL("11_unlockSlowyyF");

SWIFT void seen_lock(uint32_t thread, SELF) WRAP("9_lockSlowyys6UInt32VF");
SWIFT bool seen_try_lock(SELF) WRAP("12_tryLockSlowSbyF");
SWIFT void seen_unlock(SELF) WRAP("11_unlockSlowyyF");

SWIFT void seen_lock(uint32_t thread, SELF) {
  mutex_lock(thread, self);
  __tsan_acquire(self);
}

SWIFT bool seen_try_lock(SELF) {
  bool is_locked = mutex_try_lock(self);
  if (is_locked) __tsan_acquire(self);
  return is_locked;
}

SWIFT void seen_unlock(SELF) {
  __tsan_release(self);
  mutex_unlock(self);
}

#endif
#endif
