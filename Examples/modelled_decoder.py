# SPDX-License-Identifier: Apache-2.0
"""Decodes files of modelled blocks: modelled_decoder.py < FILE > DOCUMENT (SPEC.md, section 16).

It was written from SPEC.md, shares no line with the library, and is slow: some kilobytes of text a
second. The rest of the format is that of block_decoder.py, and what is said there of limits and
trust holds here too. With --trace it lists, in place of the document, every bit that is read: its
probability in 65,536, the bit, and `code` and `range` behind it.
"""
import sys
from zlib import crc32

import block_decoder
from block_decoder import ANY, ARRAY, ENUMERATION, MAP, OBJECT, ONE_OF
from block_decoder import Block, Derivation, File, Floating, Hexadecimal, Pattern, Reader, Refused
from block_decoder import constant, decimal, decompress, near, require, text, wrap
from preset import PRESET
from sample import SAMPLE
from row_decoder import M32, MessageWriter, RangeDecoder

TEXT, INTEGER, CONTROL = range(3)
FIRST_WEIGHTS = [1600, 0] * 12 + [1500] * 3


def bits_for(count):
    """The largest `memory` for a number of bytes (§16.1)."""
    return min(max(max(count - 1, 1).bit_length() + 5, 16), 26)


# -- Probabilities (§16.2) --

POINTS = [32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374]
POINTS += [65438, 65476, 65500, 65514, 65523, 65528, 65531, 65533, 65534, 65535, 65535, 65535]


def clamp(x):
    return max(-3071, min(3071, x))


def squash(x):
    i, part = abs(x) // 128, abs(x) % 128
    p = (POINTS[i] * (128 - part) + POINTS[min(i + 1, 24)] * part + 64) // 128
    return 65536 - p if x < 0 else p


def inverse():
    table, x = [], -2047
    for probability in range(4096):
        while x < 2047 and squash(x) < 16 * probability + 8:
            x += 1
        table.append(x)
    return table


