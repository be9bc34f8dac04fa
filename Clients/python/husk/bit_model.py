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
_CONTEXTS = 16
_MAX_SETS = 4096

_LAST_RATE = len(RATES) - 1
_SALTS = [i * 0x6F4F2A35 for i in range(_CONTEXTS)]
_EMPTY = bytes(16)


def mix(a: int, b: int) -> int:
    """A hash of two numbers (section 16.6)."""
    hashed = (a * _GOLDEN ^ (b + 0x7F4A7C15 + (a << 6))) * 0x85EBCA6B & _MASK
    return hashed ^ hashed >> 15


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


class _Lessons:
    """Probabilities that a bit is 1, and how often each was learnt, made when they are used."""

    __slots__ = ("p", "count")

    def __init__(self) -> None:
        self.p: dict[int, int] = {}
        self.count: dict[int, int] = {}

    def said(self, index: int) -> int:
        return STRETCHED[self.p.get(index, _FIRST) >> 10]

    def learn(self, index: int, bit: int) -> None:
        p, count = self.p.get(index, _FIRST), self.count.get(index, 0)
        self.p[index] = p + (((_SURE if bit else 0) - p) * RATES[count] >> 16)
        if count < _LAST_RATE:
            self.count[index] = count + 1


class _Mixer:
    """Tells from sixteen contexts how likely bits are, and learns what they were (section 16.4)."""

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
        self.first_weights = [1200, 0] * _CONTEXTS + [1500] * 3
        self.by_situation: dict[int, list[int]] = {}
        self.by_partial: dict[int, list[int]] = {}
        self.by_leaf: dict[int, list[int]] = {}
        self.final: dict[int, list[int]] = {}
        row = [SQUASHED[min(256 * step, 6143)] for step in range(25)]
        self.refined = ([row[:] for _ in range(1024)], [row[:] for _ in range(1024)])
        self.bits_so_far = 0
        self.hashes: list[int] = []
        self.bases: list[int] = []
        self.refinement = (0, 0)
        self.kind = self.leaf = self.situation = 0
        self.expected, self.trust = (-1, -1), (0, 0)
        self.known = _KnownBits()
        self.coder: BitDecoder | _KnownBits = self.known

    def start(self, kind: int, number: int) -> None:
        self.kind, self.leaf, self.situation = kind, min(number, _MAX_SETS - 1), 0
        self.expected = (-1, -1)

    def _find(self, half: int) -> None:
        """The buckets of the contexts for half a byte (section 16.3)."""
        buckets, line_mask, bases = self.buckets, self.line_mask, []
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
                    buckets[place : place + 16] = _EMPTY
                    buckets[place] = check
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
        row1 = self.refined[0][self.refinement[0] + partial & 1023]
        row2 = self.refined[1][(self.refinement[1] + partial * _GOLDEN & _MASK) >> 22]
        if self.bits_so_far < 8 << 16:
            self.bits_so_far += 1
        places = [base + node for base in self.bases]
        lessons = [offset + buckets[place] for offset, place in zip(self.offsets, places)]
        inputs: list[int] = []
        for lesson in lessons:
            inputs += INPUTS[p[lesson] >> 10]
        likely = [self._expect(number, partial, left, inputs) for number in (0, 1)]
        inputs.append(256)

        sets, sums = [], []
        for table, number in ((self.by_situation, kind * 64 + self.situation),
                              (self.by_partial, kind * 256 + partial), (self.by_leaf, leaf)):
            weights = table.get(number)
            if weights is None:
                weights = table[number] = self.first_weights[:]
            # The sum never comes near 32 bits: weights have 14, and all inputs together not 16.
            total = sum(map(operator.mul, weights, inputs)) >> 13
            sets.append(weights)
            sums.append(max(-3071, min(3071, total)))
        final = self.final.get(leaf)
        if final is None:
            final = self.final[leaf] = [21_845] * 3
        mixed = sum(map(operator.mul, final, sums)) >> 16
        mixed = max(-3071, min(3071, mixed)) + 3072
        probability = SQUASHED[mixed]
        step, part = mixed >> 8, mixed & 255
        share = (probability * 2 + (row1[step] * (256 - part) + row1[step + 1] * part >> 8)
                 + (row2[step] * (256 - part) + row2[step + 1] * part >> 8)) >> 2
        bit = self.coder.share(max(1, min(65_535, share)))

        near, target = step + (part >> 7), 65_535 * bit
        row1[near] += target - row1[near] >> 6
        row2[near] += target - row2[near] >> 6
        rate = 12 - (self.bits_so_far >> 16)
        for weights, total in zip(sets, sums):
            _learn_weights(weights, inputs, ((bit << 16) - SQUASHED[total + 3072]) * rate >> 4)
        error = (bit << 16) - probability
        for i, total in enumerate(sums):
            final[i] += total * error + 131_072 >> 18
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


