// SPDX-License-Identifier: Apache-2.0
#include <isa-l/crc.h>
#include <stdint.h>

#if defined(__x86_64__)
// What the library has put into the upper parts of vector registers would slow down whatever uses their
// lower parts from then on: rows took up to twice as long to write.
__attribute__((target("avx"))) static inline void husk_clear_upper_parts(void) {
  __builtin_ia32_vzeroupper();
}
#endif

// The CRC-32 of some bytes behind others whose CRC-32 is the seed.
static inline uint32_t husk_crc32(uint32_t seed, const uint8_t *bytes, uint64_t count) {
  uint32_t value = crc32_gzip_refl(seed, bytes, count);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx")) husk_clear_upper_parts();
#endif
  return value;
}
