# SPDX-License-Identifier: Apache-2.0
"""Decodes messages: row_decoder.py TEMPLATE < MESSAGE > DOCUMENT (SPEC.md, section 13).

TEMPLATE is a file with the canonical bytes of a message template. The decoder was written from
SPEC.md, shares no line with the library, and is slow. It refuses what section 13 says must be
refused, but has no limits (section 10.1), and believes that the structure of a template is valid
and that texts are JSON. Do not use it on messages that you do not trust.
"""
import copy
import datetime
import hashlib
import json
import re
import sys
from zlib import crc32

from block_decoder import ANY, ARRAY, CALENDARS, CONSTANT, ENUMERATION, MAP, MOST, OBJECT, ONE_OF
from block_decoder import BlockWriter, Reader, Refused, TUPLE, canonical, decimal, moment, require
from block_decoder import structure, wrap
from decoder import TOKEN

LISTED, TOTAL, FORMS, MAGNITUDES = 65_535, 65_536, 255, 128
PARTS, COMPARISONS = 64, 4_194_304
HALF, ORDER = 2048, 3840
M32 = 0xFFFFFFFF

DIGITS, UPPER, LOWER = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
CLASSES = [
    DIGITS,
    DIGITS + "abcdef",
    DIGITS + "ABCDEF",
    UPPER + "234567",
    DIGITS + UPPER,
    DIGITS + LOWER,
    DIGITS + UPPER + LOWER,
    UPPER + LOWER + DIGITS + "+/",
    UPPER + LOWER + DIGITS + "-_",
    "".join(chr(byte) for byte in range(0x20, 0x7F) if chr(byte) not in '"\\'),
]
CLASSES = [characters.encode() for characters in CLASSES]
LITERAL, FIGURES, LOWER_HEX, UPPER_HEX, CHARACTERS, MOMENT, COPY, TEXT = range(8)
SCALAR = re.compile(
    rb'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"'
    rb"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null"
)
NUMBER = re.compile(rb"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?")


# -- Message templates (§13.2) --


def valid(condition):
    require(condition, "invalidTemplate")


