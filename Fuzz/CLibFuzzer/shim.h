/* SPDX-License-Identifier: Apache-2.0
 *
 * libFuzzer as a library, of which compilers bring no header.
 */
#include <stddef.h>
#include <stdint.h>

/* Runs a target with inputs of libFuzzer's making, as the arguments say, and returns its exit status. */
int LLVMFuzzerRunDriver(
    int *argument_count, char ***arguments, int (*target)(const uint8_t *bytes, size_t count));
