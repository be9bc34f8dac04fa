# SPDX-License-Identifier: Apache-2.0
"""Messages of primed templates, whose values a model tells (SPEC.md, section 13.13)."""

from __future__ import annotations

from .bit_model import BitDecoder, Leaf, Model
from .errors import HuskError
from .forms import IntegerModel
from .gaps import GapWriter, Gaps
from .lexer import SCALAR
from .limits import MAX_MODELLED, MAX_STRING, Limits
from .message_template import Lesson, MessageTemplate, SlotModel
from .message_values import Message
from .modelled_walk import ModelledWalk
from .slots import Node

_LEFT_OUT = 1024
_LESSON_BYTES = 1 << 20
_END = 0x0A


def primed_document(values: bytes, template: MessageTemplate, limits: Limits,
                    limit: int) -> tuple[BitDecoder, bytes]:
    """The document of a message, and what has read its values."""
    model = template.primed
    if model is None:
        model = template.primed = _primed_model(template, limits)
    coder = BitDecoder(values)
    try:
        message = _PrimedMessage(coder, template, limits, min(limit, MAX_MODELLED), model)
        return coder, message.document()
    finally:
        model.roll_back()


def _primed_model(template: MessageTemplate, limits: Limits) -> Model:
    """What the lesson of a template makes of a model, which takes a while."""
    lesson, count = template.lesson, len(template.models)
    assert lesson is not None
    leaves = [Leaf() for _ in range(lesson.leaf_count)]
    for slot, of_slot in enumerate(template.models):
        integers = (integer.leaf for form in of_slot.forms for integer in form.integers)
        for number in (slot, count + slot, 2 * count + slot, *integers):
            leaves[number].sources = of_slot.parent, None
    model = Model(lesson.memory, leaves)
    for slot, text in template.texts():
        model.learn(2 * count + slot, text)
    coder, left = BitDecoder(lesson.values), _LESSON_BYTES
    try:
        for _ in range(lesson.count):
            model.restart()
            left -= _TaughtMessage(coder, template, limits, left, model).learn()
        coder.finish()
    except HuskError as error:
        raise HuskError("invalidTemplate") from error
    model.keep()
    return model


class _PrimedMessage(ModelledWalk, Message):
    """Reads the values of a message that a model tells."""

    coder: BitDecoder

    def __init__(self, coder: BitDecoder, template: MessageTemplate, limits: Limits, limit: int,
                 model: Model) -> None:
        super().__init__(coder, template, limits, limit)
        assert template.lesson is not None
        self.model, self.parts = model, template.lesson.parts
        model.coder = coder

    def symbol(self, model: SlotModel) -> int:
        slot, escape = model.node.number, model.listed
        if not self.parts[slot] & Lesson.SYMBOLS:
            found = super().symbol(model)
            self.model.note_control(slot, 0 if found == escape else found + 1)
            return found
        value = _told(self.model.control, slot)
        if value > escape:
            raise HuskError("invalidValue")
        found = value - 1 if value else escape
        self.met[slot] = found + 1
        return found

    def form_number(self, model: SlotModel) -> int:
        number = _told(self.model.control, self.no_slot + model.node.number)
        if number > len(model.forms):
            raise HuskError("invalidValue")
        return number

    def difference(self, model: IntegerModel, slot: int) -> int:
        if self.parts[slot] & Lesson.INTEGERS:
            return _told(self.model.integer, model.leaf)
        difference = super().difference(model, slot)
        self.model.note_integer(model.leaf, difference)
        return difference

    def text(self, slot: int) -> bytes:
        text = self.model.text(2 * self.no_slot + slot, most=min(self.limit, MAX_STRING) + 1)
        if text[-1] != _END:
            raise HuskError("invalidValue")
        return text[:-1]


class _TaughtMessage(_PrimedMessage):
    """A message of the lesson."""

    def learn(self) -> int:
        """Reads the message, and tells how many bytes it has."""
        self.writer = GapWriter(Gaps(), self.limit, self.limits.depth)
        self.value(self.template.slots.root)
        return len(self.writer.finish())

    def scalar(self, node: Node) -> tuple[int, bytes]:
        if self.coder.share(_LEFT_OUT):
            return SCALAR, b'""'
        return super().scalar(node)


def _told(read, number: int) -> int:
    """What a leaf of the model says next."""
    try:
        return read(number)
    except HuskError as error:
        if error.code == "invalidColumn":
            raise HuskError("invalidValue") from None
        raise
