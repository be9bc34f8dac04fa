# SPDX-License-Identifier: Apache-2.0
"""Scalar columns (SPEC.md, section 8.6). All columns can be gone through any number of times."""

from __future__ import annotations

import base64
import re

from . import lexer
from .errors import HuskError
from .formats import (
    CALENDAR_WIDTHS, INFINITIES, check_moments, decimal, exponential, floating, is_near_decimal,
    moment_runs, near_decimal,
)
from .integers import IntegerColumns, Repeated, limits_of
from .limits import MAX_DEPTH
from .reader import Reader

(TEXT, CONSTANT, DICTIONARY, DECIMALS, NEAR_DECIMALS, PATTERN, HEXADECIMAL, MIXED, DERIVED,
 FRONT_CODING, BASE64, QUOTED_DECIMALS, COMPOSED, SPLICED, FLOATING) = range(1, 16)
_MAX_NESTING = 4
_MAX_PARTS = 32
_MAX_DERIVED = 65_536
_MAX_CUT = 1024
_MAX_MARKS, _MAX_PLAIN, _MAX_EXPONENT = 31, 32, 999
_WITH_VARIANT = {DECIMALS: 2, NEAR_DECIMALS: 2, DERIVED: 2, BASE64: 3, QUOTED_DECIMALS: 2, SPLICED: 1,
                 FLOATING: 3}
_VALUE = re.compile(rb"([^\x00-\x1f]*)([\x01\x02\n])")
_CONTROLS = re.compile(rb"[\x00-\x1f]")
_OTHER_CONTROLS = re.compile(rb"[\x00-\x09\x0b-\x1f]")


def split_text(data: bytes) -> list[bytes]:
    """The values of a text (section 8.6.1), strings with quotes around them."""
    if not data:
        return []
    if data[-1] > 0x1F:
        raise HuskError("invalidColumn")
    if _OTHER_CONTROLS.search(data) is None:
        return [b'"' + value + b'"' for value in data[:-1].split(b"\n")]
    values, at = [], 0
    while at < len(data):
        found = _VALUE.match(data, at)
        if found is None:
            raise HuskError("invalidColumn")
        value, kind = found.groups()
        at = found.end()
        if kind == b"\n":
            value = b'"' + value + b'"'
        elif kind == b"\x02":
            _check_container(value)
        values.append(value)
    return values


def _check_container(value: bytes) -> None:
    tokens = lexer.scan_one(value, MAX_DEPTH)
    if tokens.kinds[0] not in (lexer.OPEN_OBJECT, lexer.OPEN_ARRAY):
        raise HuskError("invalidColumn")
    end = 0
    for token, start in enumerate(tokens.starts):
        # Between two tokens stands nothing, or one comma or colon.
        if start > end + 1 or (start > end and value[end] in b" \t\r\n"):
            raise HuskError("invalidColumn")
        end = tokens.ends[token]
    if end != len(value):
        raise HuskError("invalidColumn")


class Made:
    """A column whose entries are made one by one."""

    def __init__(self, count: int, entries) -> None:
        self.count, self.entries = count, entries

    def __len__(self) -> int:
        return self.count

    def __iter__(self):
        return self.entries()


