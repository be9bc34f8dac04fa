# SPDX-License-Identifier: Apache-2.0
"""The model that says how likely bits are (SPEC.md, sections 16.2 to 16.4 and 16.7 to 16.10).

Each bit takes some microseconds, so the loops here go through lists at once where they can.
"""

from __future__ import annotations

import operator

from .errors import HuskError
from .histories import FOLLOWING, INPUTS, RATES, SQUASHED, STARTS, STATES, STRETCHED
from .range_coder import RangeDecoder
from .reader import wrap

TEXT, INTEGER, CONTROL = range(3)
_MASK = 0xFFFFFFFF
_GOLDEN = 0x9E3779B1
_SURE = (1 << 22) - 1
_FIRST = 3 << 20
_CONTEXTS = 12
_MAX_SETS = 4096

_LAST_RATE = len(RATES) - 1
_SALTS = [i * 0x6F4F2A35 for i in range(_CONTEXTS)]
_EMPTY = bytes(16)
_FIRST_FINAL = [21_845] * 3
_FIRST_GUESS = [19_661] * 5

# A model of bytes has so many leaves.
PIECE_LEAVES = 4096


def mix(a: int, b: int) -> int:
    """A hash of two numbers (section 16.6)."""
    hashed = (a * _GOLDEN ^ (b + 0x7F4A7C15 + (a << 6))) * 0x85EBCA6B & _MASK
    return hashed ^ hashed >> 15


# What tells the texts of a leaf from others: the pieces of a text are all of the first.
_PIECES = mix(1, 0x51ED)


def memory_for(count: int) -> int:
    """The most memory that a model of so many bytes may have, as a power of two (section 16.1)."""
    return min(max(max(count - 1, 1).bit_length() + 5, 16), 26)


class BitDecoder(RangeDecoder):
    """Reads bits of which is known how likely they are, in 65,536."""

    def share(self, probability: int) -> int:
        bound = self.range * probability >> 16
        if self.code < bound:
            self._narrow(0, bound)
            return 1
        self._narrow(bound, self.range - bound)
        return 0


class _KnownBits:
    """Stands in for a decoder where the bits are known already."""

    def __init__(self) -> None:
        self.next = 0

    def share(self, probability: int) -> int:
        return self.next


class Leaf:
    """A place where values are coded, and what they were (section 16.5)."""

    __slots__ = ("prediction", "sources", "last", "second_last", "integer", "step", "classes",
                 "start", "end")

    def __init__(self) -> None:
        self.prediction = 0
        self.sources: tuple[int | None, int | None] = (None, None)
        self.last = self.second_last = self.integer = self.step = self.classes = 0
        self.start = self.end = 0


    def state(self) -> tuple[int, ...]:
        return (self.last, self.second_last, self.integer, self.step, self.classes, self.start,
                self.end)

    def restore(self, state: tuple[int, ...]) -> None:
        (self.last, self.second_last, self.integer, self.step, self.classes, self.start,
         self.end) = state


class _Table(dict):
    """Things by number, made when they are used, which can go back to what they were.

    The things are not changed: others take their places.
    """

    def __init__(self) -> None:
        super().__init__()
        self.before: dict[int, object] = {}
        self.set = self.__setitem__

    def keep(self) -> None:
        """Notes what changes from now on, until it is rolled back."""
        self.set = self._note

    def _note(self, key: int, value) -> None:
        self.before.setdefault(key, self.get(key))
        self[key] = value

    def roll_back(self) -> None:
        for key, value in self.before.items():
            if value is None:
                del self[key]
            else:
                self[key] = value
        self.before = {}


class _Lessons:
    """Probabilities that a bit is 1, and how often each was learnt."""

    __slots__ = ("p", "count")

    def __init__(self) -> None:
        self.p, self.count = _Table(), _Table()

    def said(self, index: int) -> int:
        return STRETCHED[self.p.get(index, _FIRST) >> 10]

    def learn(self, index: int, bit: int) -> None:
        p, count = self.p.get(index, _FIRST), self.count.get(index, 0)
        self.p.set(index, p + (((_SURE if bit else 0) - p) * RATES[count] >> 16))
        if count < _LAST_RATE:
            self.count.set(index, count + 1)