class TemplateReader(Reader):
    """Reads the parts of a message template."""

    def upto(self, most):
        value = self.varint()
        valid(value <= most)
        return value

    def many(self, count, least=1):
        """A number of things of some bytes each."""
        require(count <= self.left() // least, "truncated")
        return range(count)

    def string(self):
        return self.bytes(self.varint())

    def frequencies(self, count):
        values = [self.upto(TOTAL) for _ in range(count)]
        valid(all(values) and sum(values) <= TOTAL)
        return values


class IntegerModel:
    """How integers are counted (§13.7)."""

    def __init__(self, reader, slot_count):
        self.base = reader.signed()
        reference = reader.upto(slot_count)
        self.reference = reference - 1 if reference else None
        self.magnitudes = [reader.upto(MAGNITUDES) for _ in reader.many(reader.varint())]
        valid(ascend(self.magnitudes))
        self.frequencies = reader.frequencies(len(self.magnitudes) + 1)


def ascend(numbers):
    return all(number < following for number, following in zip(numbers, numbers[1:]))


class Slot:
    """The model of a slot."""

    def __init__(self, reader, slots, number, optional):
        kind, _, within = slots[number]
        valid(kind not in (CONSTANT, ENUMERATION))
        count = reader.varint()
        require(count <= reader.left(), "truncated")
        valid(count <= LISTED)
        self.forms, self.form_frequencies, self.presence = [], [1], b""
        if kind != ANY:
            most = {OBJECT: (1 << min(optional, 64)) - 1, ONE_OF: len(within) - 1, TUPLE: 0}
            self.listed = [reader.upto(most.get(kind, MOST)) for _ in range(count)]
            self.presence = reader.bytes(optional)
            self.table(reader, len(slots))
            return
        self.listed = [reader.string() for _ in range(count)]
        valid(all(SCALAR.fullmatch(entry) for entry in self.listed))
        self.table(reader, len(slots))
        self.forms = [self.form(reader, slots) for _ in range(reader.upto(FORMS))]
        parts = sum(1 if isinstance(form, tuple) else len(form) for form in self.forms)
        require(count * parts <= COMPARISONS, "limitExceeded")
        self.form_frequencies = reader.frequencies(len(self.forms) + 1)

    def table(self, reader, slot_count):
        count = len(self.listed)
        self.frequencies = reader.frequencies(count + 1)
        parent, self.contexts = reader.upto(slot_count), {}
        self.parent = parent - 1 if parent else None
        keys = []
        for _ in reader.many(reader.varint(), 3) if parent else ():
            keys.append(reader.upto(LISTED + 1))
            symbol_count = reader.varint()
            require(symbol_count <= reader.left() // 2, "truncated")
            escape = reader.upto(TOTAL)
            symbols, frequencies = [], []
            for _ in range(symbol_count):
                symbols.append(reader.upto(count))
                frequencies.append(reader.upto(TOTAL))
            frequencies.append(escape)
            valid(ascend(symbols) and all(frequencies) and sum(frequencies) <= TOTAL)
            self.contexts[keys[-1]] = (symbols, frequencies)
        valid(ascend(keys))

    def form(self, reader, slots):
        """The scale and the model of a number, or the parts of a string (§13.6)."""
        kind = reader.byte()
        valid(kind < 2)
        if kind == 0:
            return reader.upto(18), IntegerModel(reader, len(slots))
        return [self.part(reader, len(slots)) for _ in range(reader.upto(PARTS))]

    @staticmethod
    def part(reader, slot_count):
        kind = reader.byte()
        valid(kind < 8)
        if kind == LITERAL:
            literal = reader.string()
            valid(literal and all(byte >= 0x20 for byte in literal))
            return kind, literal, None
        if kind == FIGURES:
            return kind, reader.upto(18), IntegerModel(reader, slot_count)
        if kind in (LOWER_HEX, UPPER_HEX):
            width = reader.upto(15)
            valid(width > 0)
            return kind, width, IntegerModel(reader, slot_count)
        if kind == CHARACTERS:
            number = reader.byte()
            valid(number < len(CLASSES))
            width = reader.upto(65_536)
            valid(width > 0)
            return kind, CLASSES[number], width
        if kind == MOMENT:
            unit = reader.byte()
            valid(unit in CALENDARS)
            separators = reader.bytes(len(CALENDARS[unit][0]) - 1)
            valid(all(byte >= 0x20 for byte in separators))
            return kind, (CALENDARS[unit], separators), IntegerModel(reader, slot_count)
        if kind == COPY:
            return kind, reader.upto(slot_count - 1), None
        return kind, None, None


class Template:
    """A message template, and a text model that has learnt from it."""

    versions = (1,)

    def __init__(self, data):
        self.data, self.id = data, hashlib.sha256(data).digest()
        reader = TemplateReader(data)
        self.version = reader.byte()
        valid(self.version in self.versions)
        self.slots, self.inside, self.shapes, _ = structure(reader.string())
        self.layouts = [reader.string() for _ in range(reader.upto(255))]
        for layout in self.layouts:
            try:
                MessageWriter(layout or None)
            except Refused:
                raise Refused("invalidTemplate") from None
        self.layout_frequencies = reader.frequencies(len(self.layouts) + 1)
        self.models = []
        for number, (kind, named, _) in enumerate(self.slots):
            valid(kind != OBJECT or named < len(self.shapes))
            optional = sum(field[1] for field in self.shapes[named]) if kind == OBJECT else 0
            self.models.append(Slot(reader, self.slots, number, optional))
        self.samples = []
        for _ in reader.many(reader.varint(), 2):
            self.samples.append((reader.upto(len(self.slots) - 1), reader.string()))
        self.more(reader)
        valid(not reader.left())
        for model in self.models:
            for key in model.contexts:
                valid(key <= len(self.models[model.parent].listed) + 1)
        self.text_model = None

    def more(self, reader):
        """What other versions have behind the samples."""

    def texts(self):
        """What is learnt of texts, with the slots (§13.8)."""
        for number, model in enumerate(self.models):
            parts = [part for form in model.forms if isinstance(form, list) for part in form]
            if any(kind == TEXT for kind, _, _ in parts):
                for entry in model.listed:
                    if entry[:1] == b'"':
                        yield number, entry[1:-1] + b"\n"
        yield from self.samples

    def prime(self):
        """Learns what the template has of texts."""
        if self.text_model:
            return
        self.text_model = TextModel()
        for number, data in self.texts():
            self.text_model.learn_text(number, data)
        self.text_model.keep()

    def message(self, values):
        return Message(self, values)


# -- Text model (§13.8) --

POINTS = [1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994]
POINTS += [3349, 3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095]


def squash(x):
    x = max(-2047, min(2047, x)) + 2048
    i, part = x // 128, x % 128
    return (POINTS[i] * (128 - part) + POINTS[i + 1] * part + 64) // 128


def inverse():
    table, x = [], -2047
    for probability in range(4096):
        while squash(x) < probability and x < 2047:
            x += 1
        table.append(x)
    return table


STRETCH = inverse()


class TextModel:
    """Predicts texts bit by bit."""

    def __init__(self):
        # The lessons that were learnt: a probability and a count, by table and place.
        self.tables = [{}, {}, {}, {}]
        self.match_lessons = [(1 << 21, 0)] * 8
        self.weights = [[16_384] * 5 for _ in range(2)]
        # The same for guesses of whole bytes.
        self.guess_tables, self.guess_weights = [{}, {}, {}, {}], [16_384] * 4
        self.history, self.places = bytearray(), {}
        # How much a message has surprised; from 600 on all is learnt, as it is of a template.
        self.surprise, self.unexpected = 600, 0
        self.learnt = None

    def keep(self):
        self.surprise = 0
        self.learnt = copy.deepcopy(vars(self))

    def forget(self):
        vars(self).update(copy.deepcopy(self.learnt), learnt=self.learnt)

    def start(self, slot):
        self.recent, self.salt, self.length, self.match = 0, (slot + 1) * 0x9E3779B1, 0, 0
        self.set_hashes()

    def set_hashes(self):
        recent, salt = self.recent, self.salt
        self.hashes = [
            ((recent & 0xFF) + salt) * 0x2C1B3C6D,
            ((recent & 0xFFFF) + 0x10000000) * 0x297A2D39,
            ((recent & 0xFFFFFF) + salt) * 0x1B56C4E9,
            recent * 0x7FEB352D,
        ]

    def byte(self, choose):
        """Goes through the bits of a byte, which `choose` says one by one, and moves on."""
        self.partial = 1
        for self.position in range(8):
            self.partial = self.partial << 1 | choose()
        self.move(self.partial & 0xFF)
        return self.partial & 0xFF

    def next_byte(self, bit):
        """The byte that `bit` says, given how likely the bits are."""
        learns = self.surprise >= 600
        if self.length >= 8:
            guess = self.history[self.match]
            if self.learn_guess(guess, bit, learns):
                self.move(guess)
                return guess
        self.unexpected = 0
        byte = self.byte(lambda: self.learn(bit, learns))
        if not learns:
            self.surprise = max(0, self.surprise + 9 * self.unexpected - 8)
        return byte

    def inputs(self):
        position, partial = self.position, self.partial
        half = 1 if position < 4 else partial >> (position - 4)
        bits = position % 4
        last = (1 << bits) + partial % (1 << bits)
        self.at, values = [], []
        for table, hashed in zip(self.tables, self.hashes):
            mixed = (hashed + half * 0x2F0B4C47) & M32
            mixed = (mixed ^ mixed >> 15) * 0x85459F85 & M32
            place = (mixed >> 18) * 16 + last
            self.at.append(place)
            lesson = table.get(place)
            values.append(STRETCH[lesson[0] >> 10] if lesson else 0)
        self.expected, used = None, 0
        if 0 < self.length < 8:
            byte = 256 | self.history[self.match]
            if byte >> (8 - position) == partial:
                self.expected = byte >> (7 - position) & 1
                trust = STRETCH[self.match_lessons[self.length][0] >> 10]
                values.append(trust if self.expected else -trust)
                used = 1
        if self.expected is None:
            values.append(0)
        chosen = self.weights[used]
        return chosen, values, squash(sum(map(int.__mul__, chosen, values)) >> 16)

    def learn_text(self, slot, data):
        self.start(slot)
        for byte in data:
            bits = [byte >> place & 1 for place in range(7, -1, -1)]
            if self.length >= 8:
                bits.insert(0, int(self.history[self.match] == byte))
            self.next_byte(lambda probability, bits=iter(bits): next(bits))

    def guess_inputs(self, guess):
        self.guess_at = []
        for hashed in self.hashes[1:]:
            mixed = (hashed + guess * 0x9E3779B1) * 0x85EBCA6B & M32
            self.guess_at.append((mixed ^ mixed >> 15) >> 18)
        self.guess_at.append(min(self.length, 31))
        lessons = [table.get(place) for table, place in zip(self.guess_tables, self.guess_at)]
        values = [STRETCH[lesson[0] >> 10] if lesson else 0 for lesson in lessons]
        return values, squash(sum(map(int.__mul__, self.guess_weights, values)) >> 16)

    def learn_guess(self, guess, bit, learns):
        values, probability = self.guess_inputs(guess)
        right = bit(probability)
        if not learns:
            return right
        error = ((right << 12) - probability) * 4
        for i in range(4):
            self.guess_weights[i] += (values[i] * error + 0x8000) >> 16
        for table, place in zip(self.guess_tables, self.guess_at):
            table[place] = learnt(table.get(place, (1 << 21, 0)), right)
        return right

    def learn(self, next_bit, learns):
        chosen, values, probability = self.inputs()
        bit = next_bit(probability)
        self.unexpected += (probability if bit else 4096 - probability) <= 2048
        difference = (bit << 12) - probability
        if not learns or abs(difference) < 64:
            return bit
        error = difference * 4
        for i in range(5):
            chosen[i] += (values[i] * error + 0x8000) >> 16
        if self.expected is not None:
            lesson = self.match_lessons[self.length]
            self.match_lessons[self.length] = learnt(lesson, self.expected == bit)
        for table, place in zip(self.tables, self.at):
            table[place] = learnt(table.get(place, (1 << 21, 0)), bit)
        return bit

    def move(self, byte):
        self.history.append(byte)
        self.recent = (self.recent << 8 | byte) & M32
        if self.length and self.history[self.match] == byte:
            self.match, self.length = self.match + 1, self.length + 1
        else:
            self.length = 0
        bucket = (self.recent * 0x9E3779B1 & M32) >> 17
        place = self.places.get(bucket, -1)
        if not self.length and place >= 0 and self.recent >= 1 << 24:
            end = len(self.history)
            most = min(31, place)
            while self.length < most:
                if self.history[place - 1 - self.length] != self.history[end - 1 - self.length]:
                    break
                self.length += 1
            self.match = place
            if self.length < 4:
                self.length = 0
        self.places[bucket] = len(self.history)
        self.set_hashes()


def learnt(lesson, bit):
    probability, count = lesson
    distance = 2 * ((1 << 22) - 1 - probability if bit else probability)
    step = distance // (2 * count + 3)
    return probability + (step if bit else -step), min(count + 1, 1000)


# -- Messages (§13.1) --


class RangeDecoder:
    """Reads choices (§13.3)."""

    def __init__(self, data):
        self.data, self.taken, self.code, self.range = data, 0, 0, M32
        for _ in range(4):
            self.take()

    def take(self):
        byte = self.data[self.taken] if self.taken < len(self.data) else 0
        self.code = (self.code << 8 | byte) & M32
        self.taken += 1
        require(self.taken <= len(self.data) + 4, "truncated")

    def narrow(self, start, size):
        self.code -= start
        self.range = size
        while self.range < 1 << 24:
            self.take()
            self.range <<= 8

    def needed(self):
        """How many bytes an encoder writes."""
        last = int.from_bytes((self.data + bytes(4))[self.taken - 4:self.taken], "big")
        low = (last - self.code) & 0xFFFFFFFF
        return self.taken - (4 if low == 0 or low + self.range > 1 << 32 else 3)

    def choose(self, frequencies):
        if len(frequencies) == 1:
            return 0
        unit = self.range // sum(frequencies)
        target = min(self.code // unit, sum(frequencies) - 1)
        number = start = 0
        while start + frequencies[number] <= target:
            start += frequencies[number]
            number += 1
        self.narrow(unit * start, unit * frequencies[number])
        return number

    def equal(self, count):
        """One of so many with equal frequencies."""
        unit = self.range // count
        number = min(self.code // unit, count - 1)
        self.narrow(unit * number, unit)
        return number

    def bit(self, probability):
        bound = (self.range >> 12) * probability
        if self.code < bound:
            self.narrow(0, bound)
            return 1
        self.narrow(bound, self.range - bound)
        return 0

    def bits(self, count):
        value = 0
        while count > 0:
            part = min(count, 16)
            value = value << part | self.equal(1 << part)
            count -= part
        return value

    def number(self):
        value = self.bits(self.bits(6))
        require(value <= M32, "invalidValue")
        return value


class MessageWriter(BlockWriter):
    """The document of a message, with the gaps between its tokens (§13.4)."""

    def __init__(self, data):
        self.newline, self.indent, self.list, self.surprises = "\n", "", [], []
        self.skipped, self.learnt, self.broken, self.last, self.pieces = 0, {}, [], "edge", []
        if data is None:
            return
        reader = Reader(data)
        self.newline, self.indent = reader.text(), reader.text()
        require(self.newline in ("\n", "\r\n", "\r", " "), "invalidGaps")
        require(len(self.indent) <= 16 and not self.indent.strip(" \t\r\n"), "invalidGaps")
        for _ in range(reader.varint()):
            self.list.append(reader.text() or reader.signed())
            if isinstance(self.list[-1], int):
                require(abs(self.list[-1]) <= 4096, "invalidGaps")
            else:
                require(not self.list[-1].removeprefix("\ufeff").strip(" \t\r\n"), "invalidGaps")
        while reader.left():
            self.surprises.append((reader.varint(), reader.varint()))
            require(self.surprises[-1][1] < 3 + len(self.list), "invalidGaps")

    def write(self, kind, lexeme):
        self.token(kind, lexeme.decode("utf-8", "surrogateescape"))


class Message:
    """The values of a message (§13.4 to §13.9)."""

    def __init__(self, template, values):
        template.prime()
        self.template, self.coder, self.text_model = template, RangeDecoder(values), template.text_model
        self.text_model.forget()
        self.restart()

    def restart(self):
        count = len(self.template.slots)
        self.met, self.integers, self.strings = [0] * count, [None] * count, [b""] * count

    def decode(self):
        layouts = self.template.layouts
        number = self.coder.choose(self.template.layout_frequencies)
        if number < len(layouts):
            gaps = layouts[number]
        else:
            gaps = bytes([self.coder.bits(8) for _ in range(self.coder.number())])
        self.writer = MessageWriter(gaps or None)
        self.value(0)
        self.writer.after_gap("edge", "")
        require(not self.writer.surprises, "invalidGaps")
        require(len(self.coder.data) <= self.coder.needed(), "extraValue")
        return "".join(self.writer.pieces).encode("utf-8", "surrogateescape")

    def symbol(self, slot):
        """A symbol of a slot (§13.5)."""
        model, found = self.template.models[slot], None
        context = model.contexts.get(self.met[model.parent]) if model.parent is not None else None
        if context:
            symbols, frequencies = context
            place = self.coder.choose(frequencies)
            if place < len(symbols):
                found = symbols[place]
        if found is None:
            found = self.coder.choose(model.frequencies)
        self.met[slot] = found + 1
        return found

    def value(self, slot):
        """A value of a slot (§13.4)."""
        kind, named, within = self.template.slots[slot]
        if kind == ANY:
            return self.scalar(slot, "scalar")
        model, first = self.template.models[slot], self.template.inside.get(slot)
        symbol = self.symbol(slot)
        before = self.place()
        shares = [max(16 * share, 8) for share in model.presence]
        if symbol < len(model.listed):
            head = model.listed[symbol]
        elif self.coder.bit(HALF):
            return self.misfit(slot)
        elif kind == OBJECT:
            head = sum(self.coder.bit(share) << place for place, share in enumerate(shares[:64]))
        else:
            head = self.coder.number()
        write = self.writer.token
        if kind == OBJECT:
            self.enter(slot, head)
            for place, share in enumerate(shares[64:], 64):
                head |= self.coder.bit(share) << place
            write("{", "{")
            for key, optional, inside in self.template.shapes[named]:
                if not optional or head & 1:
                    write("key", key)
                    self.value(inside)
                head >>= optional
            write("}", "}")
        elif kind == ONE_OF:
            require(head < len(within), "invalidValue")
            self.enter_alternative(head)
            self.value(first + head)
        elif kind == MAP:
            write("{", "{")
            for _ in range(head):
                self.scalar(first, "key")
                self.enter_member()
                self.value(first + 1)
                self.leave(before)
            write("}", "}")
        else:
            require(kind == ARRAY or head == 0, "invalidValue")
            write("[", "[")
            for position in range(head if kind == ARRAY else len(within)):
                self.value(first if kind == ARRAY else first + position)
            write("]", "]")
        self.leave(before)

    # Where values stand is told to models that want to know.

    def place(self):
        return None

    def enter(self, slot, head):
        pass

    enter_alternative = enter_member = leave = lambda self, *place: None

    def form(self, slot):
        return self.coder.choose(self.template.models[slot].form_frequencies)

    def scalar(self, slot, kind):
        """A scalar of a slot (§13.6)."""
        model = self.template.models[slot]
        symbol = self.symbol(slot)
        if symbol < len(model.listed):
            entry = model.listed[symbol]
            self.strings[slot] = entry[1:-1]
            integer = entry_integer(model, entry)
            if integer is not None:
                self.integers[slot] = integer
            require(kind == "scalar" or entry[:1] == b'"', "invalidValue")
            return self.writer.write(kind, entry)
        number = self.form(slot)
        if number == len(model.forms):
            return self.any(kind, slot)
        form = model.forms[number]
        if isinstance(form, tuple):
            require(kind == "scalar", "invalidValue")
            scale, integers = form
            lexeme = decimal(self.integer(integers, slot), scale, 0)
            return self.writer.token("scalar", lexeme)
        string = b"".join(self.part(part, slot) for part in form)
        self.strings[slot] = string
        self.writer.write(kind, b'"' + string + b'"')

    def integer(self, model, slot):
        """An integer (§13.7)."""
        difference, start = self.difference(model, slot), model.base
        if model.reference is not None and self.integers[model.reference] is not None:
            start = self.integers[model.reference]
        self.integers[slot] = wrap(start + difference)
        return self.integers[slot]

    def difference(self, model, slot):
        place = self.coder.choose(model.frequencies)
        listed = place < len(model.magnitudes)
        magnitude = model.magnitudes[place] if listed else self.coder.bits(8)
        require(magnitude <= MAGNITUDES, "invalidValue")
        difference = 0
        if magnitude:
            open_bits = (magnitude + 1) // 2 - 1
            difference = 1 << open_bits | self.coder.bits(open_bits)
            if magnitude % 2 == 0:
                difference = -difference
        return difference

    def part(self, part, slot):
        """A part of a string (§13.6)."""
        kind, what, more = part
        if kind == LITERAL:
            return what
        if kind == COPY:
            return self.strings[what]
        if kind == TEXT:
            return self.text(slot)
        if kind == CHARACTERS:
            return bytes([what[self.coder.equal(len(what))] for _ in range(more)])
        value = self.integer(more, slot)
        if kind == MOMENT:
            (widths, radices), separators = what
            try:
                runs = moment(value, radices)
            except Refused:
                raise Refused("invalidValue")
            runs = [str(run).rjust(width, "0").encode() for run, width in zip(runs, widths)]
            pieces = [run + bytes([separator]) for run, separator in zip(runs, separators)]
            return b"".join(pieces) + runs[-1]
        require(value >= 0, "invalidValue")
        digits = str(value) if kind == FIGURES else f"{value:x}"
        require(not what or len(digits) <= what, "invalidValue")
        digits = digits.rjust(what, "0")
        return (digits.upper() if kind == UPPER_HEX else digits).encode()

    def text(self, slot):
        """A text (§13.8)."""
        model, text = self.text_model, bytearray()
        model.start(slot)
        while True:
            byte = model.next_byte(self.coder.bit)
            if byte == 0x0A:
                return bytes(text)
            text.append(byte)

    def misfit(self, slot):
        """A value that is not as its slot says (§13.9)."""
        if not self.coder.bit(HALF):
            return self.any("scalar", None)
        slots, first = self.template.slots, self.template.inside.get(slot, 0)
        kind, named, within = slots[slot]
        choices = slots[first : first + len(within)] if kind == ONE_OF else [slots[slot]]
        shapes = [self.template.shapes[choice[1]] for choice in choices if choice[0] == OBJECT]
        require(shapes, "invalidValue")
        self.loose_object(shapes[0])

    def loose_object(self, fields):
        """An object member by member, the fields of a shape by number."""
        slots, expected = self.template.slots, 0
        self.writer.token("{", "{")
        while True:
            field = expected
            if not self.coder.bit(ORDER):
                if not self.coder.bit(HALF):
                    self.writer.write("key", b'"' + self.text(len(slots)) + b'"')
                    self.any("scalar", None)
                    continue
                field = self.coder.number()
            require(field <= len(fields), "invalidValue")
            if field == len(fields):
                return self.writer.token("}", "}")
            self.writer.token("key", fields[field][0])
            self.value(fields[field][2])
            expected = field + 1

    def any(self, neighbor, slot):
        """Any value; a string that stands at a slot is kept."""
        kind, nowhere = self.coder.bits(2), len(self.template.slots)
        require(neighbor == "scalar" or kind == 0, "invalidValue")
        if kind == 0:
            string = self.text(nowhere)
            if slot is not None:
                self.strings[slot] = string
            self.writer.write(neighbor, b'"' + string + b'"')
        elif kind == 1:
            self.writer.write("scalar", self.text(nowhere))
        elif kind == 2:
            literal = self.coder.bits(2)
            require(literal < 3, "invalidValue")
            self.writer.token("scalar", ["null", "false", "true"][literal])
        else:
            self.container()

    def container(self):
        """An array or object of which nothing is known."""
        kind = self.coder.bits(2)
        require(kind < 3, "invalidValue")
        if kind == 0:
            self.container_text(self.text(len(self.template.slots)))
        elif kind == 1:
            self.writer.token("[", "[")
            for _ in range(self.coder.number()):
                self.any("scalar", None)
            self.writer.token("]", "]")
        else:
            shape = self.coder.number()
            require(shape < len(self.template.shapes), "invalidValue")
            self.loose_object(self.template.shapes[shape])

    def container_text(self, text):
        try:
            text = text.decode()
            json.loads(text)
        except ValueError:
            raise Refused("invalidValue")
        tokens = TOKEN.findall(text)
        open_objects = []
        is_key = False
        for token in tokens:
            if token in ("{", "["):
                self.writer.token(token, token)
                open_objects.append(token == "{")
                is_key = token == "{"
                continue
            if token in ("}", "]"):
                self.writer.token(token, token)
                open_objects.pop()
            elif is_key:
                self.writer.token("key", token)
                is_key = False
                continue
            else:
                self.writer.token("scalar", token)
            is_key = bool(open_objects) and open_objects[-1]


def entry_integer(model, entry):
    """The last integer that the first form that fits takes out of an entry (§13.6)."""
    for form in model.forms:
        integers = fit_number(form[0], entry) if isinstance(form, tuple) else fit(form, entry)
        if integers is not None:
            return integers[-1] if integers else None
    return None


def fit_number(scale, entry):
    found = NUMBER.fullmatch(entry)
    if not found:
        return None
    sign, whole, fraction = found[1], found[2], found[3] or b""
    value = int(whole + fraction)
    if len(whole + fraction) > 18 or len(fraction) != scale or sign and not value:
        return None
    return [-value if sign else value]


def fit(parts, entry):
    """The integers of a string that parts fit, or None."""
    if entry[:1] != b'"':
        return None
    at, end, integers = 1, len(entry) - 1, []
    for index, part in enumerate(parts):
        count, integer = fit_part(part, parts[index + 1 :], entry[at:end])
        if count is None:
            return None
        at += count
        if integer is not None:
            integers.append(integer)
    return integers if at == end else None


def width_of(part):
    """How many bytes a part writes, or None where that varies."""
    kind, what, more = part
    if kind == COPY:
        return 0
    if kind == LITERAL:
        return len(what)
    if kind == CHARACTERS:
        return more
    if kind == MOMENT:
        return sum(what[0][0]) + len(what[1])
    return None if kind == TEXT else what or None


def fit_part(part, behind, rest):
    """How many of the next bytes a part takes, and its integer."""
    kind, what, more = part
    if kind == TEXT:
        widths = list(map(width_of, behind))
        if None in widths or sum(widths) > len(rest):
            return None, None
        return len(rest) - sum(widths), None
    if kind == FIGURES and what == 0:
        digits = re.match(rb"[0-9]*", rest)[0]
        if not 1 <= len(digits) <= 18 or len(digits) > 1 and digits[:1] == b"0":
            return None, None
        return len(digits), int(digits)
    width = width_of(part)
    piece = rest[:width]
    if len(piece) < width:
        return None, None
    if kind == LITERAL:
        return (width, None) if piece == what else (None, None)
    if kind == CHARACTERS:
        return (width, None) if all(byte in what for byte in piece) else (None, None)
    if kind == MOMENT:
        value = fit_moment(*what, piece)
        return (None, None) if value is None else (width, value)
    if kind == COPY:
        return 0, None
    digits = CLASSES[{FIGURES: 0, LOWER_HEX: 1, UPPER_HEX: 2}[kind]]
    if not all(byte in digits for byte in piece):
        return None, None
    return width, int(piece, 10 if kind == FIGURES else 16)


def fit_moment(calendar, separators, piece):
    """The moment that some bytes are, or None."""
    (widths, radices), runs = calendar, []
    for index, width in enumerate(widths):
        run, piece = piece[:width], piece[width:]
        if not re.fullmatch(rb"[0-9]+", run):
            return None
        runs.append(int(run))
        if index < len(separators):
            if piece[0] != separators[index]:
                return None
            piece = piece[1:]
    try:
        value = datetime.date(*runs[:3]).toordinal() - 1
    except ValueError:
        return None
    for run, radix in zip(runs[3:], radices):
        if run >= radix:
            return None
        value = value * radix + run
    return value


def decode(template, data):
    """The document of a message in any form (§13.1)."""
    if data[:2] not in (b"\xfdM", b"\xfdT"):
        return decode_values(template, Reader(data), 3)
    try:
        reader = Reader(data)
        if reader.bytes(2) == b"\xfdM":
            require(reader.bytes(8) == template.id[:8], "templateMismatch")
        else:
            embedded = Template(canonical(Reader(reader.bytes(reader.varint()))))
            require(embedded.data == template.data, "templateMismatch")
        return decode_values(template, reader, 4)
    except Refused as refused:
        # The check of a bare message can look like this.
        try:
            return decode_values(template, Reader(data), 3)
        except Refused:
            raise refused


def decode_sequence(template, data):
    """The documents of messages that stand one behind the other (§13.10)."""
    templates, reader, pieces, ended = {template.id[:8]: template}, Reader(data), [], False
    while reader.left():
        require(not ended, "extraValue")
        message = reader.bytes(reader.varint())
        if not message:
            require(pieces, "truncated")
            pieces[-1], ended = pieces[-1][:-1], True
            continue
        found = template
        if message[:2] == b"\xfdT":
            inner = Reader(message[2:])
            found = Template(canonical(Reader(inner.bytes(inner.varint()))))
            templates[found.id[:8]] = found
        elif message[:2] == b"\xfdM":
            found = templates.get(message[2:10])
            require(found, "unknownTemplate")
        pieces.append(decode(found, message) + b"\n")
    return b"".join(pieces)


def template_of(data, kind=Template):
    """A template, in a file of its own or as it is (§13.12)."""
    if data[:2] != b"\xfdP":
        return kind(data)
    reader = Reader(data)
    reader.bytes(2)
    name, _ = reader.bytes(reader.varint()), reader.varint()
    frame = Reader(reader.bytes(reader.varint()))
    found = crc32(data[: reader.at])
    check = reader.integer()
    require(not reader.left(), "extraValue")
    require(found == check, "checkMismatch")
    require(re.fullmatch(rb"[0-9A-Za-z._/-]{0,128}", name), "invalidFrame")
    return kind(canonical(frame))


def decode_values(template, reader, check_size):
    check = reader.integer(check_size)
    document = template.message(reader.rest()).decode()
    found = crc32(document, crc32(template.id)) % (1 << 8 * check_size)
    require(found == check, "checkMismatch")
    return document


def main(kind=Template):
    sys.setrecursionlimit(20_000)
    try:
        with open(sys.argv[-1], "rb") as file:
            template = template_of(file.read(), kind)
        how = decode_sequence if "--sequence" in sys.argv else decode
        document = how(template, sys.stdin.buffer.read())
    except Refused as refused:
        sys.exit(str(refused))
    sys.stdout.buffer.write(document)


if __name__ == "__main__":
    main()
