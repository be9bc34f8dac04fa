# SPDX-License-Identifier: Apache-2.0
"""The text layout: one JSON object, with all values in a flat array (SPEC.md, section 6)."""

from __future__ import annotations

import json
from zlib import crc32

from . import lexer
from .errors import HuskError
from .gaps import Gaps, begin, write_with_gaps
from .lexer import (
    BYTE_ORDER_MARK, CLOSE_ARRAY, CLOSE_OBJECT, KEY, OPEN_ARRAY, OPEN_OBJECT, SCALAR, Tokens,
)
from .limits import DEFAULT, MAX_COUNT, MAX_DOCUMENT, Limits, deep_recursion
from .template import (
    ANY, ARRAY, CONSTANT, ENUMERATION, MAP, OBJECT, ONE_OF, TUPLE, Slot, Template,
)
from .template_json import TemplateReader, elements, members

_NAMES = (b'"husk"', b'"template"', b'"texts"', b'"check"', b'"gaps"', b'"values"')
_DIGITS = b"0123456789abcdefABCDEF"


def is_text_layout(data: bytes) -> bool:
    """Whether some bytes can be a file in the text layout rather than anything else of Husk."""
    return data.removeprefix(BYTE_ORDER_MARK).lstrip(b" \t\r\n").startswith(b"{")


def decode(data: bytes, limits: Limits = DEFAULT) -> bytes:
    """The document that a file in the text layout stands for."""
    if len(data) > MAX_DOCUMENT:
        raise HuskError("limitExceeded")
    file = _File(lexer.scan_one(data, limits.file_depth), limits)

    def walk(writer) -> None:
        values = _Values(file.tokens, file.values, file.template, writer)
        for _ in range(file.texts):
            values.slot(file.template.root)
        values.finish()

    with deep_recursion(limits):
        limit = limits.document_bytes(len(data))
        document = write_with_gaps(file.gaps, limit, limits.depth, walk)
    if crc32(document) != file.check:
        raise HuskError("checkMismatch")
    return document


class _File:
    """The members of a file (section 6.1)."""

    def __init__(self, tokens: Tokens, limits: Limits) -> None:
        self.tokens = tokens
        self._check_version()
        parts = members(tokens, 0, _NAMES, "invalidMember")
        for name in (b'"template"', b'"check"', b'"values"'):
            if name not in parts:
                raise HuskError("invalidMember", tokens.starts[0])
        if tokens.kinds[parts[b'"values"']] != OPEN_ARRAY:
            raise HuskError("invalidMember", tokens.starts[parts[b'"values"']])
        self.texts = 1
        if b'"texts"' in parts:
            self.texts = self._count(parts[b'"texts"'], "invalidMember")
        self.check = self._check(parts[b'"check"'])
        self.template = TemplateReader(tokens, limits).template(parts[b'"template"'])
        self.gaps = self._gaps(parts[b'"gaps"']) if b'"gaps"' in parts else Gaps()
        self.values = parts[b'"values"']

    def _check_version(self) -> None:
        tokens = self.tokens
        if tokens.kinds[0] != OPEN_OBJECT:
            raise HuskError("notHusk", tokens.starts[0])
        at, found = 1, None
        while at < tokens.close[0] and found is None:
            if tokens.lexeme(at) == b'"husk"':
                found = at + 1
            at = tokens.next(at + 1)
        if found is None:
            raise HuskError("notHusk", tokens.starts[0])
        if self._count(found, "invalidMember") != 1:
            raise HuskError("unsupportedVersion", tokens.starts[found])

    def _count(self, token: int, code: str) -> int:
        value = None
        if self.tokens.kinds[token] == SCALAR:
            value = lexer.count(self.tokens.lexeme(token))
        if value is None:
            raise HuskError(code, self.tokens.starts[token])
        return value

    def _check(self, token: int) -> int:
        lexeme = self.tokens.lexeme(token)
        if len(lexeme) != 10 or lexeme[0] != 0x22 or any(d not in _DIGITS for d in lexeme[1:9]):
            raise HuskError("invalidMember", self.tokens.starts[token])
        return int(lexeme[1:9], 16)

    def _gaps(self, token: int) -> Gaps:
        tokens, code = self.tokens, "invalidGaps"
        names = (b'"newline"', b'"indent"', b'"list"', b'"at"')
        parts = members(tokens, token, names, code)

        def string(name: bytes, default: bytes) -> bytes:
            return self._string(parts[name]) if name in parts else default

        entries = [self._entry(item) for item in
                   (elements(tokens, parts[b'"list"'], code) if b'"list"' in parts else ())]
        items = elements(tokens, parts[b'"at"'], code) if b'"at"' in parts else []
        if len(items) % 2:
            raise HuskError(code, tokens.starts[parts[b'"at"']])
        at = [self._count(item, code) for item in items]
        newline, indent = string(b'"newline"', b"\n"), string(b'"indent"', b"")
        gaps = Gaps(newline, indent, entries, zip(at[::2], at[1::2]))
        if not gaps.is_valid():
            raise HuskError(code, tokens.starts[token])
        return gaps

    def _string(self, token: int) -> bytes:
        if not self.tokens.is_string(token):
            raise HuskError("invalidGaps", self.tokens.starts[token])
        return json.loads(self.tokens.lexeme(token)).encode("utf-8", "surrogatepass")

    def _entry(self, token: int) -> bytes | int:
        if self.tokens.is_number(token):
            level = lexer.integer(self.tokens.lexeme(token))
            if level is None:
                raise HuskError("invalidGaps", self.tokens.starts[token])
            return level
        return self._string(token)


