# SPDX-License-Identifier: Apache-2.0
"""Templates, their canonical bytes and their identity (SPEC.md, section 4)."""

from __future__ import annotations

import functools
import hashlib
from zlib import crc32

from . import lexer
from .errors import HuskError
from .limits import Limits
from .reader import Reader, varint

ANY, CONSTANT, ENUMERATION, OBJECT, ARRAY, TUPLE, MAP, ONE_OF = range(8)


class Slot:
    """What may stand at one place.

    ``lexeme`` is that of a constant, ``entries`` the dictionary of an enumeration, ``shape`` the
    number of the shape of an object, and ``inside`` the slots inside: of a map its keys and values.
    """

    __slots__ = ("kind", "lexeme", "entries", "shape", "inside")

    def __init__(self, kind, lexeme=b"", entries=(), shape=0, inside=()) -> None:
        self.kind, self.lexeme, self.entries, self.shape = kind, lexeme, entries, shape
        self.inside: tuple[Slot, ...] = tuple(inside)

    def write(self, out: list[bytes]) -> None:
        out.append(bytes((self.kind,)))
        if self.kind == CONSTANT:
            out += (varint(len(self.lexeme)), self.lexeme)
        elif self.kind == ENUMERATION:
            out.append(varint(len(self.entries)))
            for entry in self.entries:
                out += (varint(len(entry)), entry)
        elif self.kind == OBJECT:
            out.append(varint(self.shape))
        elif self.kind in (TUPLE, ONE_OF):
            out.append(varint(len(self.inside)))
        for slot in self.inside:
            slot.write(out)


class Field:
    """A key, whether objects may lack it, and what may stand there."""

    __slots__ = ("key", "lexeme", "optional", "slot")

    def __init__(self, key: bytes, optional: bool, slot: Slot) -> None:
        self.key, self.lexeme, self.optional, self.slot = key, b'"' + key + b'"', optional, slot


class Shape:
    """The number of the parent, or none, and the shape's own fields."""

    __slots__ = ("parent", "own")

    def __init__(self, parent: int | None, own: list[Field]) -> None:
        self.parent, self.own = parent, own


class Template:
    """A table of shapes, and a slot for the root."""

    def __init__(self, shapes: list[Shape], root: Slot) -> None:
        self.shapes, self.root = shapes, root

    @functools.cached_property
    def fields(self) -> list[tuple[Field, ...]]:
        """The fields of each shape, inherited ones first."""
        all_fields: list[tuple[Field, ...]] = []
        for shape in self.shapes:
            inherited = () if shape.parent is None else all_fields[shape.parent]
            all_fields.append((*inherited, *shape.own))
        return all_fields

    @functools.cached_property
    def canonical(self) -> bytes:
        """The one form of the template in bytes (section 4.4)."""
        out = [varint(len(self.shapes))]
        for shape in self.shapes:
            out.append(varint(0 if shape.parent is None else shape.parent + 1))
            out.append(varint(len(shape.own)))
            for field in shape.own:
                out += (varint(len(field.key) * 2 + field.optional), field.key)
                field.slot.write(out)
        self.root.write(out)
        return b"".join(out)

    @functools.cached_property
    def identity(self) -> bytes:
        return hashlib.sha256(self.canonical).digest()

    @functools.cached_property
    def seed(self) -> int:
        """The seed of the checks of sections (section 8.2)."""
        return crc32(self.canonical)


