# SPDX-License-Identifier: Apache-2.0
"""Decodes messages of primed templates: primed_decoder.py TEMPLATE < MESSAGE > DOCUMENT (SPEC.md,
section 13.13).

With --trace it lists every bit of the model as modelled_decoder.py does, beside the document. Messages are those of row_decoder.py, the model is that of modelled_decoder.py, and what is said there
of limits and trust holds here too. It is slow: a message takes a copy of the model.
"""
import copy
import sys

import row_decoder
from block_decoder import Refused, require, wrap
from modelled_decoder import BitDecoder, Leaf, M32, Model, TracingDecoder, mix
from row_decoder import IntegerModel, MessageWriter, valid

SYMBOLS, INTEGERS = 1, 2
LEFT_OUT, LESSON_BYTES, LEAVES, RESTARTS = 1024, 1 << 20, 65_536, 1 << 26


def integers_of(form):
    """The models of the integers of a form, in order."""
    parts = [form[1]] if isinstance(form, tuple) else [part[2] for part in form]
    return [part for part in parts if isinstance(part, IntegerModel)]


class Template(row_decoder.Template):
    """A message template, primed or not."""

    versions = (1, 2)

    def more(self, reader):
        self.model = None
        if self.version == 1:
            return
        count = len(self.slots)
        self.leaves = [Leaf() for _ in range(3 * count + 1)]
        for slot, model in enumerate(self.models):
            sources = (model.parent, None)
            for number in (slot, count + slot, 2 * count + slot):
                self.leaves[number].sources = sources
            for integers in [each for form in model.forms for each in integers_of(form)]:
                integers.leaf = len(self.leaves)
                self.leaves.append(Leaf())
                self.leaves[-1].sources = sources
        require(len(self.leaves) <= LEAVES, "limitExceeded")
        self.memory = reader.byte()
        valid(16 <= self.memory <= 22)
        self.parts = reader.bytes(count)
        valid(all(parts <= SYMBOLS + INTEGERS for parts in self.parts))
        self.count = reader.upto(65_536)
        require(self.count * len(self.leaves) <= RESTARTS, "limitExceeded")
        self.values = reader.string()

    def prime(self):
        if self.version == 1:
            return super().prime()
        if self.model:
            return
        model, count = Model(self.memory, self.leaves), len(self.slots)
        for slot, data in self.texts():
            if data:
                model.text(2 * count + slot, len(data), known=data)
        try:
            Lesson(self, model).learn()
        except Refused:
            raise Refused("invalidTemplate") from None
        model.coder, self.model = None, model

    def message(self, values):
        if self.version == 1:
            return super().message(values)
        self.prime()
        return Message(self, copy.deepcopy(self.model), Message.decoder(values))


class Message(row_decoder.Message):
    """A message whose values a model predicts."""

    decoder = BitDecoder

    def __init__(self, template, model, coder):
        self.template, self.model, self.coder = template, model, coder
        self.restart()

    def restart(self):
        super().restart()
        self.model.coder = self.coder
        self.model.recent, self.model.parent, self.model.grandparent = [0, 0, 0], 0, 0
        for leaf in self.model.leaves:
            leaf.last = leaf.second_last = leaf.classes = 0

    def control(self, number):
        try:
            return self.model.control(number)
        except Refused as refused:
            raise Refused("invalidValue") if str(refused) == "invalidColumn" else refused

    def symbol(self, slot):
        count = len(self.template.models[slot].listed)
        if self.template.parts[slot] & SYMBOLS:
            value = self.control(slot)
            require(value <= count, "invalidValue")
            found = value - 1 if value else count
            self.met[slot] = found + 1
            return found
        found = super().symbol(slot)
        value, leaf = 0 if found == count else found + 1, self.model.leaves[slot]
        leaf.classes = (leaf.classes << 8 | min(value, 255)) & M32
        self.model.note(mix(value, 0x77), slot)
        return found

    def form(self, slot):
        number = self.control(len(self.template.slots) + slot)
        require(number <= len(self.template.models[slot].forms), "invalidValue")
        return number

    def difference(self, model, slot):
        if self.template.parts[slot] & INTEGERS:
            try:
                return self.model.integer(model.leaf)
            except Refused as refused:
                raise Refused("invalidValue") if str(refused) == "invalidColumn" else refused
        difference = super().difference(model, slot)
        leaf, wrapped = self.model.leaves[model.leaf], wrap(difference)
        symbol = 2 * abs(difference).bit_length() - (difference > 0)
        leaf.step, leaf.integer = wrap(wrapped - leaf.integer), wrapped
        leaf.classes = (leaf.classes << 8 | symbol) & M32
        halves = difference & M32, difference >> 32 & M32
        self.model.note(mix(halves[0] ^ halves[1] * 31 & M32, 7), model.leaf)
        return difference

    def text(self, slot):
        data = self.model.text(2 * len(self.template.slots) + slot)
        require(data[-1] == 0x0A, "invalidValue")
        return data[:-1]

    def place(self):
        return self.model.parent, self.model.grandparent

    def enter(self, slot, head):
        self.model.parent, self.model.grandparent = mix(slot, head & M32), self.model.parent

    def enter_member(self):
        self.model.parent, self.model.grandparent = self.model.recent[0], self.model.parent

    def enter_alternative(self, number):
        self.model.parent = mix(self.model.parent, number + 0x99)

    def leave(self, place):
        self.model.parent, self.model.grandparent = place


class Lesson(Message):
    """The messages of a template, which teach its model."""

    def __init__(self, template, model):
        super().__init__(template, model, BitDecoder(template.values))

    def learn(self):
        left = LESSON_BYTES
        for _ in range(self.template.count):
            self.restart()
            self.writer = MessageWriter(None)
            self.value(0)
            left -= sum(map(len, self.writer.pieces))
            require(left >= 0, "limitExceeded")
        require(len(self.coder.data) <= self.coder.needed(), "extraValue")

    def scalar(self, slot, kind):
        if self.coder.share(LEFT_OUT):
            return self.writer.write(kind, b'""')
        return super().scalar(slot, kind)


if __name__ == "__main__":
    if "--trace" in sys.argv:
        Message.decoder = TracingDecoder
    row_decoder.main(Template)
