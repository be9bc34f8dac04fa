# SPDX-License-Identifier: Apache-2.0
"""The low 32 bits of XXH64, the check of documents and frames (SPEC.md, section 7)."""

from __future__ import annotations

import struct

try:
    from xxhash import xxh64_intdigest as _fast
except ImportError:
    _fast = None  # type: ignore[assignment]

_P1, _P2, _P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
_P4, _P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
_MASK = 0xFFFFFFFFFFFFFFFF


def _rotate(value: int, count: int) -> int:
    return (value << count | value >> (64 - count)) & _MASK


def _round(lane: int, word: int) -> int:
    return _rotate((lane + word * _P2) & _MASK, 31) * _P1 & _MASK


def _lanes(data: bytes, seed: int) -> int:
    a, b, c, d = (seed + _P1 + _P2) & _MASK, (seed + _P2) & _MASK, seed, (seed - _P1) & _MASK
    for w, x, y, z in struct.iter_unpack("<4Q", memoryview(data)[: len(data) & ~31]):
        a = (a + w * _P2) & _MASK
        a = ((a << 31 | a >> 33) * _P1) & _MASK
        b = (b + x * _P2) & _MASK
        b = ((b << 31 | b >> 33) * _P1) & _MASK
        c = (c + y * _P2) & _MASK
        c = ((c << 31 | c >> 33) * _P1) & _MASK
        d = (d + z * _P2) & _MASK
        d = ((d << 31 | d >> 33) * _P1) & _MASK
    h = _rotate(a, 1) + _rotate(b, 7) + _rotate(c, 12) + _rotate(d, 18)
    for lane in (a, b, c, d):
        h = ((h ^ _round(0, lane)) * _P1 + _P4) & _MASK
    return h


def pure_xxh64(data: bytes, seed: int = 0) -> int:
    """The low 32 bits of XXH64, written from section 7."""
    h = ((_lanes(data, seed) if len(data) >= 32 else seed + _P5) + len(data)) & _MASK
    at = len(data) & ~31
    while len(data) - at >= 8:
        word = int.from_bytes(data[at : at + 8], "little")
        h, at = (_rotate(h ^ _round(0, word), 27) * _P1 + _P4) & _MASK, at + 8
    if len(data) - at >= 4:
        word = int.from_bytes(data[at : at + 4], "little")
        h, at = (_rotate(h ^ word * _P1 & _MASK, 23) * _P2 + _P3) & _MASK, at + 4
    while at < len(data):
        h, at = _rotate(h ^ data[at] * _P5 & _MASK, 11) * _P1 & _MASK, at + 1
    h = ((h ^ h >> 33) * _P2) & _MASK
    h = ((h ^ h >> 29) * _P3) & _MASK
    return (h ^ h >> 32) & 0xFFFFFFFF


def xxh64(data: bytes, seed: int = 0) -> int:
    """The low 32 bits of XXH64 of some bytes, by the package ``xxhash`` where it is installed."""
    if _fast is not None:
        return _fast(data, seed) & 0xFFFFFFFF
    return pure_xxh64(data, seed)
