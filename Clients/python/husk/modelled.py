# SPDX-License-Identifier: Apache-2.0
"""Modelled blocks and bytes (SPEC.md, section 16)."""

from __future__ import annotations

from zlib import crc32

from .bit_model import PIECE_LEAVES, BitDecoder, Leaf, Model, memory_for
from .columns import Block, Content, Walk, has_controls
from .compression import MODELLED, NONE, decompress
from .errors import HuskError
from .integers import IntegerColumns
from .lexer import CLOSE_ARRAY, CLOSE_OBJECT, OPEN_ARRAY, OPEN_OBJECT
from .limits import MAX_MODELLED, Limits
from .message_template import read_layout
from .modelled_walk import ModelledWalk
from .reader import Reader
from .scalars import CONSTANT, DERIVED, MIXED, NEAR_DECIMALS, TEXT, DECIMALS, ScalarColumns
from .scalars import FLOATING, HEXADECIMAL, PATTERN, split_text
from .slots import Node, Slots
from .template import ANY, ENUMERATION, MAP, ONE_OF, Template

_NOTHING = 0
_ENCODINGS = (_NOTHING, TEXT, CONSTANT, DECIMALS, NEAR_DECIMALS, PATTERN, HEXADECIMAL, MIXED, DERIVED,
              FLOATING)
_MAX_NESTING = 4
_MAX_CLASSES = 8
_MAX_PREAMBLE = 65_536
_MIN_MEMORY = 16
_MAX_LEAVES = 65_536
_TEXT_OF_KEY = b'"'
_TEXT_ENDS = b"\x01\x02\n"


def modelled_bytes(data: bytes, count: int, preamble: bytes) -> bytes | None:
    """The bytes that codec 5, or with a preamble codec 7, stands for, or nothing if they are damaged
    (section 16.11)."""
    reader = Reader(data)
    try:
        memory, check = reader.byte(), reader.word()
        most = memory_for(len(preamble) + count)
        if not (most if preamble else _MIN_MEMORY) <= memory <= most:
            return None
        model = Model(memory, [Leaf() for _ in range(PIECE_LEAVES)])
        model.pieces(len(preamble), preamble)
        model.coder = coder = BitDecoder(reader.rest())
        plain = model.pieces(count)
    except HuskError:
        return None
    if coder.taken != len(coder.data) or coder.code != 0 or crc32(plain) != check:
        return None
    return plain


class _Plan:
    """What is coded of a column, and what was decoded of it."""

    def __init__(self, encoding: int, leaf: int) -> None:
        self.encoding, self.leaf, self.count = encoding, leaf, 0
        self.integers: list[tuple[int, list[int]]] = []        # leaves, and what stood there
        self.classes: list[int] = []
        self.plans: list[_Plan] = []
        self.text = bytearray()


class _Leaves:
    """Stands in for integer columns: the integers of a column stand at leaves."""

    def __init__(self, columns: _Columns) -> None:
        self.of, self.columns = columns, ()

    def read(self, count: int) -> list[int]:
        return self.of.integers_of_leaf()


