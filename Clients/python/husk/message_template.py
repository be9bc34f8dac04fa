# SPDX-License-Identifier: Apache-2.0
"""Message templates, and their files (SPEC.md, sections 13.2, 13.6, 13.7, 13.12, 13.13)."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING
from zlib import crc32

from . import lexer
from .columns import template_bytes
from .container import is_name
from .errors import HuskError
from .formats import CALENDAR_WIDTHS
from .forms import Form, IntegerModel, Part
from .gaps import Gaps
from .limits import DEFAULT, MAX_COUNT, Limits
from .range_coder import Frequencies
from .reader import Reader
from .slots import Node, Slots
from .template import ANY, CONSTANT, ENUMERATION, OBJECT, ONE_OF, TUPLE, read_canonical
from .text_model import TextModel

if TYPE_CHECKING:
    from .bit_model import Model

TEMPLATE_FILE = b"\xfdP"
_MAX_TOTAL = 65_536
_MAX_LISTED = 65_535
_MAX_FORMS = 255
_MAX_PARTS = 64                  # of a string, for they may write nothing
_MAX_COMPARISONS = 4_194_304     # of the entries of a slot with parts of forms
_MAX_LEAVES = 65_536
_MAX_MESSAGES = 65_536
_MAX_RESTARTS = 1 << 26


class Context:
    """The symbols that are likely behind another one."""

    __slots__ = ("symbols", "frequencies")

    def __init__(self, symbols: list[int], frequencies: Frequencies) -> None:
        self.symbols, self.frequencies = symbols, frequencies


class SlotModel:
    """What is known of a slot: its heads or entries, how likely they are, and forms."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.heads: list[int] = []
        self.presence = b""
        self.entries: list[bytes] = []
        self._integers: dict[int, int | None] = {}
        self.forms: list[Form] = []
        self.form_frequencies = Frequencies([1])
        self.frequencies = Frequencies([1])
        self.parent: int | None = None
        self.contexts: dict[int, Context] = {}

    @property
    def listed(self) -> int:
        return len(self.entries) if self.node.kind == ANY else len(self.heads)

    def last_integer(self, number: int) -> int | None:
        """The last integer that an entry becomes.

        Entries are compared with forms when messages have them: a template may have many of both.
        """
        if number not in self._integers:
            self._integers[number] = _integer_of(self.forms, self.entries[number])
        return self._integers[number]


class Lesson:
    """What primes the model of a template (section 13.13)."""

    SYMBOLS, INTEGERS = 1, 2

    def __init__(self, reader: Reader, slot_count: int, leaf_count: int) -> None:
        if leaf_count > _MAX_LEAVES:
            raise reader.refuse("limitExceeded")
        self.leaf_count = leaf_count
        self.memory = reader.byte()
        self.parts = reader.take(slot_count)
        self.count = reader.varint()
        if not 16 <= self.memory <= 22 or self.count > _MAX_MESSAGES or any(
                parts > Lesson.SYMBOLS + Lesson.INTEGERS for parts in self.parts):
            raise reader.refuse("invalidTemplate")
        if self.count * leaf_count > _MAX_RESTARTS:
            raise reader.refuse("limitExceeded")
        self.values = reader.bytes()


class MessageTemplate:
    """What both sides of messages have (section 13.2)."""

    def __init__(self, canonical: bytes, limits: Limits = DEFAULT) -> None:
        if len(canonical) > limits.messageTemplateByteCount:
            raise HuskError("limitExceeded")
        self.canonical = canonical
        self.identity = hashlib.sha256(canonical).digest()
        self.seed = crc32(self.identity)
        reader = Reader(canonical)
        version = reader.byte()
        if version not in (1, 2):
            raise HuskError("invalidTemplate", 0)
        structure = reader.bytes()
        self.slots = Slots(read_canonical(structure, limits), limits)
        if any(node.kind in (CONSTANT, ENUMERATION) for node in self.slots.nodes):
            raise HuskError("invalidTemplate", 1)
        parts = _Parts(reader, len(self.slots.nodes))
        self.layouts, self.layout_frequencies = parts.layouts()
        self.models = [parts.model(node) for node in self.slots.nodes]
        self.samples = [parts.sample() for _ in range(reader.count())]
        self.lesson = Lesson(reader, len(self.models), self._leaf_count()) if version == 2 else None
        self.primed: Model | None = None         # the model of the lesson, when it was learnt
        if reader.left:
            raise reader.refuse("invalidTemplate")
        for model in self.models:
            if model.parent is not None and model.contexts:
                if max(model.contexts) > self.models[model.parent].listed + 1:
                    raise HuskError("invalidTemplate")

    def _leaf_count(self) -> int:
        """Numbers the leaves of integers, and counts all leaves."""
        count = 3 * len(self.models) + 1
        for model in self.models:
            for form in model.forms:
                for integer in form.integers:
                    integer.leaf, count = count, count + 1
        return count

    def texts(self) -> Iterator[tuple[int, bytes]]:
        """What texts of slots are like (section 13.8)."""
        for model in self.models:
            if any(part.kind == Part.TEXT for form in model.forms for part in form.parts):
                for entry in model.entries:
                    if entry.startswith(b'"'):
                        yield model.node.number, entry[1:-1] + b"\n"
        yield from self.samples

    @functools.cached_property
    def text_model(self) -> TextModel:
        """What is learnt from the template, which takes a while."""
        text_model = TextModel()
        for slot, text in self.texts():
            text_model.learn(text, slot)
        return text_model