def _learn_weights(weights: list[int], inputs: list[int], error: int) -> None:
    error = max(-32_767, min(32_767, error))
    weights[:] = [weight + ((value * error >> 16) + 1 >> 1)
                  for weight, value in zip(weights, inputs)]
    if max(weights) > 16_383 or min(weights) < -16_383:
        weights[:] = [max(-16_383, min(16_383, weight)) for weight in weights]


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
        self.places: dict[int, int] = {}
        self.exact_starts: dict[int, int] = {}
        self.starts: dict[int, int] = {}
        self.guess_shift = 32 - min(memory - 6, 16)
        self.guess_lessons = [_Lessons() for _ in range(5)]
        self.guess_weights = [[19_661] * 5 for _ in range(64)]

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
        by_source, own = mix(s, a), mix(s, leaf.last)
        before, above = mix(s, recent[0]), mix(s, self.parent)
        self.hashes = [
            s, mix(s, last | 0x100), mix(s, classes & 0xFFFF | 0x20000),
            mix(s, classes & 0xFFFFFF | 0x3000000), mix(before, 5), mix(by_source, 6),
            mix(mix(s, b), 7), mix(own, 8), mix(own, leaf.second_last), mix(above, 10),
            mix(above, self.grandparent), mix(by_source, last | 0xD00), mix(before, last | 0xE00),
            mix(before, recent[1]), mix(above, last | 0x1000), mix(mix(s, classes >> 8 & 0xFF), 18),
        ]
        self.refinement = salt << 8 & _MASK, mix(s, last)

    def integer(self, number: int) -> int:
        """The next integer of a leaf."""
        self.start(INTEGER, number)
        leaf, salt = self.leaves[number], mix(number + 1, 0x1A7)
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
        leaf.step, leaf.integer = wrap(value - leaf.integer), value
        leaf.classes = (leaf.classes << 8 | symbol) & _MASK
        low, high = difference & _MASK, difference >> 32 & _MASK
        self._note(mix(low ^ high * 31 & _MASK, 7), number)
        return value

    def control(self, number: int) -> int:
        """The next control of a leaf, or class of a mixed column."""
        self.start(CONTROL, number)
        leaf, salt = self.leaves[number], mix(number + 1, 0xC0)
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
        leaf.classes = (leaf.classes << 8 | min(value, 255)) & _MASK
        self._note(mix(value, 0x77), number)
        return value

    # Texts (section 16.8).

    def text(self, number: int, count: int = 0, known: bytes | None = None,
             most: int = 0) -> bytes:
        """The next text of a leaf with the byte that ends it, of at most so many bytes.

        With ``count`` it has so many bytes, whatever they are; they may be known.
        """
        self.start(TEXT, number)
        leaf, salt = self.leaves[number], mix(number + 1, 0x51ED)
        source, first, history = self._sources(leaf)[0], len(self.history), self.history
        above, hashed, right, size = leaf.start, salt, 0, 0
        guess = _Guess()
        while True:
            one = None if known is None else known[size]
            self._guess(guess, hashed, source, size == 0, right, salt)
            byte = None
            if guess.is_coded:
                if one is not None:
                    self.known.next = int(one == guess.byte)
                if self.coder.share(guess.probability):
                    byte = guess.byte
            if byte is None:
                self._set_text_contexts(hashed, leaf, salt, source, above, size)
                self._set_expectations(guess, right, size == 0)
                byte = self.code(8, one)
            is_right = guess.byte == byte
            if guess.byte >= 0:
                self._learn_guess(guess, int(is_right))
            right = right + 1 if guess.is_found and is_right else 0
            self._append(byte)
            hashed, size = mix(hashed, byte + 1), size + 1
            if above < leaf.end:
                above += 1
            if byte < 0x30 and above > leaf.start and history[above - 1] != byte:
                found = history.find(byte, above, leaf.end)
                above = found + 1 if found >= 0 else above
            if not count and size > most:
                raise HuskError("limitExceeded")
            if size == count if count else byte < 0x20:
                break
        self.word = 0
        leaf.start, leaf.end = first, len(history)
        self._note(hashed, number)
        return bytes(history[first:])

    def _set_text_contexts(self, hashed: int, leaf: Leaf, salt: int, source: int, above: int,
                           position: int) -> None:
        c, history, start, end = self.c, self.history, leaf.start, leaf.end
        last, two = c & 0xFF, c & 0xFFFF
        up = history[above] if start <= above < end else 0
        behind = history[above + 1] if start <= above + 1 < end else 0
        before = history[above - 1] if start <= above - 1 < end else 0
        three, recent = mix(salt, c & 0xFFFFFF), self.recent[0]
        at = mix(salt, position)
        self.hashes = [
            salt, mix(salt, last | 0x100), mix(salt, two | 0x20000), mix(c & 0xFFFFFF, 3),
            mix(c, 4), mix(c, self.d & 0xFFFF | 0x60000), mix(self.word, last | 0x700),
            mix(mix(self.word, self.last_word), 8), mix(mix(salt, position | 0x90000), up),
            mix(mix(salt, up | behind << 8 | last << 16), 10), mix(hashed, 11),
            mix(mix(hashed, recent), 12), mix(mix(hashed, source), 14), mix(at, last | 0x1000),
            mix(mix(hashed, self.parent), 17), mix(three, up | before << 8),
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
        self.places[bucket] = len(history)

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

    def _guess(self, guess: _Guess, hashed: int, source: int, is_at_start: bool, right: int,
               salt: int) -> None:
        exact, length, history = mix(hashed, source), self.length, self.history
        bucket, exact_bucket = hashed >> self.start_shift, exact >> self.start_shift
        place = self.exact_starts.get(exact_bucket, 0)
        guess.is_exact = place > 0
        place = place or self.starts.get(bucket, 0)
        guess.is_found, guess.is_coded = place > 0, False
        self.exact_starts[exact_bucket] = self.starts[bucket] = len(history)
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
            mix(mix(salt, self.c & 0xFFFFFF), byte) >> shift,
            mix(mix(hashed, self.recent[0]), byte) >> shift)
        guess.weights = self.guess_weights[situation % 64]
        guess.values = [table.said(lesson)
                        for table, lesson in zip(self.guess_lessons, guess.lessons)]
        total = sum(map(operator.mul, guess.weights, guess.values)) >> 16
        guess.probability = SQUASHED[max(-3071, min(3071, total)) + 3072]
        guess.is_coded = guess.probability > 64_000

    def _learn_guess(self, guess: _Guess, bit: int) -> None:
        error = (bit << 16) - guess.probability
        for i, value in enumerate(guess.values):
            guess.weights[i] += value * error + 8192 >> 14
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
