// SPDX-License-Identifier: Apache-2.0

/** The preset dictionary (SPEC.md, section 9.8.1). */
export const preset: Uint8Array;
/** The bytes of a frame of Zstandard, made with the preset dictionary, that becomes at most so many. */
export function presetZstd(frame: Uint8Array, count: number): Uint8Array;
