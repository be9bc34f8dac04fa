// SPDX-License-Identifier: Apache-2.0

/** The bytes of a frame of Zstandard that becomes at most so many; a dictionary is raw content, without a header. */
export function zstd(frame: Uint8Array, count: number, dictionary?: Uint8Array): Uint8Array;