class _Columns(ScalarColumns):
    """Reads the columns of slots (section 16.5).

    It goes through the descriptors twice: before the rows are decoded, to know what is coded, and
    with what was decoded, so that the rules of other blocks hold for it.
    """

    def __init__(self, source: Reader, decoded: int, slot_count: int) -> None:
        super().__init__(source, None, None, IntegerColumns(source, None, decoded), decoded)
        self.integers = _Leaves(self)  # type: ignore[assignment]
        if 2 * slot_count > _MAX_LEAVES:
            raise HuskError("limitExceeded")
        self.leaves = [Leaf() for _ in range(2 * slot_count)]
        self.slot_count = slot_count
        self.plans: dict[int, _Plan] = {}
        self.places: dict[int, int] = {}
        self.decoded_plans: list[_Plan] | None = None          # in the second pass
        self.all_plans: list[_Plan] = []
        self.first: int | None = None
        self.plan = _Plan(_NOTHING, 0)
        self.next_integers = 0
        self.placed: list[int] = []

    def plan_slot(self, number: int) -> None:
        """Reads the column of a slot, and its sources."""
        self.places[number], self.first, self.placed = self.source.at, number, []
        self.plans[number] = plan = self._slot(0)
        if plan.encoding in (_NOTHING, CONSTANT, DERIVED):
            return
        first, second = self._source(), self._source()
        for leaf in {number, *self.placed}:
            self.leaves[leaf].sources = first, second

    def _slot(self, count: int) -> _Plan:
        plan_number = len(self.all_plans)
        column = self._read(count, 1)
        plan = self.all_plans[plan_number]
        # Derived columns are bounded by the rows here, so that they count nothing.
        self.columns.append((column, 0, 0, plan.encoding == DERIVED))
        return plan

    def _source(self) -> int | None:
        number = self.source.varint()
        if number > self.slot_count:
            raise self.refuse()
        return number - 1 if number else None

    def finish(self) -> dict[int, object]:
        """The columns of slots with what was decoded, as other blocks have them."""
        self.decoded_plans, self.columns, found = iter(self.all_plans), [], {}
        for number, plan in self.plans.items():
            self.source.at, self.first = self.places[number], number
            column = self._read(plan.count, 1)
            self.columns.append((column, 0, 0, plan.encoding == DERIVED))
            if plan.count:
                found[number] = column
        return found

    def integers_of_leaf(self) -> list[int]:
        prediction = self.source.byte()
        if prediction > 2:
            raise self.refuse()
        plan = self.plan
        if self.decoded_plans is None:
            leaf = self._more() if plan.integers else plan.leaf
            self.leaves[leaf].prediction = prediction
            self.placed.append(leaf)
            plan.integers.append((leaf, []))
        self.next_integers += 1
        return plan.integers[self.next_integers - 1][1]

    def _more(self) -> int:
        if len(self.leaves) >= _MAX_LEAVES:
            raise HuskError("limitExceeded")
        self.leaves.append(Leaf())
        return len(self.leaves) - 1

    def _read(self, count: int, level: int):
        if level > _MAX_NESTING:
            raise self.refuse()
        source, first = self.source, self.first
        tag = source.byte()
        if tag & 15 not in _ENCODINGS or (tag >> 4 and tag & 15 in (_NOTHING, TEXT, MIXED)):
            raise self.refuse()
        if self.decoded_plans is None:
            plan = _Plan(tag & 15, self._more() if first is None else first)
            self.all_plans.append(plan)
        else:
            plan = next(self.decoded_plans)
        self.plan, self.first, self.next_integers = plan, None, 0
        if plan.encoding == _NOTHING:
            return ()
        if plan.encoding == TEXT:
            return _texts(plan)
        if plan.encoding == MIXED:
            return self._mixed_plan(plan, level)
        source.at -= 1
        return super()._read(count, level)

    def _mixed_plan(self, plan: _Plan, level: int):
        class_count = self.source.varint()
        if class_count > _MAX_CLASSES:
            raise self.refuse()
        columns = []
        for number in range(class_count):
            if self.decoded_plans is None:
                plan_number = len(self.all_plans)
                self._read(0, level + 1)
                plan.plans.append(self.all_plans[plan_number])
            else:
                columns.append(self._read(plan.plans[number].count, level + 1))
        steps = [iter(column).__next__ for column in columns]
        return [steps[number]() for number in plan.classes]


def _texts(plan: _Plan) -> list[bytes]:
    values = split_text(bytes(plan.text))
    if len(values) != plan.count:
        raise HuskError("invalidColumn")
    return values


class _Levels:
    """Takes the place of a writer: it writes nothing, but counts levels."""

    def __init__(self, limit: int) -> None:
        self.limit, self.level = limit, 0

    def token(self, kind: int, lexeme: bytes) -> None:
        if kind in (OPEN_OBJECT, OPEN_ARRAY):
            self.level += 1
            if self.level > self.limit:
                raise HuskError("limitExceeded")
        elif kind in (CLOSE_OBJECT, CLOSE_ARRAY):
            self.level -= 1