class ScalarColumns:
    """Reads the scalar columns of a block."""

    def __init__(self, source: Reader, numbers, texts, integers: IntegerColumns, decoded: int):
        self.source, self.numbers, self.texts = source, numbers, texts
        self.integers, self.decoded = integers, decoded
        self.dictionary_bytes = self.coded_bytes = self.passed_bytes = self.derived = 0
        self.is_in_composed = self.is_in_spliced = False
        self.columns: list[tuple] = []     # those of slots: the entries, weight and groups, is it derived
        self.integer_count = 0

    def refuse(self) -> HuskError:
        return self.source.refuse("invalidColumn")

    def read(self, count: int):
        """The next column of a slot, which has ``count`` entries."""
        before, groups = self.integers.column_count, self.integers.group_count
        is_derived = self.source.left and self.source.data[self.source.at] & 15 in (DERIVED, SPLICED)
        column = self._read(count, 1)
        weight = 1 + self.integers.column_count - before
        self.columns.append((column, weight, self.integers.group_count - groups, bool(is_derived)))
        return column

    def _read(self, count: int, level: int):
        if level > _MAX_NESTING:
            raise self.refuse()
        tag = self.source.byte()
        encoding, variant = tag & 15, tag >> 4
        if encoding < TEXT or variant > _WITH_VARIANT.get(encoding, 0):
            raise self.refuse()
        if encoding == TEXT:
            return self._text(count)
        if encoding == CONSTANT:
            lexeme = self.source.bytes()
            if not lexer.is_scalar(lexeme):
                raise self.refuse()
            return Repeated(lexeme, count)
        if encoding == DICTIONARY:
            return self._dictionary(count, level)
        if encoding == DECIMALS:
            return self._decimals(count, variant)
        if encoding == NEAR_DECIMALS:
            return self._near_decimals(count, variant)
        if encoding == PATTERN:
            return self._pattern(count)
        if encoding == HEXADECIMAL:
            return self._hexadecimal(count)
        if encoding == MIXED:
            return self._mixed(count, level)
        if encoding == DERIVED:
            return self._derived(count, level, variant)
        if encoding == SPLICED:
            return self._spliced(count, level, variant)
        if encoding == QUOTED_DECIMALS:
            return self._quoted_decimals(count, variant)
        if encoding == FLOATING:
            return self._floating(count, variant)
        if encoding == COMPOSED:
            return self._composed(count, level)
        return self._front_coding(count) if encoding == FRONT_CODING else self._base64(count, variant)

    def _text(self, count: int, fewer: str = "missingValue", more: str = "extraValue"):
        values = split_text(self.texts(self.source.varint()))
        if len(values) != count:
            raise HuskError(fewer if len(values) < count else more)
        return values

    def _dictionary(self, count: int, level: int):
        size = self.integers.dictionary_size(count)
        self.integers.make(size)
        # What is wrong with the number of entries is found by the number of their bytes, too.
        try:
            entries = []
            for entry in self._read(size, level + 1):
                self.dictionary_bytes += len(entry)
                if self.dictionary_bytes > self.decoded:
                    raise self.refuse()
                entries.append(entry)
        except HuskError as error:
            if error.code in ("missingValue", "extraValue"):
                raise self.refuse() from None
            raise
        indices = self.integers.read(count)
        low, high = limits_of(indices)
        if count and (low < 0 or high >= size):
            raise self.refuse()
        return Made(count, lambda: map(entries.__getitem__, indices))

    def _decimals(self, count: int, variant: int):
        scale = self.source.varint()
        if scale > 18:
            raise self.refuse()
        values = self.integers.read(count)
        if scale == 0:
            return Made(count, lambda: (b"%d" % value for value in values))
        return Made(count, lambda: (decimal(value, scale, variant) for value in values))

    def _quoted_decimals(self, count: int, variant: int):
        prefix, suffix = self.source.bytes(), self.source.bytes()
        if _CONTROLS.search(prefix + suffix):
            raise self.refuse()
        numbers = self._decimals(count, variant)
        before, behind = b'"' + prefix, suffix + b'"'
        return Made(count, lambda: (before + number + behind for number in numbers))

    def _composed(self, count: int, level: int):
        if self.is_in_composed:
            raise self.refuse()
        number = self.source.varint()
        if not 1 <= number <= _MAX_PARTS:
            raise self.refuse()
        literals = [self.source.bytes() for _ in range(number + 1)]
        if any(map(_CONTROLS.search, literals)):
            raise self.refuse()
        self.is_in_composed = True
        columns = [self._part(count, level) for _ in range(number)]
        self.is_in_composed = False
        return Made(count, lambda: map(self._compose(literals), *columns))

    def _part(self, count: int, level: int):
        self.integers.count_columns()
        return self._read(count, level + 1)

    def _compose(self, literals: list[bytes]):
        first, last = b'"' + literals[0], literals[-1] + b'"'

        def lexeme(*parts: bytes) -> bytes:
            pieces = [first]
            for part, literal in zip(parts, literals[1:-1] + [last]):
                if part[:1] in (b"[", b"{"):
                    raise self.refuse()
                pieces += part[1:-1] if part[:1] == b'"' else part, literal
            return b"".join(pieces)
        return lexeme

    def _near_decimals(self, count: int, variant: int):
        scale = self.source.varint()
        if scale > 12:
            raise self.refuse()
        mantissas, distances = self.integers.read(count), self.integers.read(count)
        for mantissa, distance in zip(mantissas, distances):
            if not is_near_decimal(mantissa, scale, distance):
                raise self.refuse()
        return Made(count, lambda: (near_decimal(m, scale, d, variant)
                                    for m, d in zip(mantissas, distances)))

    def _floating(self, count: int, variant: int):
        notation = marks, low, high = self.source.byte(), self.source.varint(), self.source.varint()
        if marks > _MAX_MARKS or max(low, high) > _MAX_PLAIN:
            raise self.refuse()
        values = self.integers.read(count)
        if variant < len(INFINITIES):
            least, greatest = limits_of(values)
            if max(~least, greatest) >= INFINITIES[variant]:
                raise self.refuse()
            return Made(count, lambda: (floating(value, variant, notation) for value in values))
        exponents = self.integers.read(count)
        for value, exponent in zip(values, exponents):
            if abs(exponent) > _MAX_EXPONENT or (exponent and not value):
                raise self.refuse()
        return Made(count, lambda: (
            exponential(value < 0, str(abs(value)) if value else "", exponent, notation)
            for value, exponent in zip(values, exponents)))

    def _not_negative(self, count: int):
        column = self.integers.read(count)
        if limits_of(column)[0] < 0:
            raise self.refuse()
        return column

    def _pattern(self, count: int):
        source = self.source
        run_count, calendar = source.varint(), source.byte()
        if not 1 <= run_count <= 16 or calendar >= len(CALENDAR_WIDTHS):
            raise self.refuse()
        literals, widths = [], []
        for _ in range(run_count):
            literals.append(source.bytes())
            widths.append(source.varint())
            if widths[-1] > 18:
                raise self.refuse()
        literals.append(source.bytes())
        dated = CALENDAR_WIDTHS[calendar]
        if tuple(widths[: len(dated)]) != dated:
            raise self.refuse()
        columns = []
        if dated:
            moments = self._not_negative(count)
            if not check_moments(*limits_of(moments), calendar):
                raise self.refuse()
            columns.append(moments)
        columns += [self._not_negative(count) for _ in widths[len(dated):]]
        template = b'"' + literals[0].replace(b"%", b"%%")
        for literal, width in zip(literals[1:], widths):
            template += (b"%%0%dd" % width if width else b"%d") + literal.replace(b"%", b"%%")
        template += b'"'

        def entries():
            if not dated:
                return (template % values for values in zip(*columns))
            return (template % (*moment_runs(values[0], calendar), *values[1:])
                    for values in zip(*columns))

        return Made(count, entries)

    def _hexadecimal(self, count: int):
        source = self.source
        upper, part_count = source.varint(), source.varint()
        if upper > 1 or part_count > 1024:
            raise self.refuse()
        parts, digits, size = [], 0, 0
        for _ in range(part_count):
            width = source.varint()
            literal = source.bytes()
            digits, size = digits + width, size + width + len(literal)
            if size > 1024 or not width + len(literal):
                raise self.refuse()
            parts.append((width, literal))
        widths = [min(8, digits - at) for at in range(0, digits, 8)]
        columns = []
        for width in widths:
            columns.append(self._not_negative(count))
            if limits_of(columns[-1])[1] >= 1 << 4 * width:
                raise self.refuse()
        template = b"".join(b"%%0%d%c" % (width, b"X" if upper else b"x") for width in widths)

        def entry(values) -> bytes:
            text, at, out = template % values, 0, b'"'
            for width, literal in parts:
                out += text[at : at + width] + literal
                at += width
            return out + b'"'

        if not columns:
            return Repeated(entry(()), count)
        return Made(count, lambda: map(entry, zip(*columns)))

    def _mixed(self, count: int, level: int):
        class_count = self.source.varint()
        if class_count > 8:
            raise self.refuse()
        classes = self.integers.read(count)
        counts = [0] * class_count
        for number in classes:
            if not 0 <= number < class_count:
                raise self.refuse()
            counts[number] += 1
        columns = [self._read(size, level + 1) for size in counts]

        def entries():
            steps = [iter(column).__next__ for column in columns]
            return (steps[number]() for number in classes)

        return Made(count, entries)

    def _earlier(self, count: int | None, level: int):
        """The column that another one is made from, which has ``count`` entries if that is said."""
        distance = self.source.varint()
        if level > 1 or self.is_in_spliced or not 1 <= distance <= len(self.columns):
            raise self.refuse()
        column, weight, groups, is_derived = self.columns[-distance]
        self.derived += weight
        if groups:
            self.integers.count_groups(groups)
        if count not in (None, len(column)) or is_derived or self.derived > _MAX_DERIVED:
            raise self.refuse()
        return column

    def _held(self, lexeme: bytes) -> bytes:
        if lexeme[:1] in (b"[", b"{"):
            raise self.refuse()
        return lexeme[1:-1] if lexeme[:1] == b'"' else lexeme

    def _pick(self, count: int, column, make) -> list[bytes]:
        """What ``make`` makes of the entries of a column that steps lead to."""
        entries, passed, picked, place, made = iter(column), [], [], 0, b""
        for step in self.integers.read(count):
            place += step
            if not 0 <= place < len(column):
                raise self.refuse()
            while place >= len(passed):
                passed.append(next(entries))
                self.integers.count_entries(1)
                self.passed_bytes += len(self._held(passed[-1])) + 1
                if self.passed_bytes > self.decoded:
                    raise self.refuse()
            if step or not picked:
                made = make(passed[place])
                if _CONTROLS.search(made):
                    raise self.refuse()
            self._count_coded(len(self._held(made)))
            picked.append(made)
        return picked

    def _spliced(self, count: int, level: int, variant: int):
        source = self._earlier(None if variant else count, level)
        if variant:
            source = self._pick(count, source, lambda lexeme: lexeme)
        fronts, backs = self._not_negative(count), self._not_negative(count)
        if count and max(limits_of(fronts)[1], limits_of(backs)[1]) > _MAX_CUT:
            raise self.refuse()
        # They nest as if they stood in no other column, but may not be derived.
        self.is_in_spliced = True
        heads, tails = self._part(count, 0), self._part(count, 0)
        self.is_in_spliced = False
        refused, held = self.refuse(), self._held

        def entry(lexeme: bytes, front: int, back: int, head: bytes, tail: bytes) -> bytes:
            value, rest = held(lexeme), held(tail)
            if len(value) < front + back:
                raise refused
            kept = value[front : len(value) - back]
            if head[:1] == b'"':
                return head[:-1] + kept + rest + b'"'
            if kept or rest or held(head) != head:
                raise refused
            return head

        return Made(count, lambda: map(entry, source, fronts, backs, heads, tails))

    def _derived(self, count: int, level: int, variant: int):
        source = self.source
        column = self._earlier(None if variant else count, level)
        if variant == 2:
            return self._pick(count, column, lambda lexeme: lexeme)
        front, back = source.varint(), source.varint()
        prefix, suffix = source.bytes(), source.bytes()
        if front > _MAX_CUT or back > _MAX_CUT:
            raise self.refuse()
        refused = self.refuse()

        def entry(lexeme: bytes) -> bytes:
            first = lexeme[:1]
            # A text may call nothing at all a number.
            if first in b"tfn":
                return lexeme
            inner = lexeme[1:-1] if first == b'"' else lexeme
            if first in b"{[" or len(inner) < front + back:
                raise refused
            return b'"' + prefix + inner[front : len(inner) - back] + suffix + b'"'

        if variant:
            return self._pick(count, column, entry)
        return Made(count, lambda: map(entry, column))

    def _count_coded(self, size: int) -> None:
        self.coded_bytes += size + 1
        if self.coded_bytes > self.decoded:
            raise self.refuse()

    def _front_coding(self, count: int):
        kept = self.integers.read(count)
        data = self.texts(self.source.varint())
        if data and (data[-1] != 0x0A or _OTHER_CONTROLS.search(data)):
            raise self.refuse()
        tails = data[:-1].split(b"\n") if data else []
        if len(tails) != count:
            raise self.refuse()
        entries, before = [], b""
        for length, tail in zip(kept, tails):
            if not 0 <= length <= len(before):
                raise self.refuse()
            self._count_coded(length + len(tail))
            before = before[:length] + tail
            entries.append(b'"' + before + b'"')
        return entries

    def _base64(self, count: int, variant: int):
        prefix = self.source.bytes()
        if _CONTROLS.search(prefix):
            raise self.refuse()
        lengths = self._not_negative(count)
        data = self.numbers(self.source.varint())
        # The sum says no more than the data has; a column of one value can be long.
        at, entries = 0, []
        encode = base64.urlsafe_b64encode if variant & 1 else base64.b64encode
        for length in lengths:
            if at + length > len(data):
                raise self.refuse()
            text = encode(data[at : at + length])
            if variant & 2:
                text = text.rstrip(b"=")
            self._count_coded(len(prefix) + len(text))
            entries.append(b'"' + prefix + text + b'"')
            at += length
        if at != len(data):
            raise self.refuse()
        return entries
