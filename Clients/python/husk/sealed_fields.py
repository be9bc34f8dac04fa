# SPDX-License-Identifier: Apache-2.0
"""Fields that are sealed by themselves (SPEC.md, sections 14.8 and 14.9)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from zlib import crc32

from . import lexer
from .columns import Content, decode_block, read_content
from .encryption import Keyring, Segments, read_header
from .errors import HuskError
from .lexer import OPEN_ARRAY, OPEN_OBJECT, Tokens
from .limits import MAX_DEPTH, Limits
from .reader import Reader

_HEADER = 25
_MAX_STEPS = 65_536
_EXTRA_OF_PATH = 16

Path = tuple[str, ...]


class SealedFields:
    """A fields frame, and what opens the fields of the blocks behind it."""

    def __init__(self, payload: bytes, limits: Limits, offset: int = 0) -> None:
        self.payload, self.limits, self.offset = payload, limits, offset
        reader = Reader(payload, base=offset)
        header = reader.take(_HEADER)
        if header[0] != 1:
            raise HuskError("unsupportedEncryption", offset)
        self.header = header
        self.paths = self._read_paths(reader)
        end = reader.at
        if reader.word() != crc32(payload[:end]):
            raise HuskError("checkMismatch", offset)
        if reader.left:
            raise HuskError("invalidFrame", offset)
        trie = make_trie(self.paths)
        if trie is None:
            raise HuskError("invalidFrame", offset)
        self.trie: dict = trie
        self.segments: Segments | None = None

    def _read_paths(self, reader: Reader) -> list[Path]:
        invalid = HuskError("invalidFrame", self.offset)
        paths, steps = [], 0
        count = reader.count()
        if count == 0:
            raise invalid
        for _ in range(count):
            step_count = reader.varint()
            steps += step_count
            if steps > _MAX_STEPS:
                raise HuskError("limitExceeded", self.offset)
            path = []
            for _ in range(step_count):
                try:
                    path.append(reader.bytes().decode("utf-8"))
                except UnicodeDecodeError:
                    raise invalid from None
            if not path or "" in path:
                raise invalid
            paths.append(tuple(path))
        return paths

    def start(self, keys: Keyring | None, template: bytes | None) -> None:
        """Takes the key; ``template`` is the payload of the template frame or reference."""
        header = read_header(self.header, keys, self.limits, self.offset,
                             missing="missingFieldKey", no_passphrase=True)
        head = self.payload + hashlib.sha256(template or b"").digest()
        self.segments = Segments(header.key, header.salt, b"husk 1 fields", head)

    def open(self, content: Content, header: bytes, number: int, offset: int) -> bytes:
        """What is sealed in a block; ``header`` is that of the block frame."""
        before, behind = content.unsealed
        assert self.segments is not None and content.sealed is not None
        return self.segments.open(content.sealed, header + before + behind, content.last, offset,
                                  number)

    def restore(self, shown: bytes, content: Content, opened: bytes) -> bytes:
        """The text of a block with its values in place."""
        reader = Reader(opened)
        size, check, value_bytes = reader.varint(), reader.word(), reader.varint()
        if size > self.limits.blockByteCount:
            raise HuskError("limitExceeded")
        payload = reader.take(value_bytes)
        nothing: list[Iterator[bytes]] = [iter(()) for _ in self.paths]
        values = self._values(payload, size) if value_bytes else nothing
        text = self._replaced(shown, content, values)
        if any(next(column, None) is not None for column in values):
            raise HuskError("extraValue")
        if len(text) != size or crc32(text) != check:
            raise HuskError("checkMismatch")
        return text

    def _values(self, payload: bytes, size: int) -> list[Iterator[bytes]]:
        """The values at each path."""
        reader = Reader(payload)
        rows, decoded, check = reader.varint(), reader.varint(), reader.word()
        if decoded > size + _EXTRA_OF_PATH * len(self.paths):
            raise HuskError("limitExceeded")
        content = read_content(reader.rest())
        others = content.elements or content.continues or content.closes
        if rows != 1 or others or content.sealed is not None:
            raise HuskError("invalidFrame")
        if content.needs_template:
            raise HuskError("invalidFrame")
        limits = self.limits.deeper()
        text = decode_block(content, rows, decoded, None, limits)
        if len(text) != decoded or crc32(text) != check:
            raise HuskError("checkMismatch")
        return self._columns(text)

    def _columns(self, text: bytes) -> list[Iterator[bytes]]:
        invalid = HuskError("invalidValue")
        try:
            tokens = lexer.scan_one(text, MAX_DEPTH + 1)
        except HuskError:
            raise invalid from None
        if tokens.kinds[0] != OPEN_OBJECT:
            raise invalid
        columns: list[Iterator[bytes]] = []
        at = 1
        while at < tokens.close[0]:
            name = b'"%d"' % len(columns)
            if tokens.lexeme(at) != name or tokens.kinds[at + 1] != OPEN_ARRAY:
                raise invalid
            columns.append(_elements(tokens, at + 1))
            at = tokens.next(at + 1)
        if len(columns) != len(self.paths):
            raise invalid
        return columns

    def _replaced(self, shown: bytes, content: Content, values: list[Iterator[bytes]]) -> bytes:
        tokens, shift, rows = fragment_rows(shown, content)
        out: list[bytes] = []
        end = shift
        for row in rows:
            for path, token in places(tokens, row, self.trie):
                if tokens.lexeme(token) != b"null":
                    raise HuskError("invalidValue")
                value = next(values[path], None)
                if value is None:
                    raise HuskError("missingValue")
                out += (shown[end - shift : tokens.starts[token] - shift], value)
                end = tokens.ends[token]
        out.append(shown[end - shift :])
        return b"".join(out)


def _elements(tokens: Tokens, array: int) -> Iterator[bytes]:
    at, close = array + 1, tokens.close[array]
    while at < close:
        behind = tokens.next(at)
        yield tokens.data[tokens.starts[at] : tokens.ends[behind - 1]]
        at = behind


def make_trie(paths) -> dict | None:
    """Paths as tables by keys, with their numbers at the ends; none where one starts another."""
    trie: dict = {}
    for number, path in enumerate(paths):
        at = trie
        for step in path[:-1]:
            at = at.setdefault(step, {})
            if not isinstance(at, dict):
                return None
        if path[-1] in at:
            return None
        at[path[-1]] = number
    return trie


def key_text(lexeme: bytes) -> str:
    """A key with its escapes resolved."""
    if b"\\" in lexeme:
        return json.loads(lexeme)
    return lexeme[1:-1].decode("utf-8")


def places(tokens: Tokens, token: int, trie: dict) -> Iterator[tuple[int, int]]:
    """Where the paths of a row end: their numbers and the first tokens, in order."""
    ends = [(token, trie)]
    while ends:
        token, at = ends.pop()
        kind = tokens.kinds[token]
        inner = []
        if kind == OPEN_ARRAY:
            element, close = token + 1, tokens.close[token]
            while element < close:
                inner.append((element, at))
                element = tokens.next(element)
        elif kind == OPEN_OBJECT:
            key, close = token + 1, tokens.close[token]
            while key < close:
                found = at.get(key_text(tokens.lexeme(key)))
                if found is not None:
                    inner.append((key + 1, found))
                key = tokens.next(key + 1)
        # What is inside comes before what stands behind: ends of paths wait for their turn.
        for item in reversed(inner):
            ends.append(item)
        while ends and not isinstance(ends[-1][1], dict):
            token, number = ends.pop()
            yield number, token


def fragment_rows(text: bytes, content: Content) -> tuple[Tokens, int, list[int]]:
    """The tokens of the text of a block, how far they are shifted, and where its rows start."""
    if not content.elements:
        tokens = lexer.scan(text, MAX_DEPTH)
        return tokens, 0, tokens.texts
    shift = 0
    if content.continues:
        body = text.lstrip(b" \t\r\n")
        if body.startswith(b","):
            at = len(text) - len(body)
            text = text[:at] + b" " + text[at + 1 :]
        text, shift = b"[" + text, 1
    if not content.closes:
        text += b"]"
    tokens = lexer.scan_one(text, MAX_DEPTH)
    rows, at, close = [], 1, tokens.close[0]
    while at < close:
        rows.append(at)
        at = tokens.next(at)
    return tokens, shift, rows