def _integer_of(forms: list[Form], entry: bytes) -> int | None:
    for form in forms:
        integers = form.fit(entry)
        if integers is not None:
            return integers[-1] if integers else None
    return None


def read_layout(data: bytes) -> Gaps:
    """The gaps of a message (section 13.4)."""
    if not data:
        return Gaps()
    invalid = HuskError("invalidGaps")
    reader = Reader(data)
    try:
        newline, indent = reader.bytes(), reader.bytes()
        entries: list[bytes | int] = []
        for _ in range(reader.count()):
            entry = reader.bytes()
            entries.append(entry if entry else reader.zigzag())
        surprises = []
        while reader.left:
            surprises.append((reader.varint(), reader.varint()))
    except HuskError:
        raise invalid from None
    gaps = Gaps(newline, indent, entries, surprises)
    if not gaps.is_valid():
        raise invalid
    return gaps


class _Parts:
    """Reads the parts of a message template."""

    def __init__(self, reader: Reader, slot_count: int) -> None:
        self.reader, self.slot_count = reader, slot_count

    def invalid(self) -> HuskError:
        return self.reader.refuse("invalidTemplate")

    def listed(self, most: int) -> int:
        count = self.reader.varint()
        if count > most:
            raise self.invalid()
        if count > self.reader.left:
            raise self.reader.refuse("truncated")
        return count

    def frequencies(self, count: int) -> Frequencies:
        return self.checked([self.reader.varint() for _ in range(count)])

    def checked(self, sizes: list[int]) -> Frequencies:
        if min(sizes) < 1 or sum(sizes) > _MAX_TOTAL:
            raise self.invalid()
        return Frequencies(sizes)

    def slot(self) -> int:
        slot = self.reader.varint()
        if slot >= self.slot_count:
            raise self.invalid()
        return slot

    def layouts(self):
        layouts = []
        for _ in range(self.listed(255)):
            try:
                layouts.append(read_layout(self.reader.bytes()))
            except HuskError as error:
                raise self.invalid() if error.code == "invalidGaps" else error from None
        return layouts, self.frequencies(len(layouts) + 1)

    def sample(self) -> tuple[int, bytes]:
        slot = self.slot()
        return slot, self.reader.bytes()

    def model(self, node: Node) -> SlotModel:
        model = SlotModel(node)
        count = self.listed(_MAX_LISTED)
        if node.kind == ANY:
            for _ in range(count):
                entry = self.reader.bytes()
                if not lexer.is_scalar(entry):
                    raise self.invalid()
                model.entries.append(entry)
        else:
            for _ in range(count):
                head = self.reader.varint()
                if not _can_have(node, head):
                    raise self.invalid()
                model.heads.append(head)
            if node.kind == OBJECT:
                model.presence = self.reader.take(node.optional)
        self.table(model, count)
        if node.kind == ANY:
            model.forms = [self.form() for _ in range(self.listed(_MAX_FORMS))]
            if count * sum(form.part_count for form in model.forms) > _MAX_COMPARISONS:
                raise self.reader.refuse("limitExceeded")
            model.form_frequencies = self.frequencies(len(model.forms) + 1)
        return model

    def table(self, model: SlotModel, count: int) -> None:
        reader = self.reader
        model.frequencies = self.frequencies(count + 1)
        parent = reader.varint()
        if parent == 0:
            return
        if parent > self.slot_count:
            raise self.invalid()
        model.parent, before = parent - 1, -1
        for _ in range(reader.count()):
            key = reader.varint()
            symbol_count, escape = reader.count(), reader.varint()
            symbols, sizes = [], []
            for _ in range(symbol_count):
                symbols.append(reader.varint())
                sizes.append(reader.varint())
            ascending = all(a < b for a, b in zip(symbols, symbols[1:]))
            if key <= before or not ascending or (symbols and symbols[-1] > count):
                raise self.invalid()
            model.contexts[key] = Context(symbols, self.checked([*sizes, escape]))
            before = key

    def form(self) -> Form:
        kind = self.reader.byte()
        if kind == Form.NUMBER:
            scale = self.reader.varint()
            if scale > 18:
                raise self.invalid()
            return Form(kind, scale=scale, integer=self.integer())
        if kind != Form.STRING:
            raise self.invalid()
        part_count = self.reader.varint()
        if part_count > _MAX_PARTS:
            raise self.invalid()
        return Form(kind, parts=[self.part() for _ in range(part_count)])

    def part(self) -> Part:
        reader = self.reader
        part = Part(reader.byte())
        if part.kind == Part.LITERAL:
            part.literal = reader.bytes()
            if not part.literal or any(byte < 0x20 for byte in part.literal):
                raise self.invalid()
        elif part.kind in (Part.DIGITS, Part.LOWER, Part.UPPER):
            part.width = reader.varint()
            if part.width > 18 or (part.kind != Part.DIGITS and not 1 <= part.width <= 15):
                raise self.invalid()
            part.integer = self.integer()
        elif part.kind == Part.CHARACTERS:
            part.set_class(reader.byte())
            part.width = reader.varint()
            if not part.characters or not 1 <= part.width <= 65_536:
                raise self.invalid()
        elif part.kind == Part.MOMENT:
            part.unit = reader.byte()
            if not 1 <= part.unit < len(CALENDAR_WIDTHS):
                raise self.invalid()
            part.separators = reader.take(len(CALENDAR_WIDTHS[part.unit]) - 1)
            if any(byte < 0x20 for byte in part.separators):
                raise self.invalid()
            part.integer = self.integer()
        elif part.kind == Part.COPY:
            part.slot = self.slot()
        elif part.kind != Part.TEXT:
            raise self.invalid()
        return part

    def integer(self) -> IntegerModel:
        reader = self.reader
        base, reference = reader.zigzag(), reader.varint()
        if reference > self.slot_count:
            raise self.invalid()
        magnitudes = [reader.varint() for _ in range(reader.count())]
        if any(a >= b for a, b in zip(magnitudes, magnitudes[1:])):
            raise self.invalid()
        if magnitudes and magnitudes[-1] > 128:
            raise self.invalid()
        frequencies = self.frequencies(len(magnitudes) + 1)
        return IntegerModel(base, reference - 1 if reference else None, magnitudes, frequencies)


