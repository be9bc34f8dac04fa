// SPDX-License-Identifier: Apache-2.0
#include <isa-l/crc.h>
