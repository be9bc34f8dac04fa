# SPDX-License-Identifier: Apache-2.0
"""The values of one message (SPEC.md, sections 13.4 to 13.7 and 13.9)."""

from __future__ import annotations

from . import lexer
from .errors import HuskError
from .formats import CALENDAR_WIDTHS, check_moments, decimal, moment_runs
from .forms import Form, IntegerModel, Part
from .gaps import GapWriter, Gaps, begin, write_container
from .lexer import CLOSE_ARRAY, CLOSE_OBJECT, KEY, OPEN_ARRAY, OPEN_OBJECT, SCALAR
from .limits import MAX_COUNT, MAX_DEPTH, MAX_STRING, Limits
from .message_template import MessageTemplate, SlotModel, read_layout
from .range_coder import RangeDecoder
from .reader import wrap
from .slots import Node, Shape
from .template import ANY, MAP, OBJECT, ONE_OF, TUPLE

_LITERALS = (b"null", b"false", b"true")
_PRESENCE_BITS = 64
_WRITTEN = -1


class Message:
    """Reads the values of one message (section 13.4)."""

    def __init__(self, coder: RangeDecoder, template: MessageTemplate, limits: Limits,
                 limit: int) -> None:
        self.coder, self.template, self.limits = coder, template, limits
        self.limit = limit
        self.no_slot = len(template.models)
        self.met = [0] * self.no_slot
        self.last_string = [b""] * self.no_slot
        self.last_integer: list[int | None] = [None] * self.no_slot
        self.writer = GapWriter(Gaps(), limit, limits.depth)

    def document(self) -> bytes:
        coder, template = self.coder, self.template
        number = coder.choose(template.layout_frequencies)
        if number < len(template.layouts):
            gaps = template.layouts[number]
        else:
            gaps = read_layout(bytes(coder.bits(8) for _ in range(coder.number())))
        self.writer = GapWriter(gaps, self.limit, self.limits.depth)
        self.value(template.slots.root)
        return self.writer.finish()

    def symbol(self, model: SlotModel) -> int:
        found = None
        if model.parent is not None:
            context = model.contexts.get(self.met[model.parent])
            if context is not None:
                place = self.coder.choose(context.frequencies)
                if place < len(context.symbols):
                    found = context.symbols[place]
        if found is None:
            found = self.coder.choose(model.frequencies)
        self.met[model.node.number] = found + 1
        return found

    def value(self, node: Node) -> None:
        if node.kind == ANY:
            self.write(*self.scalar(node))
            return
        model = self.template.models[node.number]
        symbol = self.symbol(model)
        if symbol < len(model.heads):
            head = model.heads[symbol]
        elif self.coder.bit(2048):
            self.misfit(node)
            return
        elif node.kind == OBJECT:
            head = 0
            for number in range(min(node.optional, _PRESENCE_BITS)):
                head |= self.coder.bit(_presence(model, number)) << number
        else:
            head = self.coder.number()
        self.container(node, model, head)

    def container(self, node: Node, model: SlotModel, head: int) -> None:
        """Writes what follows a head."""
        writer = self.writer
        if node.kind == OBJECT:
            for number in range(_PRESENCE_BITS, node.optional):
                head |= self.coder.bit(_presence(model, number)) << number
            begin(writer, OPEN_OBJECT)
            self.fields(node, head)
            begin(writer, CLOSE_OBJECT)
        elif node.kind == ONE_OF:
            if head >= len(node.inside):
                raise HuskError("invalidValue")
            self.alternative(node.inside[head], head)
        elif node.kind == MAP:
            self.check_count(head)
            begin(writer, OPEN_OBJECT)
            for _ in range(head):
                writer.token(KEY, self.key(node.inside[0]))
                self.member(node.inside[1])
            begin(writer, CLOSE_OBJECT)
        else:
            if node.kind == TUPLE and head != 0:
                raise HuskError("invalidValue")
            self.check_count(head)
            begin(writer, OPEN_ARRAY)
            for inner in node.inside if node.kind == TUPLE else (node.inside[0] for _ in range(head)):
                self.value(inner)
            begin(writer, CLOSE_ARRAY)

    def fields(self, node: Node, head: int) -> None:
        """The fields of an object that are there."""
        for key, optional, inner in node.fields:
            if optional:
                present, head = head & 1, head >> 1
                if not present:
                    continue
            self.writer.token(KEY, key)
            self.value(inner)

    def alternative(self, node: Node, number: int) -> None:
        """The value of an alternative."""
        self.value(node)

    def member(self, node: Node) -> None:
        """The value of a member of a map."""
        self.value(node)

    def check_count(self, count: int) -> None:
        """Refuses more elements than an array or the document may have."""
        if count > min(self.limit, MAX_COUNT):
            raise HuskError("limitExceeded")

    def key(self, node: Node) -> bytes:
        kind, lexeme = self.scalar(node)
        if kind != SCALAR or not lexeme.startswith(b'"'):
            raise HuskError("invalidValue")
        return lexeme

    # Scalars (section 13.6).

    def write(self, kind: int, lexeme: bytes) -> None:
        """Writes a scalar, or all tokens of a container that is not written yet."""
        if kind == SCALAR:
            self.writer.token(kind, lexeme)
        elif kind != _WRITTEN:
            write_container(self.writer, lexeme)

    def scalar(self, node: Node) -> tuple[int, bytes]:
        """A scalar of a slot; one that is any value may be a container."""
        model = self.template.models[node.number]
        symbol = self.symbol(model)
        if symbol < len(model.entries):
            entry = model.entries[symbol]
            self.last_string[node.number] = entry[1:-1]
            integer = model.last_integer(symbol)
            if integer is not None:
                self.last_integer[node.number] = integer
            return SCALAR, entry
        form = self.form_number(model)
        if form == len(model.forms):
            kind, lexeme = self.any_value()
        else:
            kind, lexeme = SCALAR, self.form(model.forms[form], node.number)
        if lexeme.startswith(b'"'):
            self.last_string[node.number] = lexeme[1:-1]
        return kind, lexeme

    def form_number(self, model: SlotModel) -> int:
        """Which form follows, or the number of forms for any value."""
        return self.coder.choose(model.form_frequencies)

    def form(self, form: Form, slot: int) -> bytes:
        if form.kind == Form.NUMBER:
            return decimal(self.integer(form.integer, slot), form.scale)
        out, size = [b'"'], 0
        for part in form.parts:
            out.append(self.part(part, slot))
            size += len(out[-1])
            if size > self.limit:
                raise HuskError("limitExceeded")
        out.append(b'"')
        return b"".join(out)

    def part(self, part: Part, slot: int) -> bytes:
        if part.kind == Part.LITERAL:
            return part.literal
        if part.kind == Part.COPY:
            return self.last_string[part.slot]
        if part.kind == Part.TEXT:
            return self.text(slot)
        if part.kind == Part.CHARACTERS:
            characters = part.characters
            return bytes(characters[self.coder.equal(len(characters))] for _ in range(part.width))
        value = self.integer(part.integer, slot)
        if value < 0:
            raise HuskError("invalidValue")
        if part.kind == Part.MOMENT:
            if not check_moments(value, value, part.unit):
                raise HuskError("invalidValue")
            return self.moment(part, value)
        if part.kind == Part.DIGITS:
            digits = b"%0*d" % (part.width, value) if part.width else b"%d" % value
        else:
            digits = (b"%0*x" if part.kind == Part.LOWER else b"%0*X") % (part.width, value)
        if part.width and len(digits) > part.width:
            raise HuskError("invalidValue")
        return digits

    def moment(self, part: Part, value: int) -> bytes:
        out = b""
        widths = CALENDAR_WIDTHS[part.unit]
        for number, (run, width) in enumerate(zip(moment_runs(value, part.unit), widths)):
            if number:
                out += part.separators[number - 1 : number]
            out += b"%0*d" % (width, run)
        return out

    def integer(self, model: IntegerModel | None, slot: int) -> int:
        assert model is not None
        start = None if model.reference is None else self.last_integer[model.reference]
        value = wrap((model.base if start is None else start) + self.difference(model, slot))
        self.last_integer[slot] = value
        return value

    def difference(self, model: IntegerModel, slot: int) -> int:
        """How far an integer is from what it is counted from (section 13.7)."""
        place = self.coder.choose(model.frequencies)
        known = place < len(model.magnitudes)
        magnitude = model.magnitudes[place] if known else self.coder.bits(8)
        if magnitude > 128:
            raise HuskError("invalidValue")
        if magnitude == 0:
            return 0
        open_bits = (magnitude + 1) // 2 - 1
        difference = 1 << open_bits | self.coder.bits(open_bits)
        return difference if magnitude % 2 else -difference

    def text(self, slot: int) -> bytes:
        text = self.template.text_model.read(self.coder, slot, min(self.limit, MAX_STRING))
        if text is None:
            raise HuskError("limitExceeded")
        return text

    # Misfits (section 13.9).

    def misfit(self, node: Node) -> None:
        if self.coder.bit(2048):
            shaped = node
            if node.kind == ONE_OF:
                shaped = next((n for n in node.inside if n.kind == OBJECT), node)
            if shaped.kind != OBJECT:
                raise HuskError("invalidValue")
            self.loose_object(shaped.shape)
            return
        self.write(*self.any_value())

    def loose_object(self, shape: Shape) -> None:
        coder, fields, writer = self.coder, shape.fields, self.writer
        begin(writer, OPEN_OBJECT)
        expected = 0
        while True:
            field = expected
            if coder.bit(3840) == 0:
                if coder.bit(2048) == 0:
                    writer.token(KEY, b'"' + self.text(self.no_slot) + b'"')
                    self.write(*self.any_value())
                    continue
                field = coder.number()
            if field == len(fields):
                break
            if field > len(fields):
                raise HuskError("invalidValue")
            writer.token(KEY, fields[field][0])
            self.value(fields[field][2])
            expected = field + 1
        begin(writer, CLOSE_OBJECT)

    def any_value(self) -> tuple[int, bytes]:
        """Any value as a token. A container has the kind of its first bracket, or is written already."""
        kind = self.coder.bits(2)
        if kind == 2:
            literal = self.coder.bits(2)
            if literal == 3:
                raise HuskError("invalidValue")
            return SCALAR, _LITERALS[literal]
        if kind == 3:
            return self.any_container()
        text = self.text(self.no_slot)
        return SCALAR, b'"' + text + b'"' if kind == 0 else text

    def any_container(self) -> tuple[int, bytes]:
        """An array or object as a token, or written already."""
        kind = self.coder.bits(2)
        if kind == 1:
            count = self.coder.number()
            self.check_count(count)
            begin(self.writer, OPEN_ARRAY)
            for _ in range(count):
                self.write(*self.any_value())
            begin(self.writer, CLOSE_ARRAY)
            return _WRITTEN, b""
        if kind == 2:
            shape = self.coder.number()
            shapes = self.template.slots.shapes
            if shape >= len(shapes):
                raise HuskError("invalidValue")
            self.loose_object(shapes[shape])
            return _WRITTEN, b""
        if kind == 3:
            raise HuskError("invalidValue")
        text = self.text(self.no_slot)
        try:
            tokens = lexer.scan_one(text, MAX_DEPTH)
        except HuskError:
            raise HuskError("invalidValue") from None
        if tokens.kinds[0] not in (OPEN_OBJECT, OPEN_ARRAY):
            raise HuskError("invalidValue")
        return tokens.kinds[0], text


def _presence(model: SlotModel, number: int) -> int:
    return max(16 * model.presence[number], 8)
