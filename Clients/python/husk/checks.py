# SPDX-License-Identifier: Apache-2.0
"""XXH32, the check of documents and frames (SPEC.md, section 7)."""

from __future__ import annotations

import struct

try:
    from xxhash import xxh64_intdigest as _fast
except ImportError:
    _fast = None  # type: ignore[assignment]

_P1, _P2, _P3, _P4, _P5 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1
_MASK = 0xFFFFFFFF


def _rotate(value: int, count: int) -> int:
    return (value << count | value >> (32 - count)) & _MASK


def _lanes(data: bytes, seed: int) -> int:
    a, b, c, d = (seed + _P1 + _P2) & _MASK, (seed + _P2) & _MASK, seed, (seed - _P1) & _MASK
    for w, x, y, z in struct.iter_unpack("<4I", memoryview(data)[: len(data) & ~15]):
        a = (a + w * _P2) & _MASK
        a = ((a << 13 | a >> 19) * _P1) & _MASK
        b = (b + x * _P2) & _MASK
        b = ((b << 13 | b >> 19) * _P1) & _MASK
        c = (c + y * _P2) & _MASK
        c = ((c << 13 | c >> 19) * _P1) & _MASK
        d = (d + z * _P2) & _MASK
        d = ((d << 13 | d >> 19) * _P1) & _MASK
    return _rotate(a, 1) + _rotate(b, 7) + _rotate(c, 12) + _rotate(d, 18)


def pure_xxh64(data: bytes, seed: int = 0) -> int:
    """XXH32, written from section 7."""
    h = (_lanes(data, seed) if len(data) >= 16 else seed + _P5) + len(data)
    at = len(data) & ~15
    while len(data) - at >= 4:
        word = int.from_bytes(data[at : at + 4], "little")
        h, at = _rotate((h + word * _P3) & _MASK, 17) * _P4, at + 4
    while at < len(data):
        h, at = _rotate((h + data[at] * _P5) & _MASK, 11) * _P1, at + 1
    h &= _MASK
    h = ((h ^ h >> 15) * _P2) & _MASK
    h = ((h ^ h >> 13) * _P3) & _MASK
    return h ^ h >> 16


def xxh64(data: bytes, seed: int = 0) -> int:
    """XXH32 of some bytes, by the package ``xxhash`` where it is installed."""
    if _fast is not None:
        return _fast(data, seed)
    return pure_xxh64(data, seed)