def _can_have(node: Node, head: int) -> bool:
    """Whether a slot can have a head."""
    if node.kind == OBJECT:
        return node.optional >= 64 or head < 1 << node.optional
    if node.kind == ONE_OF:
        return head < len(node.inside)
    return head == 0 if node.kind == TUPLE else head <= MAX_COUNT


class TemplateFile:
    """A message template that is kept by itself (section 13.12)."""

    def __init__(self, data: bytes, limits: Limits = DEFAULT) -> None:
        if data[:2] != TEMPLATE_FILE[: len(data)]:
            raise HuskError("notHusk", 0)
        reader = Reader(data)
        reader.take(2)
        name = reader.bytes()
        self.version = reader.varint()
        frame, end = reader.bytes(), reader.at
        check = reader.word()
        if reader.left:
            raise reader.refuse("extraValue")
        if check != crc32(data[:end]):
            raise HuskError("checkMismatch", end)
        if not is_name(name):
            raise HuskError("invalidFrame", 2)
        self.name = name.decode()
        self.template = read_message_template_frame(frame, limits)


def read_message_template_frame(payload: bytes, limits: Limits) -> MessageTemplate:
    """The message template in the payload of a template frame."""
    limit = min(limits.messageTemplateByteCount, limits.templateByteCount)
    return MessageTemplate(template_bytes(payload, limit), limits)