class _Mixer:
    """Tells from twelve contexts how likely bits are, and learns what they were (section 16.4)."""

    def __init__(self, memory: int) -> None:
        self.buckets = bytearray(1 << memory)
        self.line_mask = (1 << memory - 6) - 1
        # Of each kind: for each context the lessons of all histories, one context behind the other.
        states = len(STATES)
        self.offsets = range(0, _CONTEXTS * states, states)
        self.p = [STARTS * _CONTEXTS for _ in range(3)]
        self.counts = [[6] * (_CONTEXTS * states) for _ in range(3)]
        self.trusts = (_Lessons(), _Lessons())
        # The last five weights of a set are never used.
        self.first_weights = [1600, 0] * _CONTEXTS + [1500] * 3
        self.by_situation, self.by_partial, self.by_leaf = _Table(), _Table(), _Table()
        self.final = _Table()
        self.first_row = [SQUASHED[min(256 * step, 6143)] for step in range(25)]
        self.refined = _Table(), _Table()
        self.bits_so_far = 0
        self.hashes: list[int] = []
        self.bases: list[int] = []
        self.refinement = (0, 0)
        self.kind = self.leaf = self.situation = 0
        self.expected, self.trust = (-1, -1), (0, 0)
        self.known = _KnownBits()
        self.coder: BitDecoder | _KnownBits = self.known
        # The buckets as they were before a message, by their places, and what else it changes.
        self.bucket_states: dict[int, bytes] | None = None
        self.mixer_state: tuple = ()

    def tables(self) -> list[_Table]:
        """What a message changes here and there."""
        lessons = [table for lessons in self.trusts for table in (lessons.p, lessons.count)]
        return [*lessons, self.by_situation, self.by_partial, self.by_leaf, self.final,
                *self.refined]

    def keep(self) -> None:
        """Notes what a message changes from now on, until it is rolled back."""
        for table in self.tables():
            table.keep()
        self.bucket_states = {}
        self.mixer_state = [row[:] for row in self.p], [row[:] for row in self.counts], \
            self.bits_so_far

    def roll_back(self) -> None:
        """Goes back to what was kept."""
        for table in self.tables():
            table.roll_back()
        for place, bucket in (self.bucket_states or {}).items():
            self.buckets[place : place + 16] = bucket
        self.bucket_states = {}
        p, counts, self.bits_so_far = self.mixer_state
        self.p, self.counts = [row[:] for row in p], [row[:] for row in counts]

    def start(self, kind: int, number: int) -> None:
        self.kind, self.leaf, self.situation = kind, min(number, _MAX_SETS - 1), 0
        self.expected = (-1, -1)

    def _find(self, half: int) -> None:
        """The buckets of the contexts for half a byte (section 16.3)."""
        buckets, line_mask, bases = self.buckets, self.line_mask, []
        states = self.bucket_states
        more = half * _GOLDEN
        for context, salt in zip(self.hashes, _SALTS):
            hashed = (context + more + salt) * 0x2C1B3C6D & _MASK
            hashed = (hashed ^ hashed >> 15) * 0x85EBCA6B & _MASK
            line = (hashed >> 6 & line_mask) << 6
            check = (hashed ^ hashed >> 28) & 0xFF | 1
            place = line | hashed >> 30 << 4
            if buckets[place] != check:
                second, third = place ^ 16, place ^ 32
                if buckets[second] == check:
                    place = second
                elif buckets[third] == check:
                    place = third
                else:
                    if buckets[second + 1] < buckets[place + 1]:
                        place = second
                    if buckets[third + 1] < buckets[place + 1]:
                        place = third
                    if states is not None and place not in states:
                        states[place] = bytes(buckets[place : place + 16])
                    buckets[place : place + 16] = _EMPTY
                    buckets[place] = check
            if states is not None and place not in states:
                states[place] = bytes(buckets[place : place + 16])
            bases.append(place)
        self.bases = bases

    def code(self, bits: int, known: int | None = None) -> int:
        """A symbol of so many bits, which may be known."""
        partial = node = 1
        for left in range(bits - 1, -1, -1):
            if (bits - 1 - left) % 4 == 0:
                self._find(partial if node > 1 else 0)
                node = 1
            if known is not None:
                self.known.next = known >> left & 1
            bit = self._bit(node, partial, left)
            partial, node = partial * 2 + bit, node * 2 + bit
        return partial - (1 << bits)

    def _bit(self, node: int, partial: int, left: int) -> int:
        buckets, kind, leaf = self.buckets, self.kind, self.leaf
        p, counts = self.p[kind], self.counts[kind]
        refined1, refined2 = self.refined
        number1 = self.refinement[0] + partial & 1023
        number2 = (self.refinement[1] + partial * _GOLDEN & _MASK) >> 22
        row1 = refined1.get(number1, self.first_row)[:]
        row2 = refined2.get(number2, self.first_row)[:]
        if self.bits_so_far < 8 << 16:
            self.bits_so_far += 1
        places = [base + node for base in self.bases]
        lessons = [offset + buckets[place] for offset, place in zip(self.offsets, places)]
        inputs: list[int] = []
        for lesson in lessons:
            inputs += INPUTS[p[lesson] >> 10]
        likely = [self._expect(number, partial, left, inputs) for number in (0, 1)]
        inputs.append(256)

        places_of_sets = ((self.by_situation, kind * 64 + self.situation),
                          (self.by_partial, kind * 256 + partial), (self.by_leaf, leaf))
        sets, sums = [], []
        for table, number in places_of_sets:
            weights = table.get(number, self.first_weights)
            # The sum never comes near 32 bits: weights have 14, and all inputs together not 16.
            total = sum(map(operator.mul, weights, inputs)) >> 13
            sets.append(weights)
            sums.append(max(-3071, min(3071, total)))
        final = self.final.get(leaf, _FIRST_FINAL)
        mixed = sum(map(operator.mul, final, sums)) >> 16
        mixed = max(-3071, min(3071, mixed)) + 3072
        probability = SQUASHED[mixed]
        step, part = mixed >> 8, mixed & 255
        share = (probability * 2 + (row1[step] * (256 - part) + row1[step + 1] * part >> 8)
                 + (row2[step] * (256 - part) + row2[step + 1] * part >> 8)) >> 2
        bit = self.coder.share(max(1, min(65_535, share)))

        near, target = step + (part >> 7), 65_535 * bit
        row1[near] += target - row1[near] >> 5
        row2[near] += target - row2[near] >> 5
        refined1.set(number1, row1)
        refined2.set(number2, row2)
        rate = 11 - (self.bits_so_far >> 16)
        for (table, number), weights, total in zip(places_of_sets, sets, sums):
            error = ((bit << 16) - SQUASHED[total + 3072]) * rate >> 4
            table.set(number, _learnt_weights(weights, inputs, error))
        error = (bit << 16) - probability
        self.final.set(leaf, [weight + (total * error + 131_072 >> 18)
                              for weight, total in zip(final, sums)])
        sure, following = _SURE * bit, FOLLOWING[bit]
        for lesson, place in zip(lessons, places):
            said, count = p[lesson], counts[lesson]
            p[lesson] = said + ((sure - said) * RATES[count] >> 16)
            if count < _LAST_RATE:
                counts[lesson] = count + 1
            buckets[place] = following[buckets[place]]
        for number, expected in enumerate(likely):
            if expected is not None:
                self.trusts[number].learn(self.trust[number], int(bit == expected))
        return bit

    def _expect(self, number: int, partial: int, left: int, inputs: list[int]) -> int | None:
        """The bit of a byte that is expected; what it says becomes an input."""
        byte = self.expected[number]
        if byte < 0 or (byte | 256) >> left + 1 != partial:
            inputs.append(0)
            return None
        bit, value = byte >> left & 1, self.trusts[number].said(self.trust[number])
        inputs.append(value if bit else -value)
        return bit


