# SPDX-License-Identifier: Apache-2.0
"""Some rows of what is encoded, and some of their fields (SPEC.md, section 9.9)."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator

from . import lexer
from .errors import HuskError
from .files import Block
from .lexer import KEY, OPEN_ARRAY, OPEN_OBJECT, SCALAR, Tokens
from .limits import MAX_DEPTH
from .sealed_fields import Path, fragment_rows, key_text

OPEN, ROW, CLOSE, TEXT = range(4)
"""The parts of what is given: an array opens, a row of it, it closes, or a text."""

Event = tuple[int, bytes]


@dataclasses.dataclass(frozen=True)
class Selection:
    """What is asked for: rows from ``first`` up to, not including, ``end``, and paths of fields."""

    first: int = 0
    end: int | None = None
    fields: tuple[Path, ...] | None = None
    at: Path | None = None

    @classmethod
    def of(cls, fields=None, rows=None, at=None) -> Selection:
        """A selection as people write it; see ``husk.read``."""
        first, end = read_rows(rows)
        return cls(first, end, None if fields is None else read_paths(fields),
                   None if at is None else read_path(at))

    def wants(self, row: int) -> bool:
        return row >= self.first and (self.end is None or row < self.end)

    def wants_any(self, first: int, count: int) -> bool:
        return first + count > self.first and (self.end is None or first < self.end)

    def needs_field(self, path: Path) -> bool:
        """Whether something at, above or below a path is asked for."""
        at = self.at or ()
        if self.at is not None and path[: len(at)] != at[: len(path)]:
            return False
        if len(path) <= len(at) or self.fields is None:
            return True
        rest = path[len(at) :]
        return any(rest[: len(field)] == field[: len(rest)] for field in self.fields)

    def rows_text(self) -> str:
        """The rows as the tool and the library take them."""
        return f"{self.first}:{'' if self.end is None else self.end}"


def read_rows(rows) -> tuple[int, int | None]:
    """The rows that ``"100:200"``, a slice, a range, a pair or a number stand for."""
    if rows is None:
        return 0, None
    if isinstance(rows, str):
        first, colon, end = rows.partition(":")
        if not colon:
            rows = int(first)
        else:
            rows = (int(first) if first else 0, int(end) if end else None)
    if isinstance(rows, int):
        rows = (rows, rows + 1)
    if isinstance(rows, (slice, range)):
        if rows.step not in (None, 1):
            raise ValueError("rows are taken without steps")
        rows = (rows.start or 0, rows.stop)
    first, end = rows
    if first < 0 or (end is not None and end < first):
        raise ValueError("rows are counted from 0, the first before the end")
    return first, end


def split_escaped(text: str, separator: str) -> list[str]:
    """Splits where the separator stands without a backslash before it; backslashes stay."""
    parts, at, start = [], 0, 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == separator:
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return [*parts, text[start:]]


def read_path(path) -> Path:
    """The keys that ``"user.name"`` or a sequence of keys stand for."""
    if not isinstance(path, str):
        path = tuple(path)
    else:
        steps = split_escaped(path, ".")
        path = tuple("".join(part.replace("\\", "", 1) if part else "\\" for part in
                             _escapes(step)) for step in steps)
    if not path or "" in path:
        raise ValueError("a path is keys with points between them")
    return path


def _escapes(step: str) -> Iterator[str]:
    """Pieces of a step, each with at most one backslash that escapes, in front."""
    at = start = 0
    while at < len(step):
        if step[at] == "\\":
            if at > start:
                yield step[start:at]
            yield step[at : at + 2]
            start = at = at + 2
        else:
            at += 1
    if start < len(step):
        yield step[start:]


def read_paths(fields) -> tuple[Path, ...]:
    """The paths that ``"id,user.name"`` or a sequence of paths stand for."""
    if isinstance(fields, str):
        fields = split_escaped(fields, ",")
    return tuple(read_path(field) for field in fields)


def write_path(path: Path) -> str:
    """A path as the tool and the library take it."""
    for character in "\\.,":
        path = tuple(step.replace(character, "\\" + character) for step in path)
    return ".".join(path)


def _wanted(paths: tuple[Path, ...] | None) -> dict | None:
    """The wanted members by key, and none where all of a value is wanted."""
    if paths is None:
        return None
    trie: dict = {}
    for path in paths:
        at = trie
        for step in path[:-1]:
            at = at.setdefault(step, {})
            if at is None:
                break
        else:
            at[path[-1]] = None
    return trie


def select_blocks(selection: Selection, blocks: Iterable[Block]) -> Iterator[Event]:
    """What is given of the files of a stream."""
    selector = Selector(selection)
    for _, inside in itertools.groupby(blocks, key=lambda block: block.file):
        yield from selector.of_file(inside)


class Selector:
    """Makes what is given of the texts that are there."""

    def __init__(self, selection: Selection) -> None:
        self.selection, self.wanted = selection, _wanted(selection.fields)
        self.row = 0

    def of_document(self, document: bytes) -> Iterator[Event]:
        """What is given of a document that is not in blocks."""
        tokens = lexer.scan(document, MAX_DEPTH)
        if len(tokens.texts) == 1 and tokens.kinds[tokens.texts[0]] == OPEN_ARRAY:
            if self.selection.at is None:
                yield from self._array(tokens, tokens.texts[0])
                return
        yield from self._texts(tokens, tokens.texts)

    def of_file(self, blocks: Iterable[Block]) -> Iterator[Event]:
        """What is given of a file, whose blocks say what their rows are."""
        if self.selection.at is not None:
            document = b"".join([block.text() for block in blocks])
            tokens = lexer.scan(document, MAX_DEPTH)
            yield from self._texts(tokens, tokens.texts)
            return
        for block in blocks:
            content = block.content
            if content.elements and not content.continues:
                yield OPEN, b""
            yield from self._of_block(block, ROW if content.elements else TEXT)
            if content.closes:
                yield CLOSE, b""

    def _of_block(self, block: Block, kind: int) -> Iterator[Event]:
        if self.selection.wants_any(self.row, block.rows):
            tokens, _, rows = fragment_rows(block.text(), block.content)
            yield from self._rows(tokens, rows, kind)
        else:
            self.row += block.rows

    def _array(self, tokens: Tokens, array: int) -> Iterator[Event]:
        yield OPEN, b""
        rows, at, close = [], array + 1, tokens.close[array]
        while at < close:
            rows.append(at)
            at = tokens.next(at)
        yield from self._rows(tokens, rows)
        yield CLOSE, b""

    def _rows(self, tokens: Tokens, rows: list[int], kind: int = ROW) -> Iterator[Event]:
        for row in rows:
            if self.selection.wants(self.row) and self._is_given(tokens, row, self.wanted):
                yield kind, minified(tokens, row, self.wanted)
            self.row += 1

    def _texts(self, tokens: Tokens, texts: list[int]) -> Iterator[Event]:
        if self.selection.at is None:
            yield from self._rows(tokens, texts, TEXT)
            return
        for text in texts:
            self.row = 0
            yield from self._array(tokens, self._array_at(tokens, text))

    def _array_at(self, tokens: Tokens, token: int) -> int:
        for step in self.selection.at or ():
            found = None
            if tokens.kinds[token] == OPEN_OBJECT:
                at, close = token + 1, tokens.close[token]
                while at < close:
                    if key_text(tokens.lexeme(at)) == step:
                        found = at + 1
                    at = tokens.next(at + 1)
            if found is None:
                raise HuskError("invalidSelection")
            token = found
        if tokens.kinds[token] != OPEN_ARRAY:
            raise HuskError("invalidSelection")
        return token

    @staticmethod
    def _is_given(tokens: Tokens, token: int, wanted: dict | None) -> bool:
        return wanted is None or tokens.kinds[token] != SCALAR


def minified(tokens: Tokens, token: int, wanted: dict | None = None) -> bytes:
    """What is wanted of a value, without whitespace."""
    out: list[bytes] = []
    _write(tokens, token, wanted, out)
    return b"".join(out)


def _write(tokens: Tokens, token: int, wanted: dict | None, out: list[bytes]) -> None:
    kind = tokens.kinds[token]
    if wanted is None:
        _write_all(tokens, token, out)
    elif kind == OPEN_ARRAY:
        out.append(b"[")
        at, close, is_first = token + 1, tokens.close[token], True
        while at < close:
            if tokens.kinds[at] != SCALAR:
                if not is_first:
                    out.append(b",")
                is_first = False
                _write(tokens, at, wanted, out)
            at = tokens.next(at)
        out.append(b"]")
    elif kind == OPEN_OBJECT:
        out.append(b"{")
        at, close, is_first = token + 1, tokens.close[token], True
        while at < close:
            name = key_text(tokens.lexeme(at))
            if name in wanted:
                inner = wanted[name]
                if inner is None or tokens.kinds[at + 1] != SCALAR:
                    if not is_first:
                        out.append(b",")
                    is_first = False
                    out += (tokens.lexeme(at), b":")
                    _write(tokens, at + 1, inner, out)
            at = tokens.next(at + 1)
        out.append(b"}")


def _write_all(tokens: Tokens, token: int, out: list[bytes]) -> None:
    last = OPEN_ARRAY
    for at in range(token, tokens.next(token)):
        kind = tokens.kinds[at]
        if last == KEY:
            out.append(b":")
        elif last not in (OPEN_ARRAY, OPEN_OBJECT) and kind in (KEY, SCALAR, OPEN_ARRAY, OPEN_OBJECT):
            out.append(b",")
        out.append(tokens.lexeme(at))
        last = kind


def given(events: Iterable[Event]) -> Iterator[bytes]:
    """The bytes of what is given."""
    is_first = True
    for kind, data in events:
        if kind == OPEN:
            is_first = True
            yield b"["
        elif kind == ROW:
            yield data if is_first else b"," + data
            is_first = False
        else:
            yield b"]\n" if kind == CLOSE else data + b"\n"
