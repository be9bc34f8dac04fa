# SPDX-License-Identifier: Apache-2.0
"""Integer columns (SPEC.md, section 8.4)."""

from __future__ import annotations

import array
import itertools
import operator
import sys

from .errors import HuskError
from .reader import Reader, wrap

CONSTANT, PLANES, PACKED, DELTA, DICTIONARY, RUNS, DERIVED, GROUPED, MULTIPLES = range(9)
RELATIVE = 12
_HIGHEST_BITS = {9: 1, 10: 2, 11: 4}             # of planes and bits, pairs, nibbles
_MAX_NESTING = 8
_FREE_ENTRIES = 65_536
_MAX_DICTIONARY_ENTRIES = 2_097_152
_MAX_COLUMNS = 65_536
_MAX_WHOLE_BYTES = 8_388_608                     # that entries become which have bits beyond whole planes
_MAX_GROUPS, _MAX_KEY_BITS = 65_536, 16
_LOW, _HIGH = -(1 << 63), (1 << 63) - 1


class Repeated:
    """A column of one value, which takes no memory for its entries."""

    def __init__(self, value, count: int) -> None:
        self.value, self.count = value, count

    def __len__(self) -> int:
        return self.count

    def __iter__(self):
        return itertools.repeat(self.value, self.count)

    def __getitem__(self, index: int):
        return self.value


class Shifted:
    """The entries of another column plus an addend."""

    def __init__(self, source, addend: int) -> None:
        self.source, self.addend = source, addend

    def __len__(self) -> int:
        return len(self.source)

    def __iter__(self):
        addend = self.addend
        return (wrap(entry + addend) for entry in self.source)


def limits_of(column) -> tuple[int, int]:
    """The least and the greatest entry; 0 and 0 where there is none."""
    if isinstance(column, Repeated):
        return (column.value, column.value) if len(column) else (0, 0)
    if not len(column):
        return 0, 0
    if isinstance(column, Shifted):
        return min(column), max(column)
    return min(column), max(column)


