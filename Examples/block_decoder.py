# SPDX-License-Identifier: Apache-2.0
"""Decodes files of blocks: block_decoder.py < FILE > DOCUMENT (SPEC.md, sections 8 and 9).

It was written from SPEC.md, shares no line with the library, and is slow. It refuses what sections
8 and 9 say must be refused, but has no limits (section 10.1), and believes that a template is valid
and that lexemes are JSON. Do not use it on files that you do not trust. Files that are compressed
with Zstandard or Brotli need the modules `zstandard` or `brotli`. What section 16 adds is in
modelled_decoder.py; without it modelled blocks and the codecs 5 and 7 are refused.
"""
import base64
import datetime
import decimal as decimals
import json
import math
import re
import struct
import sys
import zlib

from decoder import TOKEN, Writer
from preset import PRESET

MAGIC, VERSION = b"\xfd\x48\x4b", 1
ANY, CONSTANT, ENUMERATION, OBJECT, ARRAY, TUPLE, MAP, ONE_OF = range(8)
LARGE, MOST = 2048, 268_435_455

# What else decompresses, by codec: modelled_decoder.py adds 5 and 7, which take long for each byte.
MORE_CODECS = {}
SLOW = 5, 7


class Refused(Exception):
    """The file is refused with a code of §11."""


def require(condition, code):
    if not condition:
        raise Refused(code)


class Reader:
    """Bytes that are read from start to end."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def left(self):
        return len(self.data) - self.at

    def bytes(self, count):
        require(count <= self.left(), "truncated")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self):
        return self.bytes(1)[0]

    def peek(self):
        """The next byte, or nothing."""
        return self.data[self.at] if self.left() else None

    def integer(self, count=4):
        return int.from_bytes(self.bytes(count), "little")

    def rest(self):
        return self.bytes(self.left())

    def varint(self):
        """An unsigned integer (§2.3)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            require(value < 1 << 64 and (byte or shift == 7), "invalidVarint")
            if byte < 128:
                return value

    def signed(self):
        """A zigzag varint (§8.4)."""
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def count(self, most):
        value = self.varint()
        require(value <= most, "invalidColumn")
        return value

    def text(self):
        """Some bytes behind their number."""
        return self.bytes(self.varint()).decode()


