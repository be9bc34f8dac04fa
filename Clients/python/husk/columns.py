# SPDX-License-Identifier: Apache-2.0
"""Blocks in the column layout (SPEC.md, section 8)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from zlib import crc32

from .compression import NAMES, SLOW, decompress
from .errors import HuskError
from .gaps import Gaps, begin, write_container, write_with_gaps
from .integers import IntegerColumns
from .lexer import CLOSE_ARRAY, CLOSE_OBJECT, EDGE, KEY, OPEN_ARRAY, OPEN_OBJECT, SCALAR
from .limits import MAX_COUNT, Limits, deep_recursion
from .reader import Reader
from .scalars import ScalarColumns, split_text
from .slots import Node, Slots
from .template import (
    ANY, ARRAY, CONSTANT, ENUMERATION, MAP, OBJECT, ONE_OF, TUPLE, Template, read_canonical,
)

_LARGE = 2048
STORED, COLUMNS, MODELLED, COPIES = range(4)


@dataclasses.dataclass
class Content:
    """The content of a block frame, taken apart (section 8.1)."""

    form: int
    elements: bool
    continues: bool
    closes: bool
    last: bool
    sealed: bytes | None           # the segment of sealed fields
    unsealed: tuple[bytes, bytes]  # what stands before and behind it
    template: bytes | None         # the payload of a template frame
    rest: bytes
    base: int                      # where the rest stands in the input

    @property
    def needs_template(self) -> bool:
        """Whether anything of it is in columns, and it has no template of its own."""
        form = self.rest[0] if self.form == COPIES and self.rest else self.form
        return form in (COLUMNS, MODELLED) and self.template is None


def read_content(data: bytes, base: int = 0) -> Content:
    """Takes the content of a block frame apart."""
    reader = Reader(data, base=base)
    bits = reader.byte()
    form, elements, closes = bits & 3, bool(bits & 4), bool(bits & 16)
    has_template, has_fields, last = bool(bits & 32), bool(bits & 64), bool(bits & 128)
    if (closes and not elements) or (has_template and form == STORED):
        raise HuskError("invalidColumn", base)
    if last and not has_fields:
        raise HuskError("invalidColumn", base)
    sealed = reader.bytes() if has_fields else None
    unsealed = (data[:1], data[reader.at :])
    template = reader.bytes() if has_template else None
    at = reader.at
    return Content(form, elements, bool(bits & 8), closes, last, sealed, unsealed, template,
                   reader.rest(), base + at)


_FREE_ENTRIES, _ENTRIES_OF_BYTE = 4096, 16
_MAX_SLOW_TEMPLATE = 1_048_576


def read_template_frame(payload: bytes, limits: Limits, base: int = 0) -> Template:
    """The template in the payload of a template frame (section 9.3)."""
    canonical = template_bytes(payload, limits.templateByteCount, base)
    # Inheritance makes many slots of few bytes.
    most = max(_FREE_ENTRIES, _ENTRIES_OF_BYTE * len(payload))
    return read_canonical(
        canonical, dataclasses.replace(limits, templateEntries=min(limits.templateEntries, most)))


def template_bytes(payload: bytes, limit: int, base: int = 0) -> bytes:
    """The canonical bytes in the payload of a template frame."""
    reader = Reader(payload, base=base)
    codec = reader.byte()
    count = reader.varint() if codec else reader.left
    if count > (min(limit, _MAX_SLOW_TEMPLATE) if codec in SLOW else limit):
        raise HuskError("limitExceeded", base)
    return decompress(codec, reader.rest(), count, base)


def decode_block(content: Content, rows: int, decoded: int, template: Template | None,
                 limits: Limits, verify_sections: bool = False) -> bytes:
    """The text of a block; its check is up to the caller."""
    if content.form == COPIES:
        # Few files have such blocks: what they need is loaded when it is needed.
        from .copies import decode_copies

        return decode_copies(content, decoded, template, limits, verify_sections)
    if content.form == STORED:
        reader = Reader(content.rest, base=content.base)
        return decompress(reader.byte(), reader.rest(), decoded, content.base)
    if content.template is not None:
        template = read_template_frame(content.template, limits)
    if template is None:
        raise HuskError("invalidFrame", content.base)
    with deep_recursion(limits):
        if content.form == MODELLED:
            # So is what these need.
            from .modelled import ModelledBlock

            return ModelledBlock(content, rows, decoded, template, limits).text(rows)
        return Block(content, decoded, template, limits, verify_sections).text(rows)


_FREE_SECTION_BYTES = 67_108_864
_FREE_SLOW_BYTES = 65_536


class Sections:
    """The sections of a block, and the streams in them (section 8.2)."""

    def __init__(self, data: bytes, base: int, seed: int, decoded: int, limits: Limits,
                 verify: bool) -> None:
        reader = Reader(data, base=base)
        most = min(limits.decodedByteCount, max(_FREE_SECTION_BYTES, 2 * decoded))
        large = reader.count()
        heads = [_head(reader, number > 2) for number in range(3 + large)]
        slow = sum(head[1] for head in heads if head[0] in SLOW)
        if sum(head[1] for head in heads) > most or slow > _FREE_SLOW_BYTES + 2 * decoded:
            raise HuskError("limitExceeded", base)
        self.base, self.heads = base, heads
        self.bodies = [reader.take(head[2]) for head in heads[:3]]
        end = reader.at
        check = reader.word()
        self.bodies += [reader.take(head[2]) for head in heads[3:]]
        if reader.left:
            raise reader.refuse("invalidColumn")
        self.verify = verify
        if verify and check != crc32(data[:end], seed):
            raise HuskError("checkMismatch", base + end)
        self.descriptors = self._plain(0)
        self.small, self.text = Reader(self._plain(1)), Reader(self._plain(2))
        self.next_large = 3

    def _plain(self, number: int) -> bytes:
        codec, size, _, check = self.heads[number]
        body = self.bodies[number]
        if self.verify and check is not None and check != crc32(body):
            raise HuskError("checkMismatch", self.base)
        return decompress(codec, body, size, self.base)

    def numbers(self, size: int) -> bytes:
        """The next stream of numbers, of so many bytes."""
        if size < _LARGE:
            return self.small.take(size)
        number, self.next_large = self.next_large, self.next_large + 1
        if number >= len(self.heads):
            raise HuskError("truncated", self.base)
        if self.heads[number][1] != size:
            code = "truncated" if self.heads[number][1] < size else "invalidColumn"
            raise HuskError(code, self.base)
        return self._plain(number)

    def texts(self, size: int) -> bytes:
        """The next stream of text."""
        return self.text.take(size)

    def finish(self) -> None:
        if self.small.left or self.text.left or self.next_large < len(self.heads):
            raise HuskError("extraValue", self.base)


def _head(reader: Reader, is_large: bool):
    """Codec, bytes, compressed bytes and check of a section."""
    codec, size = reader.byte(), reader.varint()
    if codec >= len(NAMES):
        raise reader.refuse("unsupportedCodec")
    packed = reader.varint() if codec else size
    return codec, size, packed, reader.word() if is_large else None


class Block:
    """The columns of a block, and the way through its rows (sections 8.3 and 8.5)."""

    def __init__(self, content: Content, decoded: int, template: Template, limits: Limits,
                 verify: bool) -> None:
        self.content, self.decoded, self.limits = content, decoded, limits
        self.slots = Slots(template, limits)
        sections = Sections(content.rest, content.base, template.seed, decoded, limits, verify)
        self.source = source = Reader(sections.descriptors)
        self.integers = IntegerColumns(source, sections.numbers, decoded)
        self.scalars = ScalarColumns(source, sections.numbers, sections.texts, self.integers,
                                     decoded)
        self.gaps = self._read_gaps()
        self.controls: dict[int, Iterable[int]] = {}
        self.values: dict[int, Iterable[bytes]] = {}
        value_count = 0
        for node in self.slots.nodes:
            if has_controls(node):
                count = source.varint()
                if count > MAX_COUNT:
                    raise source.refuse("invalidColumn")
                if count:
                    self.controls[node.number] = self.integers.read(count)
            elif node.kind in (ANY, ENUMERATION):
                count = source.varint()
                value_count += count
                if value_count > decoded:
                    raise source.refuse("invalidColumn")
                if count:
                    self.values[node.number] = self.scalars.read(count)
        control_bytes, text_bytes = source.varint(), source.varint()
        self.shared_controls = sections.numbers(control_bytes)
        self.shared_text = split_text(sections.texts(text_bytes))
        if source.left:
            raise source.refuse("extraValue")
        sections.finish()

    def _read_gaps(self) -> Gaps:
        source = self.source
        count = source.varint()
        if count > self.decoded + 1:
            raise source.refuse("invalidColumn")
        if count == 0:
            return Gaps()
        newline, indent = source.bytes(), source.bytes()
        entry_count = source.varint()
        if entry_count > count + 1:
            raise source.refuse("invalidColumn")
        entries: list[bytes | int] = []
        for _ in range(entry_count):
            entry = source.bytes()
            entries.append(entry if entry else source.zigzag())
        skipped, numbers = self.integers.read(count), self.integers.read(count)
        gaps = Gaps(newline, indent, entries, zip(skipped, numbers))
        if not gaps.is_valid() or min(skipped) < 0:
            raise source.refuse("invalidGaps")
        self.refuse_mark(gaps)
        return gaps

    def refuse_mark(self, gaps: Gaps) -> None:
        """Refuses a byte order mark in a block that goes on, whether it is a gap or listed alone."""
        if self.content.continues and gaps.lists_mark():
            raise self.source.refuse("invalidGaps")

    def text(self, rows: int) -> bytes:
        """The text of the block."""
        content = self.content
        last = CLOSE_OBJECT if content.continues else EDGE
        is_open = content.elements and content.continues
        return write_with_gaps(self.gaps, self.decoded, self.limits.depth,
                               lambda writer: self._walk(writer, rows), last, is_open)

    def _walk(self, writer, rows: int) -> None:
        content = self.content
        walk = Walk(self, writer)
        if content.elements and not content.continues:
            begin(writer, OPEN_ARRAY)
        root = self.slots.root
        for _ in range(rows):
            walk.value(root)
        if content.closes:
            begin(writer, CLOSE_ARRAY)
        walk.finish()


def has_controls(node: Node) -> bool:
    """Whether a slot has a column of controls."""
    return node.kind in (ARRAY, MAP, ONE_OF) or (node.kind == OBJECT and node.optional > 0)


_FREE_WORDS, _WORDS_OF_BYTE = 65_536, 8


class Walk:
    """Goes through the rows once, and takes the entries of the columns in order."""

    def __init__(self, block: Block, writer) -> None:
        self.writer = writer
        self.words_left = _FREE_WORDS + _WORDS_OF_BYTE * block.decoded
        self.shared_controls = Reader(block.shared_controls)
        self.shared_text = iter(block.shared_text)
        self.controls = {number: iter(column) for number, column in block.controls.items()}
        self.values = {number: iter(column) for number, column in block.values.items()}

    def finish(self) -> None:
        left = self.shared_controls.left or next(self.shared_text, None) is not None
        for column in (*self.controls.values(), *self.values.values()):
            left = left or next(column, None) is not None
        if left:
            raise HuskError("extraValue")

    def control(self, node: Node) -> int:
        column = self.controls.get(node.number)
        if column is not None:
            value = next(column, None)
            if value is None:
                raise HuskError("missingValue")
            return value
        try:
            return self.shared_controls.varint()
        except HuskError as error:
            raise HuskError("missingValue") if error.code == "truncated" else error from None

    def scalar(self, node: Node) -> bytes:
        value = next(self.values.get(node.number, self.shared_text), None)
        if value is None:
            raise HuskError("missingValue")
        return value

    def count(self, node: Node) -> int:
        count = self.control(node)
        if not 0 <= count <= MAX_COUNT:
            raise HuskError("invalidValue")
        return count

    def value(self, node: Node) -> None:
        kind, writer = node.kind, self.writer
        if kind == ANY or kind == ENUMERATION:
            value = self.scalar(node)
            if value[:1] in (b"{", b"["):
                write_container(writer, value)
            else:
                writer.token(SCALAR, value)
        elif kind == OBJECT:
            self.object(node)
        elif kind == ARRAY:
            count, inner = self.count(node), node.inside[0]
            begin(writer, OPEN_ARRAY)
            for _ in range(count):
                self.value(inner)
            begin(writer, CLOSE_ARRAY)
        elif kind == ONE_OF:
            number = self.control(node)
            if not 0 <= number < len(node.inside):
                raise HuskError("invalidValue")
            self.alternative(node, number)
        elif kind == CONSTANT:
            writer.token(SCALAR, node.slot.lexeme)
        elif kind == TUPLE:
            begin(writer, OPEN_ARRAY)
            for inner in node.inside:
                self.value(inner)
            begin(writer, CLOSE_ARRAY)
        elif kind == MAP:
            keys, values = node.inside
            count = self.count(node)
            begin(writer, OPEN_OBJECT)
            for _ in range(count):
                key = self.scalar(keys)
                if not key.startswith(b'"'):
                    raise HuskError("invalidValue")
                writer.token(KEY, key)
                self.member(values)
            begin(writer, CLOSE_OBJECT)

    def alternative(self, node: Node, number: int) -> None:
        self.value(node.inside[number])

    def member(self, node: Node) -> None:
        """The value of a member of a map."""
        self.value(node)

    def object(self, node: Node) -> None:
        if node.optional > 32:
            self.count_words((node.optional - 1) // 32)
        presence = 0
        for start in range(0, node.optional, 32):
            word = self.control(node)
            if not 0 <= word < 1 << min(32, node.optional - start):
                raise HuskError("invalidValue")
            presence |= word << start
        self.fields(node, presence)

    def count_words(self, count: int) -> None:
        """Counts presence words beyond the first of an object: fields that are not there are free."""
        self.words_left -= count
        if self.words_left < 0:
            raise HuskError("limitExceeded")

    def fields(self, node: Node, presence: int) -> None:
        writer = self.writer
        fields = node.fields if node.optional <= 32 else node.present_fields(presence)
        begin(writer, OPEN_OBJECT)
        for key, optional, inner in fields:
            if optional:
                present, presence = presence & 1, presence >> 1
                if not present:
                    continue
            writer.token(KEY, key)
            self.value(inner)
        begin(writer, CLOSE_OBJECT)