class IntegerColumns:
    """Reads the integer columns of a block.

    ``streams`` gives the next stream of numbers of a length.
    """

    def __init__(self, source: Reader, streams, decoded: int) -> None:
        self.source, self.streams = source, streams
        self.made, self.allowed = 0, _FREE_ENTRIES + 8 * decoded
        self.dictionary_entries = self.whole_bytes = 0
        self.group_count = 0                     # with those that are copied
        self.column_count = 0                    # with those that stand in others
        self.columns: list = []                  # those that stand in no other integer column
        # Of each of them, or of what it is derived from, how many groups there are, the indices of a dictionary, and
        # how many others it is relative to.
        self.traits: list[tuple[int, object, int]] = []
        self.extents: list[int] = []             # how many columns each of them counts as

    def refuse(self) -> HuskError:
        return self.source.refuse("invalidColumn")

    def make(self, count: int) -> None:
        """Counts entries that are made of others."""
        self.made += count
        if self.made > self.allowed:
            raise self.refuse()

    def dictionary_size(self, count: int) -> int:
        """The number of entries of a dictionary of a column with ``count`` entries."""
        size = self.source.varint()
        if size > count:
            raise self.refuse()
        self.count_entries(size)
        return size

    def count_entries(self, count: int) -> None:
        """Counts entries of dictionaries, or groups."""
        self.dictionary_entries += count
        if self.dictionary_entries > _MAX_DICTIONARY_ENTRIES:
            raise self.refuse()

    def count_groups(self, count: int) -> None:
        """Counts groups of a column, or of one that is copied."""
        self.group_count += count
        self.count_entries(count)

    def read(self, count: int):
        """The next column, which has ``count`` entries."""
        self._traits, before = (0, None, False), self.column_count
        column = self._read(count, 1)
        self.extents.append(self.column_count - before)
        self.columns.append(column)
        self.traits.append(self._traits)
        return column

    def count_columns(self, count: int = 1) -> None:
        """Counts integer columns, or parts of composed strings."""
        self.column_count += count
        if self.column_count > _MAX_COLUMNS:
            raise self.refuse()

    def _read(self, count: int, level: int):
        if level > _MAX_NESTING:
            raise self.refuse()
        self.count_columns()
        source = self.source
        tag = source.byte()
        encoding, width = tag & 15, tag >> 4
        if encoding in (PLANES, PACKED):
            if not 1 <= width <= 8:
                raise self.refuse()
        elif encoding in _HIGHEST_BITS:
            if width > 7:
                raise self.refuse()
        elif encoding == RELATIVE:
            if width > 2:
                raise self.refuse()
        elif width or encoding > RELATIVE:
            raise self.refuse()
        if encoding == CONSTANT:
            return Repeated(source.zigzag(), count)
        if encoding == PLANES:
            base = source.zigzag()
            return _joined([self.streams(count) for _ in range(width)], count, base)
        if encoding == PACKED:
            base = source.zigzag()
            data = self.streams(count * width)
            return _joined([data[k::width] for k in range(width)], count, base)
        if encoding in _HIGHEST_BITS:
            return self._planes_and(_HIGHEST_BITS[encoding], count, width)
        if encoding == DERIVED:
            return self._derived(count, level)
        if encoding == GROUPED:
            return self._grouped(count, level)
        if encoding == RELATIVE:
            return self._relative(count, level, width)
        self.make(count)
        if encoding == DELTA:
            return self._delta(count, level)
        if encoding == MULTIPLES:
            return self._multiples(count, level)
        return self._dictionary(count, level) if encoding == DICTIONARY else self._runs(count, level)

    def _planes_and(self, bits: int, count: int, width: int):
        base = self.source.zigzag()
        planes = [self.streams(count) for _ in range(width)]
        highest = self.streams((count * bits + 7) // 8)
        self.whole_bytes += count * (width + 1)
        if self.whole_bytes > _MAX_WHOLE_BYTES:
            raise self.refuse()
        steps, mask = range(0, 8, bits), (1 << bits) - 1
        table = [bytes(byte >> step & mask for step in steps) for byte in range(256)]
        planes.append(b"".join(map(table.__getitem__, highest))[:count])
        return _joined(planes, count, base)

    def _delta(self, count: int, level: int):
        if count == 0:
            raise self.refuse()
        first = self.source.zigzag()
        differences = self._read(count - 1, level + 1)
        entries = list(itertools.accumulate(differences, initial=first))
        if min(entries) < _LOW or max(entries) > _HIGH:
            entries = [wrap(entry) for entry in entries]
        return entries

    def _multiples(self, count: int, level: int):
        factor, remainder = self.source.zigzag(), self.source.zigzag()
        entries = [factor * quotient + remainder for quotient in self._read(count, level + 1)]
        if entries and (min(entries) < _LOW or max(entries) > _HIGH):
            entries = [wrap(entry) for entry in entries]
        return entries

    def _dictionary(self, count: int, level: int):
        size = self.dictionary_size(count)
        values = list(self._read(size, level + 1))
        indices = self._read(count, level + 1)
        low, high = limits_of(indices)
        if len(indices) and (low < 0 or high >= size):
            raise self.refuse()
        if level == 1:
            self._traits = 0, indices, False
        return [values[index] for index in indices]

    def _runs(self, count: int, level: int):
        size = self.source.varint()
        if size > count:
            raise self.refuse()
        values = self._read(size, level + 1)
        lengths = self._read(size, level + 1)
        low, _ = limits_of(lengths)
        if low < 0 or sum(lengths) + size != count:
            raise self.refuse()
        entries: list[int] = []
        for value, length in zip(values, lengths):
            entries += itertools.repeat(value, length + 1)
        return entries

    def _grouped(self, count: int, level: int):
        distance, parameter, first = self.source.varint(), self.source.varint(), self.source.zigzag()
        most = _MAX_KEY_BITS if distance else _MAX_GROUPS
        if level > 1 or distance > len(self.columns) or not 1 <= parameter <= most:
            raise self.refuse()
        size = 1 << parameter if distance else parameter
        self.count_groups(size)
        self.make(count)
        keys = None
        if distance:
            groups, indices, sources = self.traits[-distance]
            keys = self.columns[-distance] if indices is None else indices
            if groups or sources or len(keys) != count:
                raise self.refuse()
            self.count_columns(self.extents[-distance])
        differences = self._read(count, level + 1)
        last, entries = [first] * size, []
        groups = (key & size - 1 for key in keys) if distance else itertools.cycle(range(size))
        for group, difference in zip(groups, differences):
            entry = last[group] + difference
            if not _LOW <= entry <= _HIGH:
                entry = wrap(entry)
            last[group] = entry
            entries.append(entry)
        self._traits = size, None, 0
        return entries

    def _relative(self, count: int, level: int, width: int):
        if level > 1:
            raise self.refuse()
        columns, group_count = [], 0
        for _ in range(2 if width else 1):
            distance = self.source.varint()
            if not 1 <= distance <= len(self.columns):
                raise self.refuse()
            groups, _, sources = self.traits[-distance]
            column = self.columns[-distance]
            if sources > (1 if width else 0) or len(column) != count:
                raise self.refuse()
            self.count_columns(self.extents[-distance])
            self.count_groups(groups)
            group_count += groups
            columns.append(column)
        self.make(count)
        entries = map(operator.add, columns[0], self._read(count, level + 1))
        if width:
            entries = map(operator.add if width == 1 else operator.sub, entries, columns[1])
        entries = list(entries)
        if entries and (min(entries) < _LOW or max(entries) > _HIGH):
            entries = [wrap(entry) for entry in entries]
        self._traits = group_count, None, len(columns)
        return entries

    def _derived(self, count: int, level: int):
        distance, addend = self.source.varint(), self.source.zigzag()
        if level > 1 or not 1 <= distance <= len(self.columns):
            raise self.refuse()
        column = self.columns[-distance]
        if len(column) != count:
            raise self.refuse()
        self._traits = self.traits[-distance]
        self.count_columns(self.extents[-distance] - 1)
        self.count_groups(self._traits[0])
        if isinstance(column, Repeated):
            return Repeated(wrap(column.value + addend), count)
        if isinstance(column, Shifted):
            column, addend = column.source, wrap(column.addend + addend)
        return Shifted(column, addend)


def _joined(planes: list[bytes], count: int, base: int):
    """The base plus the integers whose bytes stand in these planes, the lowest first."""
    width = len(planes)
    if width == 1:
        if base == 0:
            return planes[0]
        entries = [base + byte for byte in planes[0]]
    else:
        buffer = bytearray(8 * count)
        for k, plane in enumerate(planes):
            buffer[k::8] = plane
        words = array.array("Q" if base else "q")
        words.frombytes(buffer)
        if sys.byteorder == "big":
            words.byteswap()
        if not base:
            return words
        entries = [base + word for word in words]
    if entries and max(entries) > _HIGH:
        entries = [wrap(entry) for entry in entries]
    return entries
