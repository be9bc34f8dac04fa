# SPDX-License-Identifier: Apache-2.0
"""The model that texts of messages are read with (SPEC.md, section 13.8)."""

from __future__ import annotations

import array

_POINTS = (1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994,
           3349, 3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095)
_MASK = 0xFFFFFFFF
_HALF = 1 << 21
_SURE = (1 << 22) - 1
_FULL_COUNT = 1000
# Nothing of a message is learnt until it surprises so much.
_SURPRISING = 600
# A bit whose probability in 4096 was off by less teaches nothing.
_LEAST_ERROR = 64


def _point(x: int) -> int:
    i, part = divmod(x + 2048, 128)
    return (_POINTS[i] * (128 - part) + _POINTS[i + 1] * part + 64) // 128


_SQUASHED = [_point(x) for x in range(-2047, 2048)]


def _squash(x: int) -> int:
    return _SQUASHED[max(-2047, min(2047, x)) + 2047]


def _make_stretched() -> list[int]:
    stretched, x = [], 0
    for p in range(4096):
        while x < len(_SQUASHED) - 1 and _SQUASHED[x] < p:
            x += 1
        stretched.append(x - 2047)
    return stretched


_STRETCHED = _make_stretched()


class _Lessons:
    """Probabilities that a bit is 1, and how often each was learnt."""

    __slots__ = ("p", "count")

    def __init__(self, count: int) -> None:
        self.p = array.array("i", (_HALF,)) * count
        self.count = array.array("H", (0,)) * count

    def said(self, index: int) -> int:
        return _STRETCHED[self.p[index] >> 10] if self.count[index] else 0

    def learn(self, index: int, bit: int) -> None:
        p, count = self.p[index], self.count[index]
        if bit:
            self.p[index] = p + (_SURE - p) * 2 // (2 * count + 3)
        else:
            self.p[index] = p - p * 2 // (2 * count + 3)
        if count < _FULL_COUNT:
            self.count[index] = count + 1