def _learnt_weights(weights: list[int], inputs: list[int], error: int) -> list[int]:
    error = max(-32_767, min(32_767, error))
    learnt = [weight + ((value * error >> 16) + 1 >> 1) for weight, value in zip(weights, inputs)]
    if max(learnt) > 16_383 or min(learnt) < -16_383:
        return [max(-16_383, min(16_383, weight)) for weight in learnt]
    return learnt


class Model(_Mixer):
    """Reads integers, controls and texts of leaves."""

    def __init__(self, memory: int, leaves: list[Leaf]) -> None:
        super().__init__(memory)
        self.leaves = leaves
        self.recent, self.parent, self.grandparent = (0, 0, 0), 0, 0
        self.history = bytearray(8)
        self.c = self.d = self.word = self.last_word = self.match = self.length = 0
        place_bits, start_bits = min(memory - 5, 20), min(memory - 6, 18)
        self.place_shift, self.start_shift = 32 - place_bits, 32 - start_bits
        self.places, self.exact_starts, self.starts = _Table(), _Table(), _Table()
        self.guess_shift = 32 - min(memory - 6, 14)
        self.guess_lessons = [_Lessons() for _ in range(5)]
        self.guess_weights = _Table()
        self.leaf_states: dict[int, tuple[int, ...]] | None = None
        self.text_state: tuple = ()

    # Messages (section 13.13).

    def tables(self) -> list[_Table]:
        lessons = [table for lessons in self.guess_lessons
                   for table in (lessons.p, lessons.count)]
        return [*super().tables(), *lessons, self.guess_weights, self.places, self.exact_starts,
                self.starts]

    def restart(self) -> None:
        """Forgets what was last in a message."""
        self.recent, self.parent, self.grandparent = (0, 0, 0), 0, 0
        for leaf in self.leaves:
            leaf.last = leaf.second_last = leaf.classes = 0

    def keep(self) -> None:
        self.restart()
        super().keep()
        self.leaf_states = {}
        self.text_state = (self.c, self.d, self.word, self.last_word, self.match, self.length,
                           len(self.history))

    def roll_back(self) -> None:
        super().roll_back()
        self.recent, self.parent, self.grandparent = (0, 0, 0), 0, 0
        for number, state in (self.leaf_states or {}).items():
            self.leaves[number].restore(state)
        self.leaf_states = {}
        self.c, self.d, self.word, self.last_word, self.match, self.length, count = self.text_state
        del self.history[count:]

    def _leaf(self, number: int) -> Leaf:
        """A leaf that is about to change."""
        leaf, states = self.leaves[number], self.leaf_states
        if states is not None and number not in states:
            states[number] = leaf.state()
        return leaf

    def note_integer(self, number: int, difference: int) -> None:
        """Takes note of an integer that is counted from 0, as if it had been read here."""
        self._note_integer(self._leaf(number), number, wrap(difference), difference,
                           2 * abs(difference).bit_length() - (difference > 0))

    def note_control(self, number: int, value: int) -> None:
        """Takes note of a control, as if it had been read here."""
        leaf = self._leaf(number)
        leaf.classes = (leaf.classes << 8 | min(value, 255)) & _MASK
        self._note(mix(value, 0x77), number)

    def _note_integer(self, leaf: Leaf, number: int, value: int, difference: int,
                      symbol: int) -> None:
        leaf.step, leaf.integer = wrap(value - leaf.integer), value
        leaf.classes = (leaf.classes << 8 | symbol) & _MASK
        low, high = difference & _MASK, difference >> 32 & _MASK
        self._note(mix(low ^ high * 31 & _MASK, 7), number)

    def learn(self, number: int, text: bytes) -> None:
        """Learns bytes that are known, as a text of a leaf."""
        coder, self.coder = self.coder, self.known
        if text:
            self.text(number, len(text), text)
        self.coder = coder

    def _note(self, hashed: int, number: int) -> None:
        leaf, (first, second, _) = self.leaves[number], self.recent
        leaf.last, leaf.second_last = hashed, leaf.last
        self.recent = mix(hashed, number), first, second

    def _sources(self, leaf: Leaf) -> tuple[int, int]:
        (first, second), recent = leaf.sources, self.recent
        return (recent[1] if first is None else self.leaves[first].last,
                mix(recent[1], recent[2]) if second is None else self.leaves[second].last)

    # Integers and controls (section 16.7).

    def _set_contexts(self, leaf: Leaf, salt: int, known: int) -> None:
        s, classes, (a, b) = mix(salt, known), leaf.classes, self._sources(leaf)
        last, recent = classes & 0xFF, self.recent
        by_source = mix(s, a)
        before, above = mix(s, recent[0]), mix(s, self.parent)
        self.hashes = [
            s, mix(s, classes & 0xFFFF | 0x20000), mix(s, classes & 0xFFFFFF | 0x3000000),
            mix(by_source, 6), mix(mix(s, b), 7), mix(mix(s, leaf.last), leaf.second_last),
            mix(above, self.grandparent), mix(by_source, last | 0xD00), mix(before, last | 0xE00),
            mix(before, recent[1]), mix(above, last | 0x1000), mix(mix(s, classes >> 8 & 0xFF), 18),
        ]
        self.refinement = salt << 8 & _MASK, mix(s, last)

    def integer(self, number: int) -> int:
        """The next integer of a leaf."""
        self.start(INTEGER, number)
        leaf, salt = self._leaf(number), mix(number + 1, 0x1A7)
        predicted = (0, leaf.integer, leaf.integer + leaf.step)[leaf.prediction]
        self._set_contexts(leaf, salt, 1)
        symbol = self.code(8)
        if symbol > 128:
            raise HuskError("invalidColumn")
        magnitude, left = min(symbol, 1), max((symbol + 1) // 2 - 1, 0)
        known, chunk = mix(symbol + 2, 0x33), 0
        while left > 0:
            count = min(left, 8 if chunk else 4)
            left, chunk = left - count, chunk + 1
            self.situation = min(chunk, 7)
            self._set_contexts(leaf, salt, known)
            part = self.code(count)
            magnitude, known = magnitude << count | part, mix(known, part + 1)
        difference = magnitude if symbol % 2 else -magnitude
        value = wrap(predicted + difference)
        self._note_integer(leaf, number, value, difference, symbol)
        return value

    def control(self, number: int) -> int:
        """The next control of a leaf, or class of a mixed column."""
        self.start(CONTROL, number)
        leaf, salt = self._leaf(number), mix(number + 1, 0xC0)
        self._set_contexts(leaf, salt, 1)
        value = self.code(4)
        if value == 15:
            known, shift, part, self.situation = mix(15, 0x44), 0, 0x80, 1
            while part > 0x7F:
                if shift == 35:
                    raise HuskError("invalidColumn")
                self._set_contexts(leaf, salt, known)
                part = self.code(8)
                value = value + ((part & 0x7F) << shift) & _MASK
                known, shift = mix(known, part + 1), shift + 7
        self.note_control(number, value)
        return value

    # Texts (section 16.8).

    def text(self, number: int, count: int = 0, known: bytes | None = None,
             most: int = 0) -> bytes:
        """The next text of a leaf with the byte that ends it, of at most so many bytes.

        With ``count`` it has so many bytes, whatever they are; they may be known.
        """
        self.start(TEXT, number)
        salt, size = mix(number + 1, 0x51ED), 0
        run = self._begin(number, salt, salt)
        while True:
            byte = self._next_byte(run, run.source, None if known is None else known[size])
            size += 1
            if not count and size > most:
                raise HuskError("limitExceeded")
            if size == count if count else byte < 0x20:
                break
        self.word = 0
        self._finish(run, number)
        return bytes(self.history[run.first:])

    def pieces(self, count: int, known: bytes | None = None) -> bytes:
        """So many bytes of a text that is cut into pieces, which may be known (section 16.11)."""
        coder = self.coder
        if known is not None:
            self.coder = self.known
        keys, objects, depth, in_string, escaped, behind = [0] * 64, [False] * 64, 0, False, False, 0
        start, place = len(self.history), 0
        self.kind = TEXT
        while place < count:
            key = mix(keys[depth % 64], behind)
            number, self.parent = key >> 20, keys[(depth - 1) % 64] if depth else 0
            run, name, behind = self._begin(number, _PIECES, key), 0, -1
            while behind < 0 and place < count:
                self.leaf = (16 if in_string else 0) + (self.c >> 4 & 15)
                byte = self._next_byte(run, 0, None if known is None else known[place])
                name, place = mix(name, byte + 1), place + 1
                if in_string:
                    in_string = escaped or byte != 0x22
                    escaped = not escaped and byte == 0x5C
                elif byte == 0x22:
                    in_string = True
                elif byte in b"[{":
                    keys[(depth + 1) % 64] = keys[depth % 64]
                    depth += 1
                    objects[depth % 64] = byte == 0x7B
                    behind = 3 if byte == 0x7B else 4
                elif byte in b"]}":
                    depth = max(depth - 1, 0)
                elif byte == 0x3A:
                    keys[depth % 64], behind = name, 1
                elif byte == 0x2C:
                    behind = 2 if objects[depth % 64] else 4
                elif byte == 0x0A:
                    behind = 5
                if behind < 0 and len(self.history) - run.first == 4096:
                    behind = 0
            self._finish(run, number)
        self.word, self.coder = 0, coder
        return bytes(self.history[start:])

    def _begin(self, number: int, salt: int, key: int) -> _Run:
        leaf = self._leaf(number)
        return _Run(leaf, salt, key, self._sources(leaf)[0], len(self.history))

    def _next_byte(self, run: _Run, source: int, known: int | None) -> int:
        """The next byte of a text; ``source`` tells about guesses."""
        guess, leaf, history = run.guess, run.leaf, self.history
        is_at_start = len(history) == run.first
        self._guess(guess, run, source, is_at_start)
        byte = None
        if guess.is_coded:
            if known is not None:
                self.known.next = int(known == guess.byte)
            if self.coder.share(guess.probability):
                byte = guess.byte
        if byte is None:
            self._set_text_contexts(run)
            self._set_expectations(guess, run.right, is_at_start)
            byte = self.code(8, known)
        is_right = guess.byte == byte
        if guess.byte >= 0:
            self._learn_guess(guess, int(is_right))
        run.right = run.right + 1 if guess.is_found and is_right else 0
        self._append(byte)
        run.hash = mix(run.hash, byte + 1)
        above = run.above + (run.above < leaf.end)
        if byte < 0x30 and above > leaf.start and history[above - 1] != byte:
            found = history.find(byte, above, leaf.end)
            above = found + 1 if found >= 0 else above
        run.above = above
        return byte

    def _finish(self, run: _Run, number: int) -> None:
        run.leaf.start, run.leaf.end = run.first, len(self.history)
        self._note(run.hash, number)

    def _set_text_contexts(self, run: _Run) -> None:
        c, history, start, end = self.c, self.history, run.leaf.start, run.leaf.end
        salt, key, hashed, above = run.salt, run.key, run.hash, run.above
        last, two, position = c & 0xFF, c & 0xFFFF, len(history) - run.first
        up = history[above] if start <= above < end else 0
        behind = history[above + 1] if start <= above + 1 < end else 0
        self.hashes = [
            key, mix(salt, last | 0x100), mix(salt, two | 0x20000), mix(c & 0xFFFFFF, 3),
            mix(c, 4), mix(self.word, last | 0x700), mix(mix(self.word, self.last_word), 8),
            mix(mix(key, position | 0x90000), up),
            mix(mix(key, up | behind << 8 | last << 16), 10), mix(mix(hashed, run.source), 14),
            mix(mix(key, position), last | 0x1000), mix(mix(hashed, self.parent), 17),
        ]
        self.refinement = salt << 8 & _MASK, mix(salt, last)

    def _append(self, byte: int) -> None:
        self.history.append(byte)
        c = self.c
        self.c, self.d = (c << 8 | byte) & _MASK, (self.d << 8 | c >> 24) & _MASK
        self._move_match(mix(self.c, self.d & 0xFFFF))
        lower = byte | 0x20
        if 0x61 <= lower <= 0x7A or byte >= 0x80:
            self.word = (self.word + lower + 1) * 0x2F0B4C47 & _MASK
        elif self.word:
            self.last_word, self.word = self.word, 0

    # Matches (section 16.9).

    def _move_match(self, hashed: int) -> None:
        history, bucket = self.history, hashed >> self.place_shift
        if self.length and history[self.match] == history[-1]:
            self.length, self.match = self.length + 1, self.match + 1
        else:
            match, length = self.places.get(bucket, 0), 0
            most = min(32, match)
            while length < most and history[match - 1 - length] == history[-1 - length]:
                length += 1
            self.match, self.length = match, length if length >= 5 else 0
        self.places.set(bucket, len(history))

    def _set_expectations(self, guess: _Guess, right: int, is_at_start: bool) -> None:
        length = self.length
        matched = self.history[self.match] if length else -1
        self.expected = (-1 if guess.is_coded and matched == guess.byte else matched,
                         guess.byte if guess.is_found else -1)
        trust = length if length < 16 else 16 + min((length - 16) // 8, 15)
        if guess.is_coded:
            self.trust, self.situation = (trust, 48), 40
            return
        self.trust = trust, min(right, 15) | (16 if guess.is_exact else 0)
        near = min(length // 4 + 1, 7) if length else 0
        self.situation = near * 4 + (0 if is_at_start else min(right // 2 + 1, 3))

    # Guesses (section 16.10).

    def _guess(self, guess: _Guess, run: _Run, source: int, is_at_start: bool) -> None:
        hashed, right = run.hash, run.right
        exact, length, history = mix(hashed, source), self.length, self.history
        bucket, exact_bucket = hashed >> self.start_shift, exact >> self.start_shift
        place = self.exact_starts.get(exact_bucket, 0)
        guess.is_exact = place > 0
        place = place or self.starts.get(bucket, 0)
        guess.is_found, guess.is_coded = place > 0, False
        self.exact_starts.set(exact_bucket, len(history))
        self.starts.set(bucket, len(history))
        matched = history[self.match] if length else -1
        byte = guess.byte = history[place] if place else matched
        if byte < 0:
            return
        agreement = 0 if matched < 0 else 2 if matched == byte else 1
        situation = (min(right, 15) | (16 if guess.is_exact else 0) | (32 if is_at_start else 0)
                     | agreement << 6 | min(length // 4, 7) << 8)
        shift = self.guess_shift
        guess.lessons = (
            situation, mix(hashed, byte) >> shift, mix(exact, byte) >> shift,
            mix(mix(run.key, self.c & 0xFFFFFF), byte) >> shift,
            mix(mix(hashed, self.recent[0]), byte) >> shift)
        guess.weights = self.guess_weights.get(situation % 64, _FIRST_GUESS)
        guess.values = [table.said(lesson)
                        for table, lesson in zip(self.guess_lessons, guess.lessons)]
        total = sum(map(operator.mul, guess.weights, guess.values)) >> 16
        guess.probability = SQUASHED[max(-3071, min(3071, total)) + 3072]
        guess.is_coded = guess.probability > 64_000

    def _learn_guess(self, guess: _Guess, bit: int) -> None:
        error = (bit << 16) - guess.probability
        self.guess_weights.set(guess.lessons[0] % 64, [
            weight + (value * error + 8192 >> 14)
            for weight, value in zip(guess.weights, guess.values)])
        for table, lesson in zip(self.guess_lessons, guess.lessons):
            table.learn(lesson, bit)


class _Guess:
    """A byte that is likely to come, or -1 (section 16.10)."""

    __slots__ = ("byte", "is_exact", "is_found", "is_coded", "lessons", "weights", "values",
                 "probability")

    def __init__(self) -> None:
        self.byte, self.probability = -1, 0
        self.is_exact = self.is_found = self.is_coded = False
        self.lessons: tuple[int, ...] = ()
        self.weights: list[int] = []
        self.values: list[int] = []


class _Run:
    """What is known of a text so far (section 16.8)."""

    __slots__ = ("leaf", "salt", "key", "source", "first", "above", "hash", "right", "guess")

    def __init__(self, leaf: Leaf, salt: int, key: int, source: int, first: int) -> None:
        self.leaf, self.salt, self.key, self.source = leaf, salt, key, source
        self.first, self.above, self.hash, self.right = first, leaf.start, key, 0
        self.guess = _Guess()
