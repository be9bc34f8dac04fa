// SPDX-License-Identifier: Apache-2.0
//
// Counts the memory that a program has from malloc, so that the most that one call had at once is known to
// the byte, whether it touched the memory or not.
//
// It takes the place of malloc and its companions in the program that links it, on systems with the C
// library of GNU. Elsewhere nothing is counted, and allocation_meter_works() says so.

#ifndef ALLOCATION_METER_H
#define ALLOCATION_METER_H

#include <stddef.h>

/// Whether memory is counted on this system.
int allocation_meter_works(void);

/// Starts to look for a peak; what is in use now counts as nothing.
void allocation_meter_start(void);

/// The most bytes in use at once since the start, beyond those that were in use then.
size_t allocation_meter_peak(void);

#endif