def wrap(value):
    """Sums wrap around at 64 bits."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


# -- Container (§9) --


def known(codec):
    require(codec < 8, "unsupportedCodec")


def decompress(codec, data, count):
    """Run of bytes, compressed (§9.8)."""
    known(codec)
    require(codec not in SLOW or codec in MORE_CODECS, "unsupportedCodec")
    if codec and not count and not data:
        return b""
    try:
        if codec == 0:
            plain = data
        elif codec < 3:
            stream = zlib.decompressobj(-15 if codec == 1 else 31)
            plain = stream.decompress(data, count + 1)
            require(stream.eof and not stream.unused_data, "invalidCompression")
        elif codec in (3, 6):
            import zstandard

            header = bytes.fromhex("28B52FFDE0") + count.to_bytes(8, "little")
            preset = zstandard.ZstdCompressionDict(PRESET, zstandard.DICT_TYPE_RAWCONTENT)
            decompressor = zstandard.ZstdDecompressor(preset if codec == 6 else None)
            plain = decompressor.decompress(header + data, allow_extra_data=False)
        elif codec == 4:
            import brotli

            plain = brotli.decompress(data)
        else:
            plain = MORE_CODECS[codec](data, count)
    except (ImportError, Refused):
        raise
    except Exception:
        raise Refused("invalidCompression")
    require(len(plain) == count, "invalidCompression")
    return plain


def varint(value):
    """The bytes of an unsigned integer (§2.3)."""
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes([*data, value])


def backward(value):
    """The bytes of a backward varint (§9.6)."""
    return varint(value)[::-1]


class File:
    """One file of an input: its frames in order (§9.1 to §9.6)."""

    def __init__(self, reader):
        self.reader, self.start = reader, reader.at
        magic = reader.data[reader.at : reader.at + 3]
        require(MAGIC.startswith(magic), "notHusk")
        require(len(magic) == 3, "truncated")
        reader.at += 3
        require(reader.byte() == VERSION, "unsupportedVersion")
        self.check = zlib.crc32(MAGIC + bytes([VERSION]))
        self.template, self.before, self.open_array = None, "start", False
        self.blocks, self.index = [], None
        self.texts = []
        while self.frame():
            pass
        trailer = self.check.to_bytes(4, "little")
        if self.index is not None:
            trailer += backward(reader.at + 4 - self.index)
        size = reader.at + len(trailer) - self.start
        trailer += backward(size * 2 + (self.index is not None))
        found = reader.data[reader.at : reader.at + len(trailer)]
        require(trailer.startswith(found), "invalidEnd")
        require(len(found) == len(trailer), "truncated")
        reader.at += len(trailer)
        require(not self.open_array, "invalidEnd")

    def frame(self):
        """Reads a frame; says whether another follows."""
        start = self.reader.at
        tag = self.reader.byte()
        length = self.reader.bytes(tag >> 5)
        kind = tag & 31
        require(kind in (1, 2, 3, 5) or kind > 15, "unsupportedFrame")
        require(not length or length[-1], "invalidFrame")
        payload = Reader(self.reader.bytes(int.from_bytes(length, "little")))
        if kind == 5:
            require(not payload.data, "invalidFrame")
            return False
        require(self.before != "index", "invalidFrame")
        fields = 0
        if kind in (1, 2):
            require(self.before == "start", "invalidFrame")
            require(kind == 1, "unsupportedFrame")
            self.template = template(payload)
            self.before = "template"
        elif kind == 3:
            rows, decoded = payload.varint(), payload.varint()
            require(rows <= decoded, "invalidFrame")
            check = payload.integer()
            fields = payload.at
            if len(self.blocks) % 16 == 0:
                self.blocks.append([start, 0, 0])
            else:
                self.blocks.append(self.blocks[-1])
            self.blocks[-1][1] += rows
            self.blocks[-1][2] += decoded
            self.texts.append(self.block(payload, rows, decoded, check))
            self.before = "block"
        elif kind == 16:
            require(self.before == "block" and payload.data == self.expected_index(start), "invalidIndex")
            self.before, self.index = "index", start
        head = self.reader.data[start : start + 1 + len(length)] + payload.data[:fields]
        self.check = zlib.crc32(head, self.check)
        return True

    def expected_index(self, end):
        """What the index must be (§9.5)."""
        entries = self.blocks[::16]
        numbers = [len(self.blocks), entries[0][0] - self.start]
        for entry, following in zip(entries, [*entries[1:], [end]]):
            numbers += [following[0] - entry[0], entry[1], entry[2]]
        payload = b"".join(map(varint, numbers))
        return payload + zlib.crc32(payload).to_bytes(4, "little")

    def layout(self, form):
        """What decodes the blocks of a form."""
        require(form == 1, "invalidColumn")
        return Block

    def block(self, content, rows, decoded, check):
        """The text of a block (§8.1)."""
        flags = content.byte()
        form, own = flags & 3, flags & 32
        elements, continues, closes = flags & 4, flags & 8, flags & 16
        require(flags < 64, "invalidColumn")
        require(elements or not closes, "invalidColumn")
        require(form or not own, "invalidColumn")
        require(bool(continues) == (len(self.texts) > 0), "invalidFrame")
        require(self.open_array == bool(elements and continues), "invalidFrame")
        self.open_array = bool(elements and not closes)
        used = self.template
        if own:
            used = template(Reader(content.bytes(content.varint())))
        if form == 3:
            copies = Copies(content, decoded)
            require(copies.form or not own, "invalidColumn")
            form, rows, kept = copies.form, copies.rows, copies.kept
            text = copies.text(self.text(form, content, rows, kept, used, elements, continues, closes))
        else:
            text = self.text(form, content, rows, decoded, used, elements, continues, closes)
        require(len(text) == decoded and zlib.crc32(text) == check, "checkMismatch")
        return text

    def text(self, form, content, rows, decoded, used, elements, continues, closes):
        """The text of a block that has no copies, or of what is kept of one."""
        if form == 0:
            codec = content.byte()
            return decompress(codec, content.rest(), decoded)
        layout = self.layout(form)
        require(used is not None, "invalidFrame")
        text = layout(content, decoded, *used, elements, continues).decode(rows, closes)
        require(len(text) <= decoded, "limitExceeded")
        require(len(text) == decoded, "checkMismatch")
        return text


# -- Templates (§4.4) and the numbers of slots (§8.3) --


def template(payload):
    """The template in the payload of a template frame (§9.3)."""
    most = max(4096, 16 * payload.left())
    return structure(canonical(payload), most)


def canonical(payload):
    """The canonical bytes in the payload of a template frame."""
    codec = payload.byte()
    count = payload.varint() if codec else payload.left()
    require(codec not in SLOW or count <= 1_048_576, "limitExceeded")
    return decompress(codec, payload.rest(), count)


def structure(data, most=None):
    """The slots of canonical bytes, for each shape the keys of its fields, and the bytes."""
    reader = SlotReader(data, most)
    shapes, counts, total = [], [0], 0
    for _ in range(reader.varint()):
        parent, before = reader.varint(), reader.slots
        require(parent <= len(shapes), "invalidTemplate")
        fields = list(shapes[parent - 1]) if parent else []
        for _ in range(reader.varint()):
            header = reader.varint()
            key = '"' + reader.bytes(header >> 1).decode() + '"'
            fields.append((key, header & 1, slot(reader)))
        shapes.append(fields)
        counts.append(counts[parent] + reader.slots - before)
        total += counts[-1]
        require(most is None or total <= most, "limitExceeded")
    slots = [slot(reader)]
    require(not reader.left(), "invalidTemplate")
    inside = {}

    def add(more):
        first = len(slots)
        slots.extend(more)
        for number in range(first, len(slots)):
            place(number)
        return first

    def place(number):
        kind, _, within = slots[number]
        if kind in (ARRAY, TUPLE, MAP, ONE_OF):
            inside[number] = add(within)

    keys = []
    for fields in shapes:
        first = add([field[2] for field in fields])
        keys.append([(key, optional, first + i) for i, (key, optional, _) in enumerate(fields)])
    place(0)
    return slots, inside, keys, reader.data


class SlotReader(Reader):
    """Reads canonical bytes, and counts slots and entries, of which there are few for the bytes (§9.3)."""

    def __init__(self, data, most):
        super().__init__(data)
        self.slots, self.entries, self.most = 0, 0, most

    def charge(self, slots, entries=0):
        self.slots += slots
        self.entries += slots + entries
        require(self.most is None or self.entries <= self.most, "limitExceeded")


def slot(reader):
    """A slot: its kind, what it names, and the slots inside."""
    reader.charge(1)
    kind = reader.byte()
    require(kind < 8, "invalidTemplate")
    if kind == CONSTANT:
        return kind, reader.text(), []
    if kind == ENUMERATION:
        count = reader.varint()
        reader.charge(0, count)
        return kind, [reader.text() for _ in range(count)], []
    if kind == OBJECT:
        return kind, reader.varint(), []
    count = {ANY: 0, ARRAY: 1, MAP: 2}.get(kind)
    return kind, None, [slot(reader) for _ in range(reader.varint() if count is None else count)]


# -- Columns (§8) --


class Sections:
    """The sections of a block, and the streams in them (§8.2)."""

    def __init__(self, content, decoded, template_check):
        heads, start = [], content.at
        for _ in range(3 + content.varint()):
            codec, count = content.byte(), content.varint()
            known(codec)
            size = content.varint() if codec else count
            heads.append((codec, count, size, content.integer() if len(heads) > 2 else None))
        total = sum(count for _, count, _, _ in heads)
        require(total <= max(67_108_864, 2 * decoded), "limitExceeded")
        slow = sum(count for codec, count, _, _ in heads if codec in SLOW)
        require(slow <= 65_536 + 2 * decoded, "limitExceeded")
        bodies = [self.body(content, *head) for head in heads[:3]]
        found = zlib.crc32(content.data[start : content.at], template_check)
        check = content.integer()
        bodies += [self.body(content, *head) for head in heads[3:]]
        require(not content.left(), "invalidColumn")
        require(found == check, "checkMismatch")
        self.descriptors, *self.shared = map(Reader, bodies[:3])
        self.large = bodies[3:]

    @staticmethod
    def body(content, codec, count, size, check):
        data = content.bytes(size)
        body = decompress(codec, data, count)
        require(check in (None, zlib.crc32(data)), "checkMismatch")
        return body

    def numbers(self, count):
        if count < LARGE:
            return self.shared[0].bytes(count)
        require(self.large and len(self.large[0]) == count, "truncated")
        return self.large.pop(0)

    def finish(self):
        readers = [self.descriptors, *self.shared]
        require(not self.large and not any(reader.left() for reader in readers), "extraValue")


class Columns:
    """Reads columns of integers and of scalars."""

    def __init__(self, sections, decoded):
        self.sections, self.source = sections, sections.descriptors
        # What a text of so many bytes can need (§8.4, §8.6).
        self.made, self.entry_bytes = 65_536 + 8 * decoded, decoded
        self.copied, self.text_bytes, self.passed_bytes = 65_536, decoded, decoded
        self.is_in_composed = False
        self.entries, self.columns, self.whole_bytes = 2_097_152, 65_536, 8_388_608
        # The columns that later ones can be derived from; of slots, those that hold values.
        self.numbered, self.valued = [], []
        # Of the former, or of what they are derived from, how many groups there are, the keys of others, how many
        # columns they count as, and to how many they are relative.
        self.traits, self.indices = [], None

    def charge(self, count):
        self.made -= count
        require(self.made >= 0, "invalidColumn")

    def entry_count(self, most):
        """The number of entries of a dictionary (§8.4, §8.6)."""
        count = self.source.count(most)
        self.charge_entries(count)
        return count

    def charge_columns(self, count=1):
        self.columns -= count
        require(self.columns >= 0, "invalidColumn")

    def charge_entries(self, count):
        self.entries -= count
        require(self.entries >= 0, "invalidColumn")

    def integers(self, count):
        """A column of integers that stands in no other (§8.4)."""
        self.indices, groups, before, sources = None, 0, self.columns, 0
        if self.source.peek() not in (6, 7, 12, 0x1C, 0x2C):
            values = self.inner(count)
        else:
            tag = self.source.byte()
            distance = self.source.count(len(self.numbered))
            if tag == 6:
                addend = self.source.signed()
                require(distance and len(self.numbered[-distance]) == count, "invalidColumn")
                groups, self.indices, columns, sources = self.traits[-distance]
                self.charge_columns(columns)
                self.charge_entries(groups)
                values = [wrap(value + addend) for value in self.numbered[-distance]]
            elif tag == 7:
                values, groups = self.grouped(count, distance)
            else:
                values, groups = self.relative(count, distance, tag >> 4)
                sources = 2 if tag >> 4 else 1
        self.numbered.append(values)
        self.traits.append((groups, self.indices, before - self.columns, sources))
        return values

    def grouped(self, count, distance):
        """Integers that go on from the last of their group (§8.4), and how many groups there are."""
        parameter, first = self.source.count(16 if distance else 65_536), self.source.signed()
        require(parameter, "invalidColumn")
        size = 1 << parameter if distance else parameter
        self.charge_columns()
        self.charge_entries(size)
        self.charge(count)
        keys = range(count)
        if distance:
            groups, indices, columns, sources = self.traits[-distance]
            keys = indices or self.numbered[-distance]
            require(len(keys) == count and not groups and not sources, "invalidColumn")
            self.charge_columns(columns)
        last, values = [first] * size, []
        for key, difference in zip(keys, self.inner(count, 2)):
            group = key & size - 1 if distance else key % size
            last[group] = wrap(last[group] + difference)
            values.append(last[group])
        return values, size

    def relative(self, count, distance, width):
        """Integers beside those of an earlier column or two (§8.4), and how many groups these have."""
        distances = [distance, self.source.count(len(self.numbered))] if width else [distance]
        group_count = 0
        self.charge_columns()
        for distance in distances:
            require(distance and len(self.numbered[-distance]) == count, "invalidColumn")
            groups, _, columns, sources = self.traits[-distance]
            require(sources <= (1 if width else 0), "invalidColumn")
            self.charge_columns(columns)
            self.charge_entries(groups)
            group_count += groups
        self.charge(count)
        values = map(int.__add__, self.numbered[-distances[0]], self.inner(count, 2))
        if width:
            sign = 1 if width == 1 else -1
            values = (value + sign * other for value, other in zip(values, self.numbered[-distances[1]]))
        return [wrap(value) for value in values], group_count

    def inner(self, count, depth=1):
        """A column of integers that may stand in another one (§8.4)."""
        self.charge_columns()
        require(depth <= 8, "invalidColumn")
        tag = self.source.byte()
        encoding, width = tag & 15, tag >> 4
        widths = {1: range(1, 9), 2: range(1, 9), 9: range(8), 10: range(8), 11: range(8)}
        require(width in widths.get(encoding, range(1)), "invalidColumn")
        if encoding == 0:
            return [self.source.signed()] * count
        if encoding == 1:
            base = self.source.signed()
            planes = [self.sections.numbers(count) for _ in range(width)]
            entries = zip(*planes)
            return [wrap(base + int.from_bytes(bytes(entry), "little")) for entry in entries]
        if encoding in (9, 10, 11):
            base, bits = self.source.signed(), 1 << encoding - 9
            planes = [self.sections.numbers(count) for _ in range(width)]
            packed = self.sections.numbers((count * bits + 7) // 8)
            self.whole_bytes -= count * (width + 1)
            require(self.whole_bytes >= 0, "invalidColumn")
            places = [divmod(index * bits, 8) for index in range(count)]
            planes.append(packed[at] >> shift & (1 << bits) - 1 for at, shift in places)
            return [wrap(base + int.from_bytes(bytes(entry), "little")) for entry in zip(*planes)]
        if encoding == 2:
            base, data = self.source.signed(), self.sections.numbers(count * width)
            entries = [data[at : at + width] for at in range(0, len(data), width)]
            return [wrap(base + int.from_bytes(entry, "little")) for entry in entries]
        if encoding == 3:
            require(count, "invalidColumn")
            values = [self.source.signed()]
            differences = self.inner(count - 1, depth + 1)
            self.charge(count)
            for difference in differences:
                values.append(wrap(values[-1] + difference))
            return values
        if encoding == 4:
            distinct = self.entry_count(count)
            entries = self.inner(distinct, depth + 1)
            indices = self.inner(count, depth + 1)
            self.charge(count)
            require(all(0 <= index < distinct for index in indices), "invalidColumn")
            if depth == 1:
                self.indices = indices
            return [entries[index] for index in indices]
        if encoding == 8:
            factor, remainder = self.source.signed(), self.source.signed()
            quotients = self.inner(count, depth + 1)
            self.charge(count)
            return [wrap(factor * quotient + remainder) for quotient in quotients]
        require(encoding == 5, "invalidColumn")
        runs, values = self.source.count(count), []
        heads, lengths = self.inner(runs, depth + 1), self.inner(runs, depth + 1)
        self.charge(count)
        for head, length in zip(heads, lengths):
            require(0 <= length < count - len(values), "invalidColumn")
            values += [head] * (length + 1)
        require(len(values) == count, "invalidColumn")
        return values

    def values(self, count):
        """The values of a slot (§8.6)."""
        before, first = self.columns, len(self.traits)
        made = {9: self.derived, 14: self.spliced}.get(self.source.peek() & 15)
        is_derived = made is not None
        lexemes = made(count) if is_derived else self.scalars(count)
        groups = sum(groups for groups, *_ in self.traits[first:])
        self.valued.append((lexemes, is_derived, before - self.columns, groups))
        return lexemes

    def derived(self, count):
        """Values that are made from others (§8.6.6)."""
        source, variant = self.earlier(count, 2)
        make = Derivation(self.source).lexeme if variant < 2 else lambda lexeme: lexeme
        return self.pick(count, source, make) if variant else [make(lexeme) for lexeme in source]

    def pick(self, count, source, make):
        """What is made of those values that steps lead to (§8.6.6)."""
        picked, place, passed = [], 0, 0
        for step in self.integers(count):
            place += step
            require(0 <= place < len(source), "invalidColumn")
            while passed <= place:
                self.charge_entries(1)
                self.passed_bytes -= len(held(source[passed]).encode()) + 1
                require(self.passed_bytes >= 0, "invalidColumn")
                passed += 1
            picked.append(make(source[place]))
            require(all(character >= " " for character in picked[-1]), "invalidColumn")
            self.text_bytes -= len(held(picked[-1]).encode()) + 1
            require(self.text_bytes >= 0, "invalidColumn")
        return picked

    def earlier(self, count, most):
        """The values that others are made from (§8.6.6), and the variant, which is one of so many."""
        variant = self.source.byte() >> 4
        require(variant <= most, "invalidColumn")
        distance = self.source.count(len(self.valued))
        require(distance, "invalidColumn")
        source, is_derived, columns, groups = self.valued[-distance]
        require((variant or len(source) == count) and not is_derived, "invalidColumn")
        self.charge_entries(groups)
        self.copied -= columns + 1
        require(self.copied >= 0, "invalidColumn")
        return source, variant

    def spliced(self, count):
        """Strings around parts of other values (§8.6.11)."""
        source, variant = self.earlier(count, 1)
        if variant:
            source = self.pick(count, source, lambda lexeme: lexeme)
        fronts, backs = self.integers(count), self.integers(count)
        self.charge_columns(2)
        heads, tails = self.scalars(count), self.scalars(count)
        strings = []
        for lexeme, front, back, head, tail in zip(source, fronts, backs, heads, tails):
            value, start, end = held(lexeme).encode(), held(head), held(tail)
            require(0 <= front <= 1024 and 0 <= back <= 1024, "invalidColumn")
            require(front + back <= len(value), "invalidColumn")
            kept = value[front : len(value) - back]
            if head[:1] == '"':
                whole = start.encode() + kept + end.encode()
                strings.append('"' + whole.decode() + '"')
            else:
                require(not kept and not end, "invalidColumn")
                strings.append(head)
        return strings

    def front_coded(self, count):
        """Strings that start as the ones before them (§8.6.7)."""
        lengths = self.integers(count)
        rests = self.sections.shared[1].bytes(self.source.varint())
        require(not rests or rests[-1] == 10, "invalidColumn")
        rests = rests.split(b"\n")[:-1]
        require(len(rests) == count, "invalidColumn")
        strings, last = [], b""
        for length, rest in zip(lengths, rests):
            require(0 <= length <= len(last), "invalidColumn")
            require(all(byte >= 0x20 for byte in rest), "invalidColumn")
            last = last[:length] + rest
            self.text_bytes -= len(last) + 1
            require(self.text_bytes >= 0, "invalidColumn")
            strings.append('"' + last.decode() + '"')
        return strings

    def base64(self, count, variant):
        """Strings that are bytes in Base64 (§8.6.8)."""
        prefix, lengths = self.source.text(), self.integers(count)
        require(all(character >= " " for character in prefix), "invalidColumn")
        data = Reader(self.sections.numbers(self.source.varint()))
        strings = []
        for length in lengths:
            require(0 <= length <= data.left(), "invalidColumn")
            digits = base64.b64encode(data.bytes(length), b"-_" if variant & 1 else b"+/")
            digits = digits.rstrip(b"=") if variant & 2 else digits
            self.text_bytes -= len(prefix.encode()) + len(digits) + 1
            require(self.text_bytes >= 0, "invalidColumn")
            strings.append('"' + prefix + digits.decode() + '"')
        require(not data.left(), "invalidColumn")
        return strings

    def quoted_decimals(self, count, variant):
        """Strings that have numbers in them (§8.6.9)."""
        prefix, suffix = self.source.text(), self.source.text()
        require(all(character >= " " for character in prefix + suffix), "invalidColumn")
        scale = self.source.count(18)
        numbers = [decimal(value, scale, variant) for value in self.integers(count)]
        return ['"' + prefix + number + suffix + '"' for number in numbers]

    def composed(self, count, depth):
        """Strings of literals and what stands in other columns (§8.6.10)."""
        require(not self.is_in_composed, "invalidColumn")
        number = self.source.count(32)
        require(number > 0, "invalidColumn")
        literals = [self.source.text() for _ in range(number + 1)]
        require(all(character >= " " for character in "".join(literals)), "invalidColumn")
        self.is_in_composed = True
        columns = []
        for _ in range(number):
            self.charge_columns()
            columns.append(self.scalars(count, depth + 1))
        self.is_in_composed = False
        strings = [literals[0]] * count
        for column, literal in zip(columns, literals[1:]):
            strings = [string + held(part) + literal for string, part in zip(strings, column)]
        return ['"' + string + '"' for string in strings]

    def scalars(self, count, depth=1):
        """A column of scalars, as lexemes (§8.6)."""
        require(depth <= 4, "invalidColumn")
        tag = self.source.byte()
        encoding, variant = tag & 15, tag >> 4
        variants = {4: 3, 5: 3, 11: 4, 12: 3, 15: 4}.get(encoding, 1)
        require(encoding not in (0, 9, 14) and variant < variants, "invalidColumn")
        if encoding == 1:
            size = self.source.varint()
            lexemes = text(self.sections.shared[1].bytes(size))
            require(len(lexemes) >= count, "missingValue")
            require(len(lexemes) <= count, "extraValue")
            return lexemes
        if encoding == 2:
            return [constant(self.source)] * count
        if encoding == 3:
            distinct = self.entry_count(count)
            try:
                entries = self.scalars(distinct, depth + 1)
            except Refused as refused:
                is_text = str(refused) in ("missingValue", "extraValue")
                raise Refused("invalidColumn") if is_text else refused
            indices = self.integers(count)
            self.charge(distinct)
            self.entry_bytes -= sum(len(entry.encode()) for entry in entries)
            require(self.entry_bytes >= 0, "invalidColumn")
            require(all(0 <= index < distinct for index in indices), "invalidColumn")
            if depth == 1:
                self.indices = indices
            return [entries[index] for index in indices]
        if encoding == 4:
            scale = self.source.count(18)
            return [decimal(value, scale, variant) for value in self.integers(count)]
        if encoding == 5:
            scale = self.source.count(12)
            mantissas, distances = self.integers(count), self.integers(count)
            return [near(m, d, scale, variant) for m, d in zip(mantissas, distances)]
        if encoding == 6:
            return self.patterned(Pattern(self.source), count)
        if encoding == 7:
            return self.patterned(Hexadecimal(self.source), count)
        if encoding == 10:
            return self.front_coded(count)
        if encoding == 11:
            return self.base64(count, variant)
        if encoding == 12:
            return self.quoted_decimals(count, variant)
        if encoding == 13:
            return self.composed(count, depth)
        if encoding == 15:
            return self.patterned(Floating(self.source, variant), count)
        number = self.source.count(8)
        classes = self.integers(count)
        require(all(0 <= index < number for index in classes), "invalidColumn")
        columns = [iter(self.scalars(classes.count(index), depth + 1)) for index in range(number)]
        return [next(columns[index]) for index in classes]

    def patterned(self, pattern, count):
        """Strings and numbers that are made of integers."""
        columns = [self.integers(count) for _ in range(pattern.count)]
        rows = [[column[row] for column in columns] for row in range(count)]
        return [pattern.lexeme(row) for row in rows]


def held(lexeme):
    """What stands between the quotes of a string, or all of a number or literal (§8.6.11)."""
    require(not lexeme.startswith(("[", "{")), "invalidColumn")
    return lexeme[1:-1] if lexeme[:1] == '"' else lexeme


class Pattern:
    """Makes strings with runs of digits (§8.6.4)."""

    def __init__(self, source):
        runs, self.calendar = source.count(16), source.byte()
        require(runs and self.calendar in (0, *CALENDARS), "invalidColumn")
        self.literals, self.widths = [source.text()], []
        for _ in range(runs):
            self.widths.append(source.count(18))
            self.literals.append(source.text())
        self.count = runs
        if self.calendar:
            dated, _ = CALENDARS[self.calendar]
            require(self.widths[: len(dated)] == dated, "invalidColumn")
            self.count += 1 - len(dated)

    def lexeme(self, values):
        require(min(values) >= 0, "invalidColumn")
        if self.calendar:
            values = moment(values[0], CALENDARS[self.calendar][1]) + values[1:]
        string = self.literals[0]
        for value, width, literal in zip(values, self.widths, self.literals[1:]):
            string += str(value).rjust(width, "0") + literal
        return '"' + string + '"'


class Hexadecimal:
    """Makes strings with hexadecimal digits (§8.6.5)."""

    def __init__(self, source):
        self.upper = source.count(1)
        self.parts = [(source.count(1024), source.text()) for _ in range(source.count(1024))]
        require(all(number or literal for number, literal in self.parts), "invalidColumn")
        digits = sum(number for number, _ in self.parts)
        length = digits + sum(len(literal.encode()) for _, literal in self.parts)
        require(length <= 1024, "invalidColumn")
        self.widths = [min(8, digits - at) for at in range(0, digits, 8)]
        self.count = len(self.widths)

    def lexeme(self, values):
        run, string = "", ""
        for value, width in zip(values, self.widths):
            require(0 <= value < 16**width, "invalidColumn")
            run += f"{value:0{width}x}"
        run = run.upper() if self.upper else run
        for number, literal in self.parts:
            string, run = string + run[:number] + literal, run[number:]
        return '"' + string + '"'


class Derivation:
    """Makes strings from other values (§8.6.6)."""

    def __init__(self, source):
        self.front, self.back = source.count(1024), source.count(1024)
        self.prefix, self.suffix = source.text(), source.text()

    def lexeme(self, lexeme):
        if lexeme[:1] in ("", "f", "n", "t"):
            return lexeme
        require(lexeme[0] not in "[{", "invalidColumn")
        content = lexeme[1:-1] if lexeme[0] == '"' else lexeme
        content = content.encode()
        require(len(content) >= self.front + self.back, "invalidColumn")
        kept = content[self.front : len(content) - self.back].decode()
        return '"' + self.prefix + kept + self.suffix + '"'


def constant(source):
    """The lexeme of a column of constants (§8.6)."""
    lexeme = source.text()
    require(TOKEN.fullmatch(lexeme) and lexeme[0] not in "[]{}", "invalidColumn")
    return lexeme


def text(data):
    """The lexemes of a text (§8.6.1)."""
    lexemes, start = [], 0
    for at, byte in enumerate(data):
        if byte < 0x20:
            require(byte in (0x0A, 1, 2), "invalidColumn")
            lexeme = data[start:at].decode()
            if byte == 2:
                pieces = compact(lexeme)
                is_whole = lexeme[0] in "[{" and lexeme == "".join(pieces)
                require(is_whole, "invalidColumn")
            lexemes.append('"' + lexeme + '"' if byte == 0x0A else lexeme)
            start = at + 1
    require(start == len(data), "invalidColumn")
    return lexemes


def compact(lexeme):
    """The pieces of an array or object that has no whitespace."""
    require(lexeme, "emptyInput")
    try:
        json.loads(lexeme)
    except json.JSONDecodeError as error:
        raise Refused("unexpectedCharacter" if error.msg == "Extra data" else "unexpectedEnd")
    return re.findall(r'"(?:[^"\\]|\\.)*"|[^" \t\r\n]+', lexeme)


def decimal(value, scale, variant):
    """An integer with a point in it (§8.6.2)."""
    digits = str(abs(value)).rjust(scale + 1, "0")
    whole, fraction = digits[: len(digits) - scale], digits[len(digits) - scale :]
    if variant:
        fraction = fraction.rstrip("0")
        if variant == 2 and scale and not fraction:
            fraction = "0"
    return ("-" if value < 0 else "") + whole + ("." + fraction if fraction else "")


def near(mantissa, distance, scale, variant):
    """A double some steps beside a decimal (§8.6.3)."""
    require(abs(mantissa) <= 1 << 53, "invalidColumn")
    (bits,) = struct.unpack("<q", struct.pack("<d", mantissa / 10**scale))
    moved = bits + distance
    require(-(1 << 63) <= moved < 1 << 63 and (moved < 0) == (bits < 0), "invalidColumn")
    (value,) = struct.unpack("<d", struct.pack("<q", moved))
    require(value == 0 or 0.0001 <= abs(value) < 1e15, "invalidColumn")
    if variant == 1:
        return "%.17g" % value
    return repr(value) if variant == 2 else repr(value).removesuffix(".0")


def binary32(bits):
    """The number that these bits of a binary32 are, in binary64."""
    exponent, rest = divmod(bits, 1 << 23)
    return math.ldexp(rest + (min(exponent, 1) << 23), max(exponent, 1) - 150)


def shortest(bits):
    """The fewest digits that are read as a binary32, and of those the nearest (§8.6.12)."""
    number = binary32(bits)
    ends = least, most = [(number + binary32(bits + step)) / 2 for step in (-1, 1)]
    for count in range(1, 10):
        # Above powers of two there is more room than below, so that the nearest may be too far away.
        for rounding in (decimals.ROUND_HALF_EVEN, decimals.ROUND_CEILING):
            found = decimals.Context(count, rounding).create_decimal_from_float(number)
            if least < found < most or (bits % 2 == 0 and found in ends):
                return found


class Floating:
    """Makes numbers with exponents (§8.6.12)."""

    def __init__(self, source, variant):
        self.marks, self.low, self.high = source.byte(), source.count(32), source.count(32)
        require(self.marks < 32, "invalidColumn")
        self.variant, self.count = variant, variant // 3 + 1

    def lexeme(self, values):
        value, sign = values[0], "-" * (values[0] < 0)
        if self.variant == 3:
            require(abs(values[1]) <= 999 and (value or not values[1]), "invalidColumn")
            return sign + self.number(str(abs(value)), values[1])
        bits = ~value if value < 0 else value
        require(bits < (0x7F800000 if self.variant else 0x7FF0 << 48), "invalidColumn")
        if self.variant == 0:
            (number,) = struct.unpack("<d", bits.to_bytes(8, "little"))
        else:
            number = shortest(bits) if self.variant == 2 and bits else binary32(bits)
        # The digits of Python are the fewest that are read as a binary64.
        _, digits, exponent = decimals.Decimal(str(number)).normalize().as_tuple()
        return sign + self.number("".join(map(str, digits)), exponent + len(digits) - 1)

    def number(self, digits, exponent):
        """What stands behind the sign."""
        before, behind = exponent + 1, ""
        if digits != "0" and not -self.low <= exponent < self.high:
            behind = "eE"[self.marks & 1] + ("-" if exponent < 0 else "+" * (self.marks >> 1 & 1))
            behind += str(abs(exponent)).rjust(1 + (self.marks >> 2 & 1), "0")
            before = 1
        elif exponent < 0:
            digits, before = "0" * -exponent + digits, 1
        whole, fraction = digits[:before].ljust(before, "0"), digits[before:]
        if self.marks & (16 if behind else 8):
            fraction = fraction or "0"
        return whole + ("." + fraction if fraction else "") + behind


CALENDARS = {
    1: ([4, 2, 2], []),
    2: ([4, 2, 2, 2, 2], [24, 60]),
    3: ([4, 2, 2, 2, 2, 2], [24, 60, 60]),
    4: ([4, 2, 2, 2, 2, 2, 3], [24, 60, 60, 1000]),
    5: ([4, 2, 2, 2, 2, 2, 6], [24, 60, 60, 1_000_000]),
}


def moment(value, radices):
    """Year, month, day, and so on, of a number of units (§8.6.4)."""
    parts = []
    for radix in reversed(radices):
        value, part = divmod(value, radix)
        parts.insert(0, part)
    require(0 <= value < 3_652_059, "invalidColumn")
    date = datetime.date.fromordinal(value + 1)
    return [date.year, date.month, date.day, *parts]


class Copies:
    """What stands before the kept text of a block with copies (§8.8)."""

    def __init__(self, content, decoded):
        self.form, self.rows, self.kept = content.byte(), content.varint(), content.varint()
        require(self.form < 3 and self.rows <= self.kept <= decoded, "invalidColumn")
        size = content.varint()
        require(1 <= size <= 255, "invalidColumn")
        self.separator, self.decoded = content.bytes(size), decoded
        sections = Sections(Reader(content.bytes(content.varint())), decoded, 0)
        columns = Columns(sections, decoded)
        count = columns.source.count(min(decoded, MOST))
        self.copies = list(zip(*(columns.integers(count) for _ in range(3)))) if count else []
        sections.finish()

    def text(self, kept):
        """The text of the block."""
        places = [0] if kept else []
        while places and (place := kept.find(self.separator, places[-1] + 1)) >= 0:
            places.append(place)
        new = [kept[start:end] for start, end in zip(places, [*places[1:], len(kept)])][::-1]
        pieces, left, most = [], self.decoded - len(kept), 65_536 + self.decoded // 16
        for count, more, back in self.copies:
            require(min(count, more, back) >= 0, "invalidValue")
            require(count <= len(new), "missingValue")
            pieces += [new.pop() for _ in range(count)]
            require(len(pieces) <= most, "limitExceeded")
            require(back < len(pieces), "invalidValue")
            while more >= 0:
                pieces.append(pieces[-1 - back])
                left, more = left - len(pieces[-1]), more - 1
                require(left >= 0 and len(pieces) <= most, "limitExceeded")
        return b"".join(pieces + new[::-1])


class BlockWriter(Writer):
    """The text of a block, with the gaps between its tokens (§8.5)."""

    def __init__(self, columns, decoded, elements, continues):
        source = columns.source
        self.newline, self.indent, self.list, self.surprises = "\n", "", [], []
        count = source.count(decoded + 1)
        if count:
            self.newline, self.indent = source.text(), source.text()
            require(self.newline in ("\n", "\r\n", "\r", " "), "invalidGaps")
            require(len(self.indent) <= 16 and not self.indent.strip(" \t\r\n"), "invalidGaps")
            for _ in range(source.count(count + 1)):
                self.list.append(source.text() or source.signed())
                if isinstance(self.list[-1], int):
                    require(abs(self.list[-1]) <= 4096, "invalidGaps")
                else:
                    require(not self.list[-1].removeprefix("\ufeff").strip(" \t\r\n"), "invalidGaps")
            if continues:
                self.refuse_mark()
            skipped, gaps = columns.integers(count), columns.integers(count)
            require(all(number >= 0 for number in skipped), "invalidGaps")
            require(all(0 <= gap < 3 + len(self.list) for gap in gaps), "invalidGaps")
            self.surprises = list(zip(skipped, gaps))
        self.skipped, self.learnt, self.pieces = 0, {}, []
        self.last = "}" if continues else "edge"
        self.broken = [False] if continues and elements else []

    def refuse_mark(self):
        require("\ufeff" not in "".join(map(str, self.list)), "invalidGaps")

    def after_gap(self, kind, lexeme):
        between = not self.broken and self.last in ("}", "]", "scalar") and kind in ("{", "[", "scalar")
        is_start = self.last == "edge"
        super().after_gap(kind, lexeme)
        require(self.pieces[-2] or not between, "invalidGaps")
        require("\ufeff" not in self.pieces[-2] or is_start, "invalidGaps")


class Block:
    """The rows of a block (§8.3)."""

    def __init__(self, content, decoded, slots, inside, shapes, canonical, elements, continues):
        self.slots, self.inside, self.shapes = slots, inside, shapes
        self.words = 65_536 + 8 * decoded
        self.sections = Sections(content, decoded, zlib.crc32(canonical))
        columns = Columns(self.sections, decoded)
        self.writer = BlockWriter(columns, decoded, elements, continues)
        if elements and not continues:
            self.writer.token("[", "[")
        self.controls, self.values = {}, {}
        for number, (kind, named, _) in enumerate(slots):
            has_presence = kind == OBJECT and any(optional for _, optional, _ in shapes[named])
            if has_presence or kind in (ARRAY, MAP, ONE_OF):
                if count := columns.source.count(MOST):
                    self.controls[number] = iter(columns.integers(count))
            if kind in (ANY, ENUMERATION):
                if count := columns.source.count(decoded):
                    decoded -= count
                    self.values[number] = iter(columns.values(count))
        self.shared_controls = Reader(self.sections.numbers(columns.source.varint()))
        size = columns.source.varint()
        self.shared_text = iter(text(self.sections.shared[1].bytes(size)))
        self.sections.finish()

    def decode(self, rows, closes):
        for _ in range(rows):
            self.slot(0)
        if closes:
            self.writer.token("]", "]")
        self.writer.after_gap("edge", "")
        require(not self.writer.surprises, "invalidGaps")
        left = [*self.controls.values(), *self.values.values(), self.shared_text]
        require(all(next(column, None) is None for column in left), "extraValue")
        require(not self.shared_controls.left(), "extraValue")
        return "".join(self.writer.pieces).encode()

    def control(self, number, most):
        if number in self.controls:
            value = next(self.controls[number], None)
            require(value is not None, "missingValue")
        else:
            value = self.shared_control()
        require(0 <= value <= most, "invalidValue")
        return value

    def shared_control(self):
        try:
            return self.shared_controls.varint()
        except Refused as refused:
            raise Refused("missingValue") if str(refused) == "truncated" else refused

    def lexeme(self, number):
        lexeme = next(self.values.get(number, self.shared_text), None)
        require(lexeme is not None, "missingValue")
        return lexeme

    def value(self, number, kind="scalar"):
        lexeme = self.lexeme(number)
        if lexeme[0] not in "[{":
            return self.writer.token(kind, lexeme)
        require(kind == "scalar", "invalidValue")
        tokens = TOKEN.findall(lexeme)
        objects = []
        for token, following in zip(tokens, [*tokens[1:], ""]):
            if token in ("{", "["):
                objects.append([token == "{", True])
                self.writer.token(token, token)
                continue
            if token in ("}", "]"):
                objects.pop()
                self.writer.token(token, token)
            elif objects[-1][0] and objects[-1][1]:
                self.writer.token("key", token)
                objects[-1][1] = False
                continue
            else:
                self.writer.token("scalar", token)
            if objects:
                objects[-1][1] = True

    def slot(self, number):
        kind, named, within = self.slots[number]
        first = self.inside.get(number)
        if kind in (ANY, ENUMERATION):
            self.value(number)
        elif kind == CONSTANT:
            self.writer.token("scalar", named)
        elif kind == OBJECT:
            self.object(number, self.shapes[named])
        elif kind == ONE_OF:
            self.alternative(first, self.control(number, len(within) - 1))
        elif kind == MAP:
            count = self.control(number, MOST)
            self.writer.token("{", "{")
            for _ in range(count):
                self.value(first, "key")
                self.member(first + 1)
            self.writer.token("}", "}")
        else:
            count = self.control(number, MOST) if kind == ARRAY else len(within)
            self.writer.token("[", "[")
            for position in range(count):
                self.slot(first if kind == ARRAY else first + position)
            self.writer.token("]", "]")

    def object(self, number, fields):
        optional = sum(is_optional for _, is_optional, _ in fields)
        # Nothing is written for the fields that are not there.
        self.words -= max(optional - 1, 0) // 32
        require(self.words >= 0, "limitExceeded")
        words = [self.control(number, 0xFFFFFFFF) for _ in range(0, optional, 32)]
        presence = sum(word << 32 * index for index, word in enumerate(words))
        require(presence >> optional == 0, "invalidValue")
        self.fields(number, fields, presence)

    def alternative(self, first, number):
        """What a oneOf leads to."""
        self.slot(first + number)

    def member(self, number):
        """The value of a member of a map."""
        self.slot(number)

    def fields(self, number, fields, presence):
        """What stands between the braces of an object."""
        self.writer.token("{", "{")
        for key, is_optional, inside in fields:
            is_present = not is_optional or presence & 1
            presence >>= is_optional
            if is_present:
                self.writer.token("key", key)
                self.slot(inside)
        self.writer.token("}", "}")


def decode(data, kind=File):
    """The document of one or more files (§9.7)."""
    reader, texts = Reader(data), []
    while reader.left() or not texts:
        texts.append(b"".join(kind(reader).texts))
    return b"".join(texts)


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    try:
        document = decode(sys.stdin.buffer.read())
    except Refused as refused:
        sys.exit(str(refused))
    sys.stdout.buffer.write(document)