class _Values:
    """Goes through the template, and takes the values one after the other (section 6.4)."""

    def __init__(self, tokens: Tokens, values: int, template: Template, writer) -> None:
        self.tokens, self.template, self.writer = tokens, template, writer
        self.at, self.end = values + 1, tokens.close[values]
        self.optional = [sum(field.optional for field in fields) for fields in template.fields]

    def finish(self) -> None:
        if self.at != self.end:
            raise HuskError("extraValue", self.tokens.starts[self.at])

    def take(self) -> int:
        """The first token of the next value."""
        token = self.at
        if token == self.end:
            raise HuskError("missingValue", self.tokens.starts[token])
        self.at = self.tokens.next(token)
        return token

    def invalid(self, token: int) -> HuskError:
        return HuskError("invalidValue", self.tokens.starts[token])

    def count(self, below: int) -> int:
        token = self.take()
        value = None
        if self.tokens.kinds[token] == SCALAR:
            value = lexer.count(self.tokens.lexeme(token))
        if value is None or value >= below:
            raise self.invalid(token)
        return value

    def write(self, token: int) -> None:
        """Writes the value that starts with a token."""
        tokens, writer = self.tokens, self.writer
        for at in range(token, tokens.next(token)):
            writer.token(tokens.kinds[at], tokens.lexeme(at))

    def slot(self, slot: Slot) -> None:
        kind, writer = slot.kind, self.writer
        if kind == ANY:
            self.write(self.take())
        elif kind == CONSTANT:
            writer.token(SCALAR, slot.lexeme)
        elif kind == ENUMERATION:
            self.entry(slot)
        elif kind == OBJECT:
            self.object(slot.shape)
        elif kind == ARRAY:
            count = self.count(MAX_COUNT + 1)
            begin(writer, OPEN_ARRAY)
            for _ in range(count):
                self.slot(slot.inside[0])
            begin(writer, CLOSE_ARRAY)
        elif kind == TUPLE:
            begin(writer, OPEN_ARRAY)
            for position in slot.inside:
                self.slot(position)
            begin(writer, CLOSE_ARRAY)
        elif kind == MAP:
            self.map(slot)
        else:
            self.slot(slot.inside[self.count(len(slot.inside))])

    def entry(self, slot: Slot) -> None:
        token = self.take()
        if self.tokens.is_number(token):
            self.writer.token(SCALAR, self.indexed(slot, token))
        elif self.tokens.kinds[token] == OPEN_ARRAY:
            items = elements(self.tokens, token, "invalidValue")
            if len(items) != 1:
                raise self.invalid(token)
            self.write(items[0])
        else:
            self.write(token)

    def indexed(self, slot: Slot, token: int) -> bytes:
        index = lexer.count(self.tokens.lexeme(token))
        if index is None or index >= len(slot.entries):
            raise self.invalid(token)
        return slot.entries[index]

    def object(self, shape: int) -> None:
        presence = 0
        for start in range(0, self.optional[shape], 32):
            bits = min(32, self.optional[shape] - start)
            presence |= self.count(1 << bits) << start
        begin(self.writer, OPEN_OBJECT)
        for field in self.template.fields[shape]:
            if field.optional:
                present, presence = presence & 1, presence >> 1
                if not present:
                    continue
            self.writer.token(KEY, field.lexeme)
            self.slot(field.slot)
        begin(self.writer, CLOSE_OBJECT)

    def map(self, slot: Slot) -> None:
        keys, values = slot.inside
        count = self.count(MAX_COUNT + 1)
        begin(self.writer, OPEN_OBJECT)
        for _ in range(count):
            token = self.take()
            if keys.kind == ENUMERATION and self.tokens.is_number(token):
                key = self.indexed(keys, token)
            elif self.tokens.is_string(token):
                key = self.tokens.lexeme(token)
            else:
                raise self.invalid(token)
            self.writer.token(KEY, key)
            self.slot(values)
        begin(self.writer, CLOSE_OBJECT)