class TextModel:
    """Learns from a template, and then from the texts of each message as it reads them."""

    def __init__(self) -> None:
        self.tables = [_Lessons(1 << 18) for _ in range(4)]
        self.match_lessons = _Lessons(8)
        self.weights = ([16_384] * 5, [16_384] * 5)
        self.guess_tables = [_Lessons(1 << 14) for _ in range(3)]
        self.length_lessons = _Lessons(32)
        self.guess_weights = [16_384] * 4
        self.history = bytearray()
        self.places = array.array("i", (-1,)) * (1 << 15)
        self.recent = self.salt = self.length = self.match = 0
        self.hashes = [0, 0, 0, 0]
        self.undo: list[tuple[int, int]] | None = None
        self.learnt = 0
        # How much the message has surprised; a template is learnt from its start.
        self.surprise = _SURPRISING
        self.unexpected = 0
        # What the template taught, while a message changes it.
        self.taught = None

    # What both learning and reading do.

    def start(self, slot: int) -> None:
        """Starts a text of a slot."""
        self.recent, self.length = 0, 0
        self.salt = (slot + 1) * 0x9E3779B1
        self._set_hashes()

    def _set_hashes(self) -> None:
        recent, salt = self.recent, self.salt
        self.hashes = [
            ((recent & 0xFF) + salt) * 0x2C1B3C6D & _MASK,
            ((recent & 0xFFFF) + 0x10000000) * 0x297A2D39 & _MASK,
            ((recent & 0xFFFFFF) + salt) * 0x1B56C4E9 & _MASK,
            recent * 0x7FEB352D & _MASK,
        ]

    def _move(self, byte: int) -> None:
        history = self.history
        history.append(byte)
        self.recent = recent = (self.recent << 8 | byte) & _MASK
        if self.length > 0 and history[self.match] == byte:
            self.match, self.length = self.match + 1, self.length + 1
        else:
            self.length = 0
        bucket = (recent * 0x9E3779B1 & _MASK) >> 17
        place, end = self.places[bucket], len(history)
        if self.length == 0 and place >= 0 and recent >= 1 << 24:
            length, most = 0, min(31, place)
            while length < most and history[place - 1 - length] == history[end - 1 - length]:
                length += 1
            self.match, self.length = place, length if length >= 4 else 0
        if self.undo is not None:
            self.undo.append((bucket, place))
        self.places[bucket] = end
        self._set_hashes()

    def _guess_lessons(self, guess: int) -> list[tuple[_Lessons, int]]:
        lessons = []
        for table in range(3):
            mixed = (self.hashes[table + 1] + guess * 0x9E3779B1) * 0x85EBCA6B & _MASK
            lessons.append((self.guess_tables[table], (mixed ^ mixed >> 15) >> 18))
        lessons.append((self.length_lessons, min(self.length, 31)))
        return lessons

    def _guess_values(self, lessons) -> list[int]:
        return [table.said(index) for table, index in lessons]

    def _rows(self, half: int) -> list[int]:
        """Where the lessons of half a byte start in each table."""
        rows = []
        for value in self.hashes:
            mixed = (value + half * 0x2F0B4C47) & _MASK
            mixed = (mixed ^ mixed >> 15) * 0x85459F85 & _MASK
            rows.append((mixed >> 18) * 16)
        return rows

    def _inputs(self, indices: list[int], expected: int | None):
        values = [table.said(index) for table, index in zip(self.tables, indices)]
        if expected is None:
            values.append(0)
            return self.weights[0], values
        trust = _STRETCHED[self.match_lessons.p[self.length] >> 10]
        values.append(trust if expected else -trust)
        return self.weights[1], values

    def _byte(self, code_bit) -> int:
        """Goes through the bits of a byte; ``code_bit`` reads or learns one of them."""
        at_match = self.history[self.match] if 1 <= self.length <= 7 else None
        partial, rows = 1, self._rows(1)
        for position in range(8):
            if position == 4:
                rows = self._rows(partial)
            bits = position & 3
            inner = (1 << bits) + (partial & (1 << bits) - 1)
            indices = [row + inner for row in rows]
            expected = None
            if at_match is not None and (at_match | 256) >> 8 - position == partial:
                expected = at_match >> 7 - position & 1
            bit = code_bit(indices, expected, position)
            partial = partial << 1 | bit
        return partial & 0xFF

    # Reading.

    def _all_lessons(self) -> list[_Lessons]:
        return [*self.tables, *self.guess_tables, self.match_lessons, self.length_lessons]

    def begin_message(self) -> None:
        """Notes what to go back to."""
        self.undo, self.learnt = [], len(self.history)
        self.surprise = 0
        self.taught = None

    def end_message(self) -> None:
        """Goes back to what the template taught."""
        for bucket, place in reversed(self.undo or ()):
            self.places[bucket] = place
        del self.history[self.learnt :]
        self.undo, self.surprise = None, _SURPRISING
        if self.taught is not None:
            lessons, self.weights, self.guess_weights = self.taught
            for table, (p, count) in zip(self._all_lessons(), lessons):
                table.p, table.count = p, count
            self.taught = None

    def _keep_lessons(self) -> None:
        """Copies what the message is about to change; short ones never do."""
        lessons = [(table.p[:], table.count[:]) for table in self._all_lessons()]
        self.taught = lessons, tuple(map(list, self.weights)), list(self.guess_weights)

    def read(self, coder, slot: int, limit: int) -> bytes | None:
        """The next text of a message, of a slot; nothing if it is longer than the limit."""
        self.start(slot)
        out = bytearray()
        while True:
            byte = self._learn_byte(coder.bit, lambda probability, position: coder.bit(probability))
            if byte == 0x0A:
                return bytes(out)
            out.append(byte)
            if len(out) > limit:
                return None

    # Learning.

    def learn(self, text: bytes, slot: int) -> None:
        """Learns a text of a slot, the line feed behind it included."""
        self.start(slot)
        for byte in text:
            self._learn_byte(lambda probability, byte=byte: int(self.history[self.match] == byte),
                             lambda probability, position, byte=byte: byte >> 7 - position & 1)

    def _learn_byte(self, is_guess, bit_at) -> int:
        """Passes a byte, of which both say the bits that are to come, and learns it where it is to."""
        byte, learns = None, self.surprise >= _SURPRISING
        if self.length >= 8:
            guess = self.history[self.match]
            if self._learn_guess(guess, is_guess, learns):
                byte = guess
        if byte is None:
            self.unexpected = 0
            byte = self._byte(lambda indices, expected, position:
                              self._learn_bit(indices, expected, position, bit_at, learns))
            if not learns:
                self.surprise = max(0, self.surprise + 9 * self.unexpected - 8)
                if self.surprise >= _SURPRISING:
                    self._keep_lessons()
        self._move(byte)
        return byte

    def _learn_guess(self, guess: int, is_guess, learns: bool) -> int:
        lessons = self._guess_lessons(guess)
        values, weights = self._guess_values(lessons), self.guess_weights
        probability = _squash(sum(map(int.__mul__, weights, values)) >> 16)
        right = is_guess(probability)
        if not learns:
            return right
        error = ((right << 12) - probability) * 4
        for i, value in enumerate(values):
            weights[i] += value * error + 0x8000 >> 16
        for table, index in lessons:
            table.learn(index, right)
        return right

    def _learn_bit(self, indices: list[int], expected: int | None, position: int, bit_at,
                   learns: bool) -> int:
        weights, values = self._inputs(indices, expected)
        probability = _squash(sum(map(int.__mul__, weights, values)) >> 16)
        bit = bit_at(probability, position)
        if (probability if bit else 4096 - probability) <= 2048:
            self.unexpected += 1
        difference = (bit << 12) - probability
        if not learns or abs(difference) < _LEAST_ERROR:
            return bit
        error = difference * 4
        for i, value in enumerate(values):
            weights[i] += value * error + 0x8000 >> 16
        if expected is not None:
            self.match_lessons.learn(self.length, int(expected == bit))
        for table, index in zip(self.tables, indices):
            table.learn(index, bit)
        return bit