SQUASH = {x: squash(x) for x in range(-3072, 3072)}
STRETCH = inverse()
RATES = [655360 // (10 * count + 16) for count in range(1021)]


class Lesson:
    """How likely a bit is, as far as it was seen."""

    __slots__ = "p", "count"

    def __init__(self, p, count):
        self.p, self.count = p, count

    def learn(self, bit):
        target = (1 << 22) - 1 if bit else 0
        self.p += (target - self.p) * RATES[self.count] >> 16
        if self.count < 1020:
            self.count += 1


class BitDecoder(RangeDecoder):
    """Reads bits of which is known how likely they are."""

    def share(self, probability):
        bound = self.range * probability >> 16
        bit = int(self.code < bound)
        if bit:
            self.narrow(0, bound)
        else:
            self.narrow(bound, self.range - bound)
        return bit


class TracingDecoder(BitDecoder):
    """Lists what it reads (§16.12)."""

    def share(self, probability):
        bit = super().share(probability)
        print(f"{probability} {bit} {self.code:08X} {self.range:08X}")
        return bit


# -- Histories (§16.3) --

LIMITS = [48, 24, 10, 6, 4]


def is_listed(zeros, ones):
    fewer = min(zeros, ones)
    return fewer < 5 and max(zeros, ones) <= LIMITS[fewer]


def states():
    for total in range(50):
        for zeros in range(total + 1):
            if is_listed(zeros, total - zeros):
                for last in range(2 if 0 < zeros < total else 1):
                    yield zeros, total - zeros, last


STATES = list(states())


def follow(state, bit):
    counts = list(STATES[state][:2])
    counts[bit] += 1
    other = counts[1 - bit]
    if other > 2:
        counts[1 - bit] = other - 1 if other <= 5 else min(4 + (other - 6) // 6, 7)
    while not is_listed(*counts):
        limit = LIMITS[min(*counts, 4)]
        too_long = counts[bit] > limit and counts[bit] > counts[1 - bit]
        counts[bit if too_long else 1 - bit] -= 1
    return STATES.index((*counts, 0 if 0 in counts else bit))


FOLLOW = [[follow(state, bit) for state in range(len(STATES))] for bit in range(2)]


def first_lessons():
    """What each history starts with."""
    for zeros, ones, _ in STATES:
        yield Lesson(((2 * ones + 1) << 22) // (2 * (zeros + ones) + 2), 6)


class Histories:
    """What was seen of bits, by context."""

    def __init__(self, memory):
        self.bytes, self.lines = bytearray(1 << memory), (1 << memory) // 64

    def find(self, hashed):
        line = (hashed >> 6) % self.lines * 64
        check = (hashed ^ hashed >> 28) & 0xFF | 1
        place = (hashed >> 30) * 16
        nearest = place, place ^ 16, place ^ 32
        for near in nearest:
            if self.bytes[line + near] == check:
                return line + near
        for near in nearest[1:]:
            if self.bytes[line + near + 1] < self.bytes[line + place + 1]:
                place = near
        place += line
        self.bytes[place : place + 16] = bytes([check] + [0] * 15)
        return place


def mix(a, b):
    """A hash of two numbers (§16.6)."""
    hashed = (a * 0x9E3779B1 ^ (b + 0x7F4A7C15 + (a << 6))) * 0x85EBCA6B & M32
    return hashed ^ hashed >> 15


def scramble(hashed):
    hashed = hashed * 0x2C1B3C6D & M32
    return (hashed ^ hashed >> 15) * 0x85EBCA6B & M32


# -- Model (§16.4) --


class Leaf:
    """A place where values are coded, and what they were (§16.5)."""

    def __init__(self):
        self.prediction, self.sources = 0, (None, None)
        self.last = self.second_last = 0
        self.integer = self.step = self.classes = 0
        self.start = self.end = 0


class Guess:
    """A byte that is likely to come (§16.10)."""

    is_coded = False


class Run:
    """What is known of a text so far (§16.8)."""


class Nesting:
    """Where in a text of JSON its next byte stands (§16.11)."""

    def __init__(self):
        self.keys, self.objects, self.depth = [0] * 64, [False] * 64, 0
        self.in_string = self.escaped = False
        self.name = 0

    def key(self, outwards):
        """The key behind which the values stand that are so many levels further out."""
        return self.keys[(self.depth - outwards) % 64] if self.depth >= outwards else 0

    def move(self, byte):
        """Goes on behind a byte, and says behind what a piece starts, if one does."""
        self.name, level = mix(self.name, byte + 1), self.depth % 64
        if self.in_string:
            self.in_string = self.escaped or byte != 0x22
            self.escaped = not self.escaped and byte == 0x5C
        elif byte == 0x22:
            self.in_string = True
        elif byte in b"[{":
            self.depth += 1
            self.keys[self.depth % 64] = self.keys[level]
            self.objects[self.depth % 64] = byte == 0x7B
            return 3 if byte == 0x7B else 4
        elif byte in b"]}":
            self.depth = max(self.depth - 1, 0)
        elif byte == 0x3A:
            self.keys[level] = self.name
            return 1
        elif byte == 0x2C:
            return 2 if self.objects[level] else 4
        elif byte == 0x0A:
            return 5
        return None


class Mixer:
    """Tells from sixteen contexts how likely bits are, and learns what they were."""

    def __init__(self, memory):
        self.histories = Histories(memory)
        self.maps = [[list(first_lessons()) for _ in range(12)] for _ in range(3)]
        self.trusts = [[Lesson(3 << 20, 0) for _ in range(64)] for _ in range(2)]
        # Sets of weights are made when they are used; the last five of a set are never of use.
        self.weights, self.final = {}, {}
        rows = [SQUASH[min(256 * step - 3072, 3071)] for step in range(25)]
        self.refinements = [[list(rows) for _ in range(1024)] for _ in range(2)]
        self.seen = 0
        self.coder, self.known = None, None
        self.start(TEXT, 0)

    def start(self, kind, number):
        self.kind, self.leaf, self.situation = kind, min(number, 4095), 0
        self.expected, self.trust = (-1, -1), (0, 0)

    def code(self, count):
        """A symbol of so many bits."""
        partial = node = 1
        for position in range(count):
            if position % 4 == 0:
                half, node = (partial if position else 0) * 0x9E3779B1, 1
                self.bases = [
                    self.histories.find(scramble(hashed + half + i * 0x6F4F2A35))
                    for i, hashed in enumerate(self.hashes)
                ]
            bit = self.bit(node, partial, count - 1 - position)
            partial, node = partial * 2 + bit, node * 2 + bit
        return partial - (1 << count)

    def guessed_bit(self, guess):
        """Whether the byte that is likely does come."""
        if self.known is not None:
            return self.known == guess.byte
        return self.coder.share(guess.probability)

    def expect(self, number, partial, left):
        byte = self.expected[number]
        if byte < 0 or (byte | 256) >> (left + 1) != partial:
            return 0, None, None
        bit, lesson = byte >> left & 1, self.trusts[number][self.trust[number]]
        value = STRETCH[lesson.p >> 10]
        return (value if bit else -value), lesson, bit

    def bit(self, node, partial, left):
        """A bit; of a byte that is known it is not read."""
        first, second = self.refinement
        row1 = self.refinements[0][(first + partial) % 1024]
        row2 = self.refinements[1][(second + partial * 0x9E3779B1) % 2**32 >> 22]
        self.seen = min(self.seen + 1, 8 << 16)
        rate = 11 - (self.seen >> 16)
        histories, inputs, lessons = self.histories.bytes, [], []
        for base, lessons_of in zip(self.bases, self.maps[self.kind]):
            lesson = lessons_of[histories[base + node]]
            p = lesson.p >> 10
            inputs += [STRETCH[p], (p - 2048) >> 1]
            lessons.append(lesson)
        expected = self.expect(0, partial, left), self.expect(1, partial, left)
        inputs += [expected[0][0], expected[1][0], 256]
        sets, sums = [], []
        for chosen in (
            (0, self.kind * 64 + self.situation),
            (1, self.kind * 256 + partial),
            (2, self.leaf),
        ):
            weights = self.weights.get(chosen) or self.weights.setdefault(chosen, FIRST_WEIGHTS[:])
            total = sum(map(int.__mul__, weights, inputs))
            sets.append(weights)
            sums.append(clamp(((total + (1 << 31)) % (1 << 32) - (1 << 31)) >> 13))
        final = self.final.setdefault(self.leaf, [21_845] * 3)
        mixed = clamp(sum(map(int.__mul__, final, sums)) >> 16)
        probability = SQUASH[mixed]
        step, part = (mixed + 3072) >> 8, (mixed + 3072) % 256
        refined = [(row[step] * (256 - part) + row[step + 1] * part) >> 8 for row in (row1, row2)]
        if self.known is None:
            share = (probability * 2 + refined[0] + refined[1]) >> 2
            bit = self.coder.share(max(1, min(65535, share)))
        else:
            bit = self.known >> left & 1

        near = step + (1 if part >= 128 else 0)
        for row in (row1, row2):
            row[near] += ((65535 if bit else 0) - row[near]) >> 5
        for weights, total in zip(sets, sums):
            error = max(-32767, min(32767, ((bit << 16) - SQUASH[total]) * rate >> 4))
            weights[:] = [
                max(-16383, min(16383, weight + (((value * error >> 16) + 1) >> 1)))
                for weight, value in zip(weights, inputs)
            ]
        error = (bit << 16) - probability
        for i in range(3):
            final[i] += (sums[i] * error + 131072) >> 18
        following = FOLLOW[bit]
        for base, lesson in zip(self.bases, lessons):
            lesson.learn(bit)
            histories[base + node] = following[histories[base + node]]
        for _, lesson, expected_bit in expected:
            if lesson:
                lesson.learn(bit == expected_bit)
        return bit


class Model(Mixer):
    """Decodes integers, controls and texts."""

    def __init__(self, memory, leaves):
        super().__init__(memory)
        self.leaves = leaves
        self.recent, self.parent, self.grandparent = [0, 0, 0], 0, 0
        # Texts (§16.8), matches (§16.9) and guesses (§16.10).
        self.history, self.c, self.d, self.word, self.last_word = bytearray(8), 0, 0, 0, 0
        self.match, self.length = 0, 0
        self.place_bits, self.start_bits = min(memory - 5, 20), min(memory - 6, 18)
        self.guess_bits = min(memory - 6, 14)
        self.places = [0] * (1 << self.place_bits)
        self.exact_starts, self.starts = ([0] * (1 << self.start_bits) for _ in range(2))
        self.guess_lessons = [{} for _ in range(5)]
        self.guess_weights = [[19_661] * 5 for _ in range(64)]

    def note(self, hashed, number):
        """Keeps what a value of a leaf was (§16.6)."""
        leaf, recent = self.leaves[number], self.recent
        leaf.last, leaf.second_last = hashed, leaf.last
        self.recent = [mix(hashed, number), recent[0], recent[1]]

    def sources(self, leaf):
        first, second = leaf.sources
        recent = self.recent
        return (
            recent[1] if first is None else self.leaves[first].last,
            mix(recent[1], recent[2]) if second is None else self.leaves[second].last,
        )

    # Integers and controls (§16.7)

    def set_contexts(self, leaf, salt, known):
        s, classes, (a, b), recent = mix(salt, known), leaf.classes, self.sources(leaf), self.recent
        last, parent = classes & 0xFF, self.parent
        self.hashes = [
            s,
            mix(s, classes & 0xFFFF | 0x20000),
            mix(s, classes & 0xFFFFFF | 0x3000000),
            mix(mix(s, a), 6),
            mix(mix(s, b), 7),
            mix(mix(s, leaf.last), leaf.second_last),
            mix(mix(s, parent), self.grandparent),
            mix(mix(s, a), last | 0xD00),
            mix(mix(s, recent[0]), last | 0xE00),
            mix(mix(s, recent[0]), recent[1]),
            mix(mix(s, parent), last | 0x1000),
            mix(mix(s, classes >> 8 & 0xFF), 18),
        ]
        self.refinement = salt << 8 & M32, mix(s, last)

    def integer(self, number):
        self.start(INTEGER, number)
        leaf, salt = self.leaves[number], mix(number + 1, 0x1A7)
        predicted = [0, leaf.integer, wrap(leaf.integer + leaf.step)][leaf.prediction]
        self.set_contexts(leaf, salt, 1)
        symbol = self.code(8)
        require(symbol <= 128, "invalidColumn")
        magnitude, left, chunk = min(symbol, 1), max((symbol + 1) // 2 - 1, 0), 0
        known = mix(symbol + 2, 0x33)
        while left > 0:
            count = min(left, 8 if chunk else 4)
            left, chunk = left - count, chunk + 1
            self.situation = min(chunk, 7)
            self.set_contexts(leaf, salt, known)
            part = self.code(count)
            magnitude, known = magnitude << count | part, mix(known, part + 1)
        difference = magnitude if symbol % 2 else -magnitude
        value = wrap(predicted + difference)
        leaf.step, leaf.integer = wrap(value - leaf.integer), value
        leaf.classes = (leaf.classes << 8 | symbol) & M32
        halves = difference & M32, difference >> 32 & M32
        self.note(mix(halves[0] ^ halves[1] * 31 & M32, 7), number)
        return value

    def control(self, number):
        self.start(CONTROL, number)
        leaf, salt = self.leaves[number], mix(number + 1, 0xC0)
        self.set_contexts(leaf, salt, 1)
        value = self.code(4)
        if value == 15:
            known, shift, part, self.situation = mix(15, 0x44), 0, 0x80, 1
            while part > 0x7F:
                require(shift < 35, "invalidColumn")
                self.set_contexts(leaf, salt, known)
                part = self.code(8)
                value = (value + ((part & 0x7F) << shift)) & M32
                known, shift = mix(known, part + 1), shift + 7
        leaf.classes = (leaf.classes << 8 | min(value, 255)) & M32
        self.note(mix(value, 0x77), number)
        return value

    # Texts (§16.8)

    def text(self, number, count=None, known=None, most=None):
        """A text; or so many bytes, which may be known already."""
        self.start(TEXT, number)
        salt = mix(number + 1, 0x51ED)
        run, size = self.begin(number, salt, salt), 0
        while True:
            if known is not None:
                self.known = known[size]
            byte = self.next_byte(run, run.source)
            size += 1
            if size == count or count is None and byte < 0x20:
                break
            require(most is None or size < most, "limitExceeded")
        self.word, self.known = 0, None
        self.finish(run, number)
        return bytes(self.history[run.first :])

    def begin(self, number, salt, key):
        """What is known where a text starts."""
        run, leaf = Run(), self.leaves[number]
        run.leaf, run.salt, run.key, run.source = leaf, salt, key, self.sources(leaf)[0]
        run.first, run.above, run.hash, run.right = len(self.history), leaf.start, key, 0
        return run

    def next_byte(self, run, source):
        is_at_start = len(self.history) == run.first
        guess = self.find_guess(run, source, is_at_start)
        if guess.is_coded and self.guessed_bit(guess):
            byte = guess.byte
        else:
            self.set_text_contexts(run)
            self.set_expectations(guess, run.right, is_at_start)
            byte = self.code(8)
        if guess.byte >= 0:
            self.learn_guess(guess, int(guess.byte == byte))
        run.right = run.right + 1 if guess.is_found and guess.byte == byte else 0
        self.append(byte)
        run.hash = mix(run.hash, byte + 1)
        run.above = self.move_above(run.above, run.leaf, byte)
        return byte

    def finish(self, run, number):
        run.leaf.start, run.leaf.end = run.first, len(self.history)
        self.note(run.hash, number)

    def pieces(self, count, known=None):
        """So many bytes of a text that is cut into pieces; they may be known already (§16.11)."""
        start, nesting, behind = len(self.history), Nesting(), 0
        end = start + count
        self.kind = TEXT
        while len(self.history) < end:
            key = mix(nesting.key(0), behind)
            number, self.parent = key >> 20, nesting.key(1)
            run, behind = self.begin(number, mix(1, 0x51ED), key), None
            nesting.name = 0
            while behind is None and len(self.history) < end:
                self.leaf = (16 if nesting.in_string else 0) + (self.c >> 4) % 16
                if known is not None:
                    self.known = known[len(self.history) - start]
                behind = nesting.move(self.next_byte(run, 0))
                if behind is None and len(self.history) - run.first == 4096:
                    behind = 0
            self.finish(run, number)
        self.word, self.known = 0, None
        return bytes(self.history[start:])

    def above_byte(self, place, leaf):
        return self.history[place] if leaf.start <= place < leaf.end else 0

    def move_above(self, above, leaf, byte):
        above += above < leaf.end
        if byte < 0x30 and above > leaf.start and self.history[above - 1] != byte:
            found = self.history.find(byte, above, leaf.end)
            if found >= 0:
                return found + 1
        return above

    def set_text_contexts(self, run):
        salt, key, hashed, position = run.salt, run.key, run.hash, len(self.history) - run.first
        c, up = self.c, self.above_byte(run.above, run.leaf)
        last = c & 0xFF
        two = up | self.above_byte(run.above + 1, run.leaf) << 8
        self.hashes = [
            key,
            mix(salt, last | 0x100),
            mix(salt, c & 0xFFFF | 0x20000),
            mix(c & 0xFFFFFF, 3),
            mix(c, 4),
            mix(self.word, last | 0x700),
            mix(mix(self.word, self.last_word), 8),
            mix(mix(key, position | 0x90000), up),
            mix(mix(key, two | last << 16), 10),
            mix(mix(hashed, run.source), 14),
            mix(mix(key, position), last | 0x1000),
            mix(mix(hashed, self.parent), 17),
        ]
        self.refinement = salt << 8 & M32, mix(salt, last)

    def append(self, byte):
        self.history.append(byte)
        self.c, self.d = (self.c << 8 | byte) & M32, (self.d << 8 | self.c >> 24) & M32
        self.move_match(mix(self.c, self.d & 0xFFFF))
        lower = byte | 0x20
        if 0x61 <= lower <= 0x7A or byte >= 0x80:
            self.word = (self.word + lower + 1) * 0x2F0B4C47 & M32
        elif self.word:
            self.last_word, self.word = self.word, 0

    # Matches (§16.9)

    def matched(self):
        """The byte behind the match, or -1."""
        return self.history[self.match] if self.length else -1

    def move_match(self, hashed):
        history = self.history
        if self.length and history[self.match] == history[-1]:
            self.length, self.match = self.length + 1, self.match + 1
        else:
            self.length = 0
        bucket = hashed >> 32 - self.place_bits
        if not self.length:
            self.match = match = self.places[bucket]
            most = min(32, match)
            while self.length < most and history[match - 1 - self.length] == history[-1 - self.length]:
                self.length += 1
            if self.length < 5:
                self.length = 0
        self.places[bucket] = len(history)

    def set_expectations(self, guess, right, is_at_start):
        length, matched = self.length, self.matched()
        self.expected = (
            -1 if guess.is_coded and matched == guess.byte else matched,
            guess.byte if guess.is_found else -1,
        )
        self.trust = (
            length if length < 16 else 16 + min((length - 16) // 8, 15),
            48 if guess.is_coded else min(right, 15) | (16 if guess.is_exact else 0),
        )
        near = 0 if length == 0 else min(length // 4 + 1, 7)
        behind = 0 if is_at_start else min(right // 2 + 1, 3)
        self.situation = 40 if guess.is_coded else near * 4 + behind

    # Guesses (§16.10)

    def find_guess(self, run, source, is_at_start):
        hashed, right = run.hash, run.right
        guess, exact, shift = Guess(), mix(hashed, source), 32 - self.start_bits
        place = self.exact_starts[exact >> shift]
        guess.is_exact = place > 0
        place = place or self.starts[hashed >> shift]
        guess.is_found = place > 0
        self.exact_starts[exact >> shift] = self.starts[hashed >> shift] = len(self.history)
        matched = self.matched()
        guess.byte = self.history[place] if guess.is_found else matched
        if guess.byte < 0:
            return guess
        agreement = 0 if matched < 0 else 2 if matched == guess.byte else 1
        situation = min(right, 15) | (16 if guess.is_exact else 0) | (32 if is_at_start else 0)
        situation |= agreement << 6 | min(self.length // 4, 7) << 8
        contexts = hashed, exact, mix(run.key, self.c & 0xFFFFFF), mix(hashed, self.recent[0])
        shift = 32 - self.guess_bits
        numbers = [situation, *(mix(context, guess.byte) >> shift for context in contexts)]
        guess.lessons = []
        for table, number in zip(self.guess_lessons, numbers):
            guess.lessons.append(table.get(number) or table.setdefault(number, Lesson(3 << 20, 0)))
        guess.weights = self.guess_weights[situation % 64]
        guess.values = [STRETCH[lesson.p >> 10] for lesson in guess.lessons]
        guess.probability = SQUASH[clamp(sum(map(int.__mul__, guess.weights, guess.values)) >> 16)]
        guess.is_coded = guess.probability > 64000
        return guess

    @staticmethod
    def learn_guess(guess, bit):
        error = (bit << 16) - guess.probability
        for i in range(5):
            guess.weights[i] += (guess.values[i] * error + 8192) >> 14
            guess.lessons[i].learn(bit)


# -- Columns (§16.5) --


class ModelledColumns:
    """Reads the descriptors: what is coded of each slot, and at which leaves."""

    def __init__(self, source, slot_count):
        self.source, self.slot_count = source, slot_count
        self.leaves = [Leaf() for _ in range(2 * slot_count)]
        self.of_slots = {}
        self.check()

    def check(self):
        require(len(self.leaves) <= 65_536, "limitExceeded")

    def read(self, slot):
        """Reads the column of a slot."""
        if self.source.peek() == 9:
            self.of_slots[slot] = self.derived()
            return
        self.integer_leaves = []
        column = self.of_slots[slot] = self.column(slot)
        if not isinstance(column, (Nothing, Constant)):
            varints = [self.source.count(self.slot_count) for _ in range(2)]
            sources = tuple(number - 1 if number else None for number in varints)
            for number in {slot, *self.integer_leaves}:
                self.leaves[number].sources = sources

    def column(self, number=None, depth=1):
        """A column whose first leaf has this number, or the next one."""
        require(depth <= 4, "invalidColumn")
        tag = self.source.byte()
        encoding, variant = tag & 15, tag >> 4
        require(variant < {4: 3, 5: 3, 15: 4}.get(encoding, 1), "invalidColumn")
        if number is None:
            number = self.more()
        if encoding == 0:
            return Nothing()
        if encoding == 1:
            return Text(number)
        if encoding == 2:
            return Constant(constant(self.source))
        if encoding == 4:
            scale = self.source.count(18)
            return Integers(self.integers(number, 1), lambda values: decimal(*values, scale, variant))
        if encoding == 5:
            scale = self.source.count(12)
            return Integers(self.integers(number, 2), lambda values: near(*values, scale, variant))
        if encoding in (6, 7):
            pattern = (Pattern if encoding == 6 else Hexadecimal)(self.source)
            return Integers(self.integers(number, pattern.count), pattern.lexeme)
        if encoding == 15:
            floating = Floating(self.source, variant)
            return Integers(self.integers(number, floating.count), floating.lexeme)
        require(encoding == 8, "invalidColumn")
        count = self.source.count(8)
        return Mixed(number, [self.column(None, depth + 1) for _ in range(count)])

    def more(self):
        self.leaves.append(Leaf())
        self.check()
        return len(self.leaves) - 1

    def integers(self, number, count):
        """The leaves of the integers of a column."""
        numbers = []
        for index in range(count):
            numbers.append(self.more() if index else number)
            self.leaves[numbers[-1]].prediction = self.source.count(2)
        self.integer_leaves += numbers
        return numbers

    def derived(self):
        self.source.byte()
        distance = self.source.count(len(self.of_slots))
        require(distance, "invalidColumn")
        source = list(self.of_slots)[-distance]
        require(not isinstance(self.of_slots[source], Derived), "invalidColumn")
        return Derived(source, Derivation(self.source))


class Nothing:
    """Has no values."""

    def lexeme(self, rows):
        raise Refused("missingValue")


class Constant:
    """Has the same value everywhere."""

    def __init__(self, lexeme):
        self.constant = lexeme

    def lexeme(self, rows):
        return self.constant


class Text:
    """Texts of a leaf."""

    def __init__(self, number):
        self.number = number

    def lexeme(self, rows):
        data = rows.model.text(self.number, most=rows.text_bytes)
        rows.text_bytes -= len(data)
        (lexeme,) = text(data)
        return lexeme


class Integers:
    """Integers of some leaves, which make a lexeme."""

    def __init__(self, numbers, make):
        self.numbers, self.make = numbers, make

    def lexeme(self, rows):
        rows.count(len(self.numbers))
        return self.make([rows.model.integer(number) for number in self.numbers])


class Mixed:
    """A class, and a value of the column that it names."""

    def __init__(self, number, columns):
        self.number, self.columns = number, columns

    def lexeme(self, rows):
        rows.count(1)
        index = rows.model.control(self.number)
        require(index < len(self.columns), "invalidColumn")
        return self.columns[index].lexeme(rows)


class Derived:
    """Made from the values of another slot, when all of these are there."""

    def __init__(self, source, derivation):
        self.source, self.derivation = source, derivation

    def lexeme(self, rows):
        return None

    def lexemes(self, values, count):
        require(len(values) == count, "invalidColumn")
        return [self.derivation.lexeme(value) for value in values]


# -- Rows (§16.6) --


class NoWriter:
    """Writes nothing."""

    def token(self, kind, lexeme):
        pass


class Rows(Block):
    """Goes through the rows and decodes what they need, slot by slot, but writes nothing."""

    def __init__(self, slots, inside, shapes, decoded, constants, columns, model):
        self.slots, self.inside, self.shapes = slots, inside, shapes
        self.constants, self.columns, self.model = constants, columns, model
        self.words = 65_536 + 8 * decoded
        self.text_bytes, self.visits, self.numbers = 2 * decoded, 2 * decoded + 2, 2 * decoded + 2
        self.writer = NoWriter()
        self.control_lists = {number: [] for number in range(len(slots))}
        self.value_lists = {number: [] for number in columns}

    def count(self, numbers):
        """Counts controls and integers."""
        self.numbers -= numbers
        require(self.numbers >= 0, "limitExceeded")

    def control(self, number, most):
        self.count(1)
        value = self.constants.get(number)
        if value is None:
            value = self.model.control(len(self.slots) + number)
        require(value <= most, "invalidValue")
        self.control_lists[number].append(value)
        return value

    def value(self, number, kind="scalar"):
        self.value_lists[number].append(self.columns[number].lexeme(self))

    def slot(self, number):
        self.visits -= 1
        require(self.visits >= 0, "limitExceeded")
        super().slot(number)

    def fields(self, number, fields, presence):
        parent = mix(number, presence & M32)
        self.within(parent, self.model.parent, super().fields, number, fields, presence)

    def member(self, number):
        self.within(self.model.recent[0], self.model.parent, super().member, number)

    def alternative(self, first, number):
        parent = mix(self.model.parent, number + 0x99)
        self.within(parent, self.model.grandparent, super().alternative, first, number)

    def within(self, parent, grandparent, decode, *arguments):
        """Decodes what stands in something else."""
        model = self.model
        before = model.parent, model.grandparent
        model.parent, model.grandparent = parent, grandparent
        decode(*arguments)
        model.parent, model.grandparent = before

    def lexemes(self, number):
        """The values of a slot."""
        column, values = self.columns[number], self.value_lists[number]
        if isinstance(column, Derived):
            return column.lexemes(self.value_lists[column.source], len(values))
        return values


# -- Blocks (§16.1) --


class ModelledBlock(Block):
    """The rows of a modelled block: they are decoded, and then written as others are."""

    decoder = BitDecoder

    def __init__(self, content, decoded, slots, inside, shapes, canonical, elements, continues):
        self.slots, self.inside, self.shapes = slots, inside, shapes
        self.words = 65_536 + 8 * decoded
        require(decoded <= 1 << 28, "limitExceeded")
        codec, count = content.byte(), content.varint()
        require(codec in (0, 5), "invalidColumn")
        size = content.varint() if codec else count
        require(count <= 65_536 + 2 * decoded + 64 * len(slots), "limitExceeded")
        source = Reader(decompress(codec, content.bytes(size), count))
        lesson, memory = canonical[: min(2 * decoded, 65_536)], content.byte()
        require(16 <= memory <= bits_for(len(lesson) + decoded), "invalidColumn")

        self.writer = MessageWriter(source.bytes(source.varint()) or None)
        if continues:
            self.writer.refuse_mark()
            self.writer.last, self.writer.broken = "}", [False] if elements else []
        elif elements:
            self.writer.token("[", "[")
        columns, constants = ModelledColumns(source, len(slots)), {}
        for number, (kind, named, _) in enumerate(slots):
            has_presence = kind == OBJECT and any(optional for _, optional, _ in shapes[named])
            if has_presence or kind in (ARRAY, MAP, ONE_OF):
                if value := source.varint():
                    constants[number] = value - 1
            if kind in (ANY, ENUMERATION):
                columns.read(number)
        require(not source.left(), "extraValue")

        model = Model(memory, [*columns.leaves, Leaf()])
        if lesson:
            model.text(len(columns.leaves), len(lesson), known=lesson)
        model.coder = self.decoder(content.rest())
        self.rows = Rows(slots, inside, shapes, decoded, constants, columns.of_slots, model)

    def decode(self, rows, closes):
        for _ in range(rows):
            self.rows.slot(0)
        coder = self.rows.model.coder
        require(len(coder.data) <= coder.needed(), "extraValue")
        self.controls = {number: iter(all) for number, all in self.rows.control_lists.items()}
        self.values = {number: iter(self.rows.lexemes(number)) for number in self.rows.columns}
        self.shared_controls, self.shared_text = Reader(b""), iter(())
        return super().decode(rows, closes)


class ModelledFile(File):
    """A file that can have modelled blocks."""

    def layout(self, form):
        return ModelledBlock if form == 2 else super().layout(form)


def modelled_bytes(data, count, lesson=b""):
    """Bytes of the codecs 5 and, with a lesson, 7 (§16.11)."""
    reader = Reader(data)
    require(count <= 1 << 28, "limitExceeded")
    try:
        memory, check = reader.byte(), reader.integer()
        most = bits_for(len(lesson) + count)
        require((most if lesson else 16) <= memory <= most, "invalidCompression")
        model = Model(memory, [Leaf() for _ in range(4096)])
        model.pieces(len(lesson), known=lesson)
        model.coder = BitDecoder(reader.rest())
        plain = model.pieces(count)
    except Refused:
        raise Refused("invalidCompression")
    require(len(model.coder.data) == model.coder.taken and model.coder.code == 0, "invalidCompression")
    require(crc32(plain) == check, "invalidCompression")
    return plain


block_decoder.MORE_CODECS[5] = modelled_bytes
block_decoder.MORE_CODECS[7] = lambda data, count: modelled_bytes(data, count, SAMPLE + PRESET)


def decode(data):
    """The document of one or more files."""
    return block_decoder.decode(data, ModelledFile)


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    if "--trace" in sys.argv:
        ModelledBlock.decoder = TracingDecoder
    try:
        document = decode(sys.stdin.buffer.read())
    except Refused as refused:
        sys.exit(str(refused))
    if "--trace" not in sys.argv:
        sys.stdout.buffer.write(document)
