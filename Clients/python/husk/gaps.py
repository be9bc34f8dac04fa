# SPDX-License-Identifier: Apache-2.0
"""Whitespace that is predicted, and writers that put it between tokens (SPEC.md, section 5)."""

from __future__ import annotations

import re

from .errors import HuskError
from .lexer import (
    BYTE_ORDER_MARK, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, EDGE, KEY, OPEN_ARRAY, OPEN_OBJECT,
    SCALAR, scan,
)
from .limits import MAX_DEPTH

_BLANKS = re.compile(rb"[ \t\n\r]*")
_OPENS = (OPEN_OBJECT, OPEN_ARRAY)
_CLOSES = (CLOSE_OBJECT, CLOSE_ARRAY)
_ENDS = (CLOSE_OBJECT, CLOSE_ARRAY, SCALAR)
_STARTS = (OPEN_OBJECT, OPEN_ARRAY, SCALAR)
_SYMBOLS = {OPEN_OBJECT: b"{", CLOSE_OBJECT: b"}", OPEN_ARRAY: b"[", CLOSE_ARRAY: b"]"}


class Gaps:
    """The table of gaps and the surprises of a document (section 5.3).

    ``entries`` are bytes for blanks and integers for levels; ``surprises`` are pairs.
    """

    def __init__(self, newline=b"\n", indent=b"", entries=(), surprises=()) -> None:
        self.newline, self.indent = newline, indent
        self.entries, self.surprises = list(entries), list(surprises)
        self.table: list[bytes | int] = [b"", b"\n", 0, *self.entries]
        first = self.entries[0] if self.entries else 0
        # The gap behind a colon, and a comma that ends no line.
        self.space = 3 if isinstance(first, bytes) and not first.strip(b" \t") else 0
        # Whether a line end is expected before each member and element.
        self.has_lines = bool(indent) or newline == b" "
        # The gap between two texts.
        self.between = 2 if newline.startswith(b"\r") else 1

    def is_valid(self) -> bool:
        """Whether the rules of section 5.3 hold."""
        if self.newline not in (b"\n", b"\r\n", b"\r", b" ") or len(self.indent) > 16:
            return False
        if not _BLANKS.fullmatch(self.indent):
            return False
        for entry in self.entries:
            if isinstance(entry, int):
                if not -4096 <= entry <= 4096:
                    return False
            elif not entry or not _BLANKS.fullmatch(entry.removeprefix(BYTE_ORDER_MARK)):
                return False
        return all(0 <= gap < len(self.table) for _, gap in self.surprises)

    def lists_mark(self) -> bool:
        """Whether a listed gap starts with a byte order mark."""
        return any(isinstance(entry, bytes) and entry.startswith(BYTE_ORDER_MARK)
                   for entry in self.entries)

    def is_almost_plain(self) -> bool:
        """Whether the document may be without whitespace but for its end."""
        is_plain = not self.has_lines and not self.space and self.between == 1
        return is_plain and len(self.surprises) <= 1

    def printed(self, last: int, kind: int, is_broken: bool) -> int:
        """The gap that printers put between two neighbours."""
        if last == COLON:
            return self.space
        if last == COMMA:
            return 2 if self.has_lines and is_broken else self.space
        if not self.has_lines:
            return 0
        if last in _OPENS:
            return 0 if kind in _CLOSES else 2
        return 2 if is_broken and kind in _CLOSES else 0

    def breaks_line(self, gap: int) -> bool:
        """Whether a gap holds a line end, whatever that is."""
        entry = self.table[gap]
        return isinstance(entry, int) or b"\n" in entry or b"\r" in entry

    def blanks(self, gap: int, depth: int) -> bytes:
        entry = self.table[gap]
        if isinstance(entry, int):
            return self.newline + self.indent * max(depth + entry, 0)
        return entry


class NotPlain(Exception):
    """A document was taken for one without whitespace, and is none."""


class PlainWriter:
    """Writes tokens without whitespace, and one LF between two texts.

    It stands in for a ``GapWriter`` where there is no surprise but perhaps one at the very end,
    which ``finish`` finds out.
    """

    def __init__(self, gaps: Gaps, limit: int, depth: int, last: int = EDGE, is_open=False) -> None:
        self.gaps, self.limit, self.depth = gaps, limit, depth
        self.last, self.level = last, int(is_open)
        self.neighbours, self.size = 0, 0
        self.pieces: list[bytes] = []

    def token(self, kind: int, lexeme: bytes) -> None:
        last = self.last
        if kind == KEY:
            if last != OPEN_OBJECT:
                lexeme = b"," + lexeme + b":"
                self.neighbours += 3
            else:
                lexeme += b":"
                self.neighbours += 2
        elif kind in _CLOSES:
            self.level -= 1
            self.neighbours += 1
        else:
            if last in _ENDS:
                if self.level:
                    lexeme = b"," + lexeme
                    self.neighbours += 1
                else:
                    lexeme = b"\n" + lexeme
            if kind != SCALAR:
                if self.level >= self.depth:
                    raise HuskError("limitExceeded")
                self.level += 1
            self.neighbours += 1
        self.last = kind
        self.size += len(lexeme)
        if self.size > self.limit:
            raise HuskError("limitExceeded")
        self.pieces.append(lexeme)

    def finish(self) -> bytes:
        if self.gaps.surprises:
            skipped, gap = self.gaps.surprises[0]
            if skipped != self.neighbours:
                raise NotPlain
            blanks = self.gaps.blanks(gap, self.level)
            if blanks.startswith(BYTE_ORDER_MARK):
                raise NotPlain
            self.size += len(blanks)
            if self.size > self.limit:
                raise HuskError("limitExceeded")
            self.pieces.append(blanks)
        return b"".join(self.pieces)