class _Rows(ModelledWalk, Walk):
    """Goes through the rows and decodes what they need, slot by slot (section 16.6)."""

    def __init__(self, block: ModelledBlock, model: Model, columns: _Columns) -> None:
        self.writer = _Levels(block.limits.depth)
        self.block, self.model, self.columns = block, model, columns
        self.slot_count = len(block.slots.nodes)
        self.text_left, self.visits = 2 * block.decoded, 2 * block.decoded + 2
        self.numbers = self.visits

    def count_numbers(self, count: int) -> None:
        """Counts controls, classes and integers."""
        self.numbers -= count
        if self.numbers < 0:
            raise HuskError("limitExceeded")

    def count_words(self, count: int) -> None:
        """Presence words are counted as all controls are."""

    def control(self, node: Node) -> int:
        self.count_numbers(1)
        value = self.block.constants.get(node.number)
        if value is None:
            value = self.model.control(self.slot_count + node.number)
        self.block.controls[node.number].append(value)
        return value

    def scalar(self, node: Node) -> bytes:
        self._decode(self.columns.plans[node.number])
        return _TEXT_OF_KEY

    def _decode(self, plan: _Plan) -> None:
        plan.count += 1
        if plan.encoding == TEXT:
            text = self.model.text(plan.leaf, most=self.text_left)
            if text[-1] not in _TEXT_ENDS:
                raise HuskError("invalidColumn")
            self.text_left -= len(text)
            plan.text += text
        elif plan.encoding == MIXED:
            self.count_numbers(1)
            number = self.model.control(plan.leaf)
            if number >= len(plan.plans):
                raise HuskError("invalidColumn")
            plan.classes.append(number)
            self._decode(plan.plans[number])
        elif plan.encoding == _NOTHING:
            raise HuskError("missingValue")
        else:
            self.count_numbers(len(plan.integers))
            for leaf, values in plan.integers:
                values.append(self.model.integer(leaf))

    def value(self, node: Node) -> None:
        self.visits -= 1
        if self.visits < 0:
            raise HuskError("limitExceeded")
        super().value(node)


class ModelledBlock(Block):
    """The columns of a modelled block, whose rows are all decoded when it is made."""

    def __init__(self, content: Content, rows: int, decoded: int, template: Template,
                 limits: Limits) -> None:
        if decoded > MAX_MODELLED:
            raise HuskError("limitExceeded", content.base)
        self.content, self.decoded, self.limits = content, decoded, limits
        self.slots = Slots(template, limits)
        reader = Reader(content.rest, base=content.base)
        source = self._descriptors(reader)
        preamble = template.canonical[: min(2 * decoded, _MAX_PREAMBLE)]
        memory = reader.byte()
        if not _MIN_MEMORY <= memory <= memory_for(len(preamble) + decoded):
            raise reader.refuse("invalidColumn")
        self.source = source
        self.gaps = read_layout(source.bytes())
        self.refuse_mark(self.gaps)
        self.constants: dict[int, int] = {}
        self.controls: dict[int, list[int]] = {}
        self.shared_controls, self.shared_text = b"", []
        columns = _Columns(source, decoded, len(self.slots.nodes))
        for node in self.slots.nodes:
            if has_controls(node):
                self.controls[node.number] = []
                value = source.varint()
                if value:
                    self.constants[node.number] = value - 1
            elif node.kind in (ANY, ENUMERATION):
                columns.plan_slot(node.number)
        if source.left:
            raise source.refuse("extraValue")
        model = Model(memory, [*columns.leaves, Leaf()])
        model.learn(len(columns.leaves), preamble)
        model.coder = coder = BitDecoder(reader.rest())
        walk = _Rows(self, model, columns)
        for _ in range(rows):
            walk.value(self.slots.root)
        coder.finish()
        self.values = columns.finish()

    def _descriptors(self, reader: Reader) -> Reader:
        codec, count = reader.byte(), reader.varint()
        if codec not in (NONE, MODELLED):
            raise reader.refuse("invalidColumn")
        size = reader.varint() if codec else count
        if count > 65_536 + 2 * self.decoded + 64 * len(self.slots.nodes):
            raise reader.refuse("limitExceeded")
        return Reader(decompress(codec, reader.take(size), count))
