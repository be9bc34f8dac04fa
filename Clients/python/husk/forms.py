# SPDX-License-Identifier: Apache-2.0
"""How scalars of messages are written (SPEC.md, sections 13.6 and 13.7)."""

from __future__ import annotations

import re

from .formats import CALENDAR_WIDTHS, moment
from .range_coder import Frequencies

_DIGIT = "0123456789"
_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = _UPPER.lower()
_SEEN = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\')
_CLASSES = tuple(text.encode() for text in (
    _DIGIT, _DIGIT + "abcdef", _DIGIT + "ABCDEF", _UPPER + "234567", _DIGIT + _UPPER,
    _DIGIT + _LOWER, _DIGIT + _UPPER + _LOWER, _UPPER + _LOWER + _DIGIT + "+/",
    _UPPER + _LOWER + _DIGIT + "-_", _SEEN,
))
_PLAIN_NUMBER = re.compile(rb"(-?)([0-9]+)(?:\.([0-9]+))?")
_ALL_DIGITS = re.compile(rb"[0-9]*")
_LOWER_HEX = re.compile(rb"[0-9a-f]*")
_UPPER_HEX = re.compile(rb"[0-9A-F]*")


class IntegerModel:
    """How an integer is counted from another (section 13.7)."""

    __slots__ = ("base", "reference", "magnitudes", "frequencies", "leaf")

    def __init__(self, base: int, reference: int | None, magnitudes: list[int],
                 frequencies: Frequencies) -> None:
        self.base, self.reference = base, reference
        self.magnitudes, self.frequencies = magnitudes, frequencies
        self.leaf = 0            # of a primed template (section 13.13)


class Part:
    """A part of a string."""

    LITERAL, DIGITS, LOWER, UPPER, CHARACTERS, MOMENT, COPY, TEXT = range(8)

    __slots__ = ("kind", "literal", "width", "integer", "characters", "unit", "separators", "slot")

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.literal = self.separators = self.characters = b""
        self.width = self.unit = self.slot = 0
        self.integer: IntegerModel | None = None

    def set_class(self, number: int) -> None:
        """Takes the characters of a class, or none where there is no such class."""
        self.characters = _CLASSES[number] if number < len(_CLASSES) else b""

    @property
    def size(self) -> int | None:
        """How many bytes the part writes, where that is always the same."""
        if self.kind == Part.LITERAL:
            return len(self.literal)
        if self.kind == Part.MOMENT:
            return sum(CALENDAR_WIDTHS[self.unit]) + len(self.separators)
        if self.kind == Part.COPY:
            return 0
        if self.kind == Part.TEXT or (self.kind == Part.DIGITS and self.width == 0):
            return None
        return self.width

    def take(self, data: bytes, size: int) -> list[int] | None:
        """The integers that the part takes out of the first ``size`` bytes, if it fits them."""
        data = data[:size]
        if len(data) < size:
            return None
        if self.kind == Part.LITERAL:
            return [] if data == self.literal else None
        if self.kind == Part.DIGITS:
            return [int(data)] if _ALL_DIGITS.fullmatch(data) else None
        if self.kind in (Part.LOWER, Part.UPPER):
            pattern = _LOWER_HEX if self.kind == Part.LOWER else _UPPER_HEX
            return [int(data, 16)] if pattern.fullmatch(data) else None
        if self.kind == Part.CHARACTERS:
            return [] if all(byte in self.characters for byte in data) else None
        if self.kind == Part.MOMENT:
            return self._take_moment(data)
        return []

    def _take_moment(self, data: bytes) -> list[int] | None:
        runs, at = [], 0
        for number, width in enumerate(CALENDAR_WIDTHS[self.unit]):
            if number:
                if data[at] != self.separators[number - 1]:
                    return None
                at += 1
            run = data[at : at + width]
            if not _ALL_DIGITS.fullmatch(run):
                return None
            runs.append(int(run))
            at += width
        value = moment(tuple(runs), self.unit)
        return None if value is None else [value]


class Form:
    """A way in which scalars of a slot are written."""

    NUMBER, STRING = range(2)

    __slots__ = ("kind", "scale", "integer", "parts")

    def __init__(self, kind: int, scale=0, integer=None, parts=()) -> None:
        self.kind, self.scale, self.integer = kind, scale, integer
        self.parts: list[Part] = list(parts)

    @property
    def integers(self) -> list[IntegerModel]:
        """How the integers of the form are counted, in order."""
        models = (self.integer, *(part.integer for part in self.parts))
        return [model for model in models if model is not None]

    @property
    def part_count(self) -> int:
        """How many parts it has; a number is one."""
        return 1 if self.kind == Form.NUMBER else len(self.parts)

    def fit(self, lexeme: bytes) -> list[int] | None:
        """The integers that the form takes out of a scalar, if it fits it."""
        if self.kind == Form.NUMBER:
            return self._fit_number(lexeme)
        return self._fit_string(lexeme[1:-1]) if lexeme.startswith(b'"') else None

    def _fit_number(self, lexeme: bytes) -> list[int] | None:
        found = _PLAIN_NUMBER.fullmatch(lexeme)
        if found is None:
            return None
        sign, whole, fraction = found[1], found[2], found[3] or b""
        value = int(whole + fraction)
        if len(whole + fraction) > 18 or len(fraction) != self.scale or (sign and not value):
            return None
        return [-value if sign else value]

    def _size_before_fixed(self, number: int, data: bytes) -> int | None:
        """What the parts behind one leave of some bytes, where their sizes are always the same."""
        behind = 0
        for later in self.parts[number + 1 :]:
            size = later.size
            if size is None:
                return None
            behind += size
        return len(data) - behind if behind <= len(data) else None

    def _fit_string(self, data: bytes) -> list[int] | None:
        integers: list[int] = []
        for number, part in enumerate(self.parts):
            size = part.size
            if part.kind == Part.DIGITS and size is None:
                run = data[: len(data) - len(data.lstrip(b"0123456789"))]
                size = len(run)
                if not 1 <= size <= 18 or (size > 1 and run.startswith(b"0")):
                    return None
            elif size is None:
                size = self._size_before_fixed(number, data)
                if size is None:
                    return None
            taken = part.take(data, size)
            if taken is None:
                return None
            integers += taken
            data = data[size:]
        return integers if not data else None