class GapWriter:
    """Writes tokens with the gaps that the model predicts, or that are surprises (section 5.2)."""

    def __init__(self, gaps: Gaps, limit: int, depth: int, last: int = EDGE, is_open=False) -> None:
        self.gaps, self.limit, self.depth = gaps, limit, depth
        self.last = last
        self.open = [False] if is_open else []
        self.by_depth: dict[int, int] = {}       # context -> gap * 2 + missed
        self.by_pair: dict[int, int] = {}
        self.surprises = iter(gaps.surprises)
        self.skipped: int
        self.surprise: int
        self.skipped, self.surprise = next(self.surprises, (-1, 0))
        self.marked = last == EDGE               # a byte order mark may stand here
        self.pieces: list[bytes] = []
        self.size = 0

    def token(self, kind: int, lexeme: bytes) -> None:
        last = self.last
        if last == KEY:
            self._put(COLON, b":")
        elif self.open and last not in _OPENS and kind not in _CLOSES:
            self._put(COMMA, b",")
        if kind in _OPENS and len(self.open) >= self.depth:
            raise HuskError("limitExceeded")
        self._put(kind, lexeme)

    def finish(self) -> bytes:
        self._put(EDGE, b"")
        if self.skipped >= 0:
            raise HuskError("invalidGaps")
        return b"".join(self.pieces)

    def _put(self, kind: int, lexeme: bytes) -> None:
        last, open_ = self.last, self.open
        first = last in _OPENS
        depth = len(open_) - (kind in _CLOSES)
        around = len(open_) - (2 if first else 1)
        is_broken = open_[around] if around >= 0 else False
        pair = (last * 9 + kind) * 2 + is_broken
        deep = pair * 32 + min(depth, 31)
        between = not open_ and last in _ENDS and kind in _STARTS
        if self.skipped == 0:
            gap = self.surprise
            self.skipped, self.surprise = next(self.surprises, (-1, 0))
        else:
            self.skipped -= self.skipped > 0
            known = self.by_depth.get(deep)
            if known is None:
                known = self.by_pair.get(pair)
            if known is not None:
                gap = known >> 1
            else:
                gap = self.gaps.between if between else self.gaps.printed(last, kind, is_broken)
        _learn(self.by_depth, deep, gap)
        _learn(self.by_pair, pair, gap)
        blanks = self.gaps.blanks(gap, depth)
        if blanks:
            if blanks.startswith(BYTE_ORDER_MARK) and not self.marked:
                raise HuskError("invalidGaps")
        elif between:
            raise HuskError("invalidGaps")
        if first:
            open_[-1] = self.gaps.breaks_line(gap)
        if kind in _OPENS:
            open_.append(False)
        elif kind in _CLOSES:
            open_.pop()
        self.last, self.marked = kind, False
        self.size += len(blanks) + len(lexeme)
        if self.size > self.limit:
            raise HuskError("limitExceeded")
        self.pieces += (blanks, lexeme)


def _learn(learnt: dict[int, int], context: int, gap: int) -> None:
    known = learnt.get(context)
    if known is None or known >> 1 == gap or known & 1:
        learnt[context] = gap << 1
    else:
        learnt[context] = known | 1


def write_with_gaps(gaps: Gaps, limit: int, depth: int, walk, last=EDGE, is_open=False) -> bytes:
    """What ``walk``, which is given a writer, writes; it may be called twice."""
    if gaps.is_almost_plain():
        plain = PlainWriter(gaps, limit, depth, last, is_open)
        try:
            walk(plain)
            return plain.finish()
        except NotPlain:
            pass
    writer = GapWriter(gaps, limit, depth, last, is_open)
    walk(writer)
    return writer.finish()


def write_container(writer, lexeme: bytes) -> None:
    """Writes the tokens of an array or object."""
    tokens = scan(lexeme, MAX_DEPTH)
    for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends):
        writer.token(kind, lexeme[start:end])


def begin(writer, kind: int) -> None:
    """Writes a bracket."""
    writer.token(kind, _SYMBOLS[kind])
