# SPDX-License-Identifier: Apache-2.0
"""Bytes and the integers in them (SPEC.md, sections 2.3 and 8.4)."""

from __future__ import annotations

from .errors import HuskError


class Reader:
    """Takes bytes and varints from the front of a run of bytes.

    ``base`` is where the run stands in the input, for the offsets of errors.
    """

    __slots__ = ("data", "at", "end", "base")

    def __init__(self, data: bytes, at: int = 0, end: int | None = None, base: int = 0) -> None:
        self.data = data
        self.at = at
        self.end = len(data) if end is None else end
        self.base = base

    @property
    def left(self) -> int:
        return self.end - self.at

    def refuse(self, code: str, at: int | None = None) -> HuskError:
        return HuskError(code, self.base + (self.at if at is None else at))

    def byte(self) -> int:
        if self.at >= self.end:
            raise self.refuse("truncated", self.end)
        self.at += 1
        return self.data[self.at - 1]

    def take(self, count: int) -> bytes:
        if count > self.end - self.at:
            raise self.refuse("truncated", self.end)
        self.at += count
        return self.data[self.at - count : self.at]

    def rest(self) -> bytes:
        return self.take(self.left)

    def varint(self) -> int:
        start, value, shift = self.at, 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 63:
                raise self.refuse("invalidVarint", start)
        if (byte == 0 and shift > 0) or value >> 64:
            raise self.refuse("invalidVarint", start)
        return value

    def zigzag(self) -> int:
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def count(self) -> int:
        """A number of things that take at least a byte each."""
        value = self.varint()
        if value > self.left:
            raise self.refuse("truncated", self.end)
        return value

    def bytes(self) -> bytes:
        """A varint, and so many bytes."""
        return self.take(self.varint())

    def word(self) -> int:
        return int.from_bytes(self.take(4), "little")


def varint(value: int) -> bytes:
    """An unsigned integer as a varint."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def wrap(value: int) -> int:
    """An integer as 64 bits with a sign hold it."""
    return (value + (1 << 63) & 0xFFFF_FFFF_FFFF_FFFF) - (1 << 63)
