// SPDX-License-Identifier: Apache-2.0
//
// Bytes of files that tests write by hand (SPEC.md, section 2).

/** A varint of a number or a large one. */
export function varint(value) {
  const bytes = [];
  let left = BigInt(value);
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return [...bytes, Number(left)];
}

/** The check as it stands in a file, the lowest byte first. */
export const word = (value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
