// SPDX-License-Identifier: Apache-2.0

/** The bytes of a frame of Zstandard that becomes at most so many. */
export function zstd(frame: Uint8Array, count: number): Uint8Array;
