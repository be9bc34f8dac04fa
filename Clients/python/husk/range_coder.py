# SPDX-License-Identifier: Apache-2.0
"""The number that a message is, read choice by choice (SPEC.md, section 13.3)."""

from __future__ import annotations

import bisect
import itertools

from .errors import HuskError

_BEHIND_THE_END = 4


class Frequencies:
    """How often each of some outcomes is."""

    __slots__ = ("sizes", "starts", "total")

    def __init__(self, sizes: list[int]) -> None:
        self.sizes = sizes
        self.starts = list(itertools.accumulate(sizes, initial=0))
        self.total = self.starts.pop()


class RangeDecoder:
    """Reads choices from the values of a message."""

    def __init__(self, data: bytes) -> None:
        self.data, self.taken, self.code, self.range = data, 0, 0, 0xFFFFFFFF
        for _ in range(4):
            self._take()

    def _take(self) -> None:
        taken = self.taken
        byte = self.data[taken] if taken < len(self.data) else 0
        if taken >= len(self.data) + _BEHIND_THE_END:
            raise HuskError("truncated", len(self.data))
        self.code = (self.code << 8 | byte) & 0xFFFFFFFF
        self.taken = taken + 1

    def _narrow(self, start: int, size: int) -> None:
        self.code = (self.code - start) & 0xFFFFFFFF
        while size < 1 << 24:
            self._take()
            size <<= 8
        self.range = size

    def choose(self, frequencies: Frequencies) -> int:
        """The number of an outcome."""
        sizes = frequencies.sizes
        if len(sizes) == 1:
            return 0
        unit = self.range // frequencies.total
        target = min(self.code // unit, frequencies.total - 1)
        number = bisect.bisect_right(frequencies.starts, target) - 1
        self._narrow(unit * frequencies.starts[number], unit * sizes[number])
        return number

    def equal(self, count: int) -> int:
        """One of some outcomes that are equally likely."""
        if count == 1:
            return 0
        unit = self.range // count
        number = min(self.code // unit, count - 1)
        self._narrow(unit * number, unit)
        return number

    def bit(self, probability: int) -> int:
        """A bit of which it is known how likely it is 1, in 4096."""
        bound = (self.range >> 12) * probability
        if self.code < bound:
            self._narrow(0, bound)
            return 1
        self._narrow(bound, self.range - bound)
        return 0

    def bits(self, count: int) -> int:
        """Bits of which nothing is known, the highest first."""
        value = 0
        while count > 0:
            part = min(count, 16)
            value = value << part | self.equal(1 << part)
            count -= part
        return value

    def number(self) -> int:
        """A number of which nothing is known."""
        value = self.bits(self.bits(6))
        if value > 0xFFFFFFFF:
            raise HuskError("invalidValue")
        return value

    def finish(self) -> None:
        """Refuses values that have more bytes than are needed."""
        last = int.from_bytes((self.data + bytes(4))[self.taken - 4:self.taken], "big")
        low = (last - self.code) & 0xFFFFFFFF
        needed = self.taken - (4 if low == 0 or low + self.range > 1 << 32 else 3)
        if len(self.data) > needed:
            raise HuskError("extraValue", needed)