class Counter:
    """Counts what limits apply to while a template is read."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.entries = limits, 0
        self.slots = self.counted = self.inherited = 0
        self.slot_counts: list[int] = []

    def entry(self, count: int = 1, offset: int | None = None) -> None:
        self.entries += count
        if self.entries > self.limits.templateEntries:
            raise HuskError("limitExceeded", offset)

    def slot(self, depth: int, offset: int | None = None) -> None:
        if depth > self.limits.slot_depth:
            raise HuskError("limitExceeded", offset)
        self.slots += 1
        self.entry(1, offset)

    def shape_count(self, count: int, offset: int | None = None) -> None:
        if count > self.limits.shapes:
            raise HuskError("limitExceeded", offset)

    def shape(self, parent: int | None, offset: int | None = None) -> None:
        """Counts the slots of a shape whose own were just read, and those that it inherits."""
        own, self.counted = self.slots - self.counted, self.slots
        count = own + (0 if parent is None else self.slot_counts[parent])
        self.slot_counts.append(count)
        self.inherited += count
        if self.inherited > self.limits.templateEntries:
            raise HuskError("limitExceeded", offset)


def read_canonical(data: bytes, limits: Limits, base: int = 0) -> Template:
    """The template that canonical bytes stand for; it has to take all of them."""
    reader = _CanonicalReader(Reader(data, base=base), Counter(limits))
    template = reader.template()
    if reader.source.left:
        raise reader.source.refuse("invalidTemplate")
    return template


class _CanonicalReader:
    def __init__(self, source: Reader, counter: Counter) -> None:
        self.source, self.counter, self.shape_count = source, counter, 0

    def template(self) -> Template:
        start = self.source.at
        self.shape_count = self.source.count()
        self.counter.shape_count(self.shape_count, self.source.base + start)
        shapes = [self.shape(number) for number in range(self.shape_count)]
        return Template(shapes, self.slot(1))

    def shape(self, number: int) -> Shape:
        source, start = self.source, self.source.at
        parent = source.varint()
        if parent > number:
            raise source.refuse("invalidTemplate", start)
        count = source.count()
        fields = [self.field() for _ in range(count)]
        self.counter.shape(parent - 1 if parent else None, source.base + start)
        return Shape(parent - 1 if parent else None, fields)

    def field(self) -> Field:
        start = self.source.at
        header = self.source.varint()
        key = self.source.take(header >> 1)
        if not lexer.is_string(b'"' + key + b'"'):
            raise self.source.refuse("invalidTemplate", start)
        return Field(key, bool(header & 1), self.slot(1))

    def lexeme(self) -> bytes:
        start = self.source.at
        lexeme = self.source.bytes()
        if not lexer.is_scalar(lexeme):
            raise self.source.refuse("invalidTemplate", start)
        return lexeme

    def slots(self, count: int, depth: int) -> list[Slot]:
        return [self.slot(depth + 1) for _ in range(count)]

    def slot(self, depth: int) -> Slot:
        source, start = self.source, self.source.at
        self.counter.slot(depth, source.base + start)
        kind = source.byte()
        if kind == ANY:
            return Slot(ANY)
        if kind == CONSTANT:
            return Slot(CONSTANT, lexeme=self.lexeme())
        if kind == ENUMERATION:
            count = source.count()
            if count == 0:
                raise source.refuse("invalidTemplate", start)
            self.counter.entry(count, source.base + start)
            return Slot(ENUMERATION, entries=tuple(self.lexeme() for _ in range(count)))
        if kind == OBJECT:
            shape = source.varint()
            if shape >= self.shape_count:
                raise source.refuse("invalidTemplate", start)
            return Slot(OBJECT, shape=shape)
        if kind == ARRAY:
            return Slot(ARRAY, inside=self.slots(1, depth))
        if kind == TUPLE:
            return Slot(TUPLE, inside=self.slots(source.count(), depth))
        if kind == MAP:
            keys, values = self.slots(2, depth)
            if not is_key_slot(keys):
                raise source.refuse("invalidTemplate", start)
            return Slot(MAP, inside=(keys, values))
        if kind == ONE_OF:
            inside = self.slots(source.count(), depth)
            if len(inside) < 2 or any(slot.kind == ONE_OF for slot in inside):
                raise source.refuse("invalidTemplate", start)
            return Slot(ONE_OF, inside=inside)
        raise source.refuse("invalidTemplate", start)


def is_key_slot(slot: Slot) -> bool:
    """Whether a slot can be that of the keys of a map."""
    if slot.kind == ENUMERATION:
        return all(entry.startswith(b'"') for entry in slot.entries)
    return slot.kind == ANY
