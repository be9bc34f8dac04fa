# SPDX-License-Identifier: Apache-2.0
"""Templates as the text layout writes them (SPEC.md, section 6.2)."""

from __future__ import annotations

from . import lexer
from .errors import HuskError
from .lexer import KEY, OPEN_ARRAY, OPEN_OBJECT, SCALAR, Tokens
from .limits import Limits
from .template import (
    ANY, ARRAY, CONSTANT, ENUMERATION, MAP, OBJECT, ONE_OF, TUPLE, Counter, Field, Shape, Slot,
    Template,
)


def read_template(data: bytes, limits: Limits) -> Template:
    """A template that is a JSON text of its own."""
    return TemplateReader(lexer.scan_one(data, limits.file_depth), limits).template(0)


def members(tokens: Tokens, token: int, allowed: tuple[bytes, ...], code: str) -> dict[bytes, int]:
    """The values of the members of an object, by the lexemes of their names."""
    if tokens.kinds[token] != OPEN_OBJECT:
        raise HuskError(code, tokens.starts[token])
    found: dict[bytes, int] = {}
    at, close = token + 1, tokens.close[token]
    while at < close:
        name = tokens.lexeme(at)
        if name in found or name not in allowed:
            raise HuskError(code, tokens.starts[at])
        found[name] = at + 1
        at = tokens.next(at + 1)
    return found


def elements(tokens: Tokens, token: int, code: str) -> list[int]:
    """The first tokens of the elements of an array."""
    if tokens.kinds[token] != OPEN_ARRAY:
        raise HuskError(code, tokens.starts[token])
    found, at, close = [], token + 1, tokens.close[token]
    while at < close:
        found.append(at)
        at = tokens.next(at)
    return found


class TemplateReader:
    """Reads a template from the tokens of a file."""

    def __init__(self, tokens: Tokens, limits: Limits) -> None:
        self.tokens, self.counter, self.shape_count = tokens, Counter(limits), 0

    def refuse(self, token: int) -> HuskError:
        return HuskError("invalidTemplate", self.tokens.starts[token])

    def template(self, token: int) -> Template:
        parts = members(self.tokens, token, (b'"shapes"', b'"root"'), "invalidTemplate")
        if b'"root"' not in parts:
            raise self.refuse(token)
        shapes = []
        if b'"shapes"' in parts:
            items = elements(self.tokens, parts[b'"shapes"'], "invalidTemplate")
            self.shape_count = len(items)
            self.counter.shape_count(len(items), self.tokens.starts[parts[b'"shapes"']])
            shapes = [self.shape(number, item) for number, item in enumerate(items)]
        return Template(shapes, self.slot(parts[b'"root"'], 1))

    def shape(self, number: int, token: int) -> Shape:
        items = elements(self.tokens, token, "invalidTemplate")
        parent, at = None, 0
        if items and self.tokens.is_number(items[0]):
            parent, at = self.count(items[0]), 1
            if parent >= number:
                raise self.refuse(items[0])
        own = []
        while at < len(items):
            key = items[at]
            if not self.tokens.is_string(key):
                raise self.refuse(key)
            at += 1
            if at < len(items) and not self.tokens.is_string(items[at]):
                own.append(self.field(key, items[at]))
                at += 1
            else:
                self.counter.slot(1, self.tokens.starts[key])
                own.append(Field(self.tokens.lexeme(key)[1:-1], False, Slot(ANY)))
        self.counter.shape(parent, self.tokens.starts[token])
        return Shape(parent, own)

    def field(self, key: int, token: int) -> Field:
        tokens, optional = self.tokens, False
        if tokens.kinds[token] == OPEN_OBJECT and tokens.kinds[token + 1] == KEY:
            if tokens.lexeme(token + 1) == b'"optional"':
                inside = members(tokens, token, (b'"optional"',), "invalidTemplate")
                token, optional = inside[b'"optional"'], True
        return Field(tokens.lexeme(key)[1:-1], optional, self.slot(token, 1))

    def count(self, token: int) -> int:
        value = lexer.count(self.tokens.lexeme(token))
        if value is None:
            raise self.refuse(token)
        return value

    def scalar(self, token: int) -> bytes:
        if self.tokens.kinds[token] != SCALAR:
            raise self.refuse(token)
        return self.tokens.lexeme(token)

    def slots(self, token: int, depth: int) -> list[Slot]:
        return [self.slot(item, depth + 1)
                for item in elements(self.tokens, token, "invalidTemplate")]

    def dictionary(self, token: int, strings: bool) -> Slot:
        items = elements(self.tokens, token, "invalidTemplate")
        if not items:
            raise self.refuse(token)
        self.counter.entry(len(items), self.tokens.starts[token])
        for item in items:
            if strings and not self.tokens.is_string(item):
                raise self.refuse(item)
        return Slot(ENUMERATION, entries=tuple(self.scalar(item) for item in items))

    def slot(self, token: int, depth: int) -> Slot:
        tokens = self.tokens
        self.counter.slot(depth, tokens.starts[token])
        if tokens.kinds[token] == OPEN_ARRAY:
            inside = self.slots(token, depth)
            if len(inside) != 1:
                raise self.refuse(token)
            return Slot(ARRAY, inside=inside)
        if tokens.kinds[token] == SCALAR:
            if tokens.lexeme(token) == b"null":
                return Slot(ANY)
            shape = self.count(token)
            if shape >= self.shape_count:
                raise self.refuse(token)
            return Slot(OBJECT, shape=shape)
        return self.written_object(token, depth)

    def written_object(self, token: int, depth: int) -> Slot:
        """A slot that is written as an object with a name."""
        names = (b'"const"', b'"enum"', b'"tuple"', b'"map"', b'"keys"', b'"oneOf"')
        parts = members(self.tokens, token, names, "invalidTemplate")
        kinds = set(parts)
        if kinds == {b'"const"'}:
            return Slot(CONSTANT, lexeme=self.scalar(parts[b'"const"']))
        if kinds == {b'"enum"'}:
            return self.dictionary(parts[b'"enum"'], False)
        if kinds == {b'"tuple"'}:
            return Slot(TUPLE, inside=self.slots(parts[b'"tuple"'], depth))
        if kinds in ({b'"map"'}, {b'"map"', b'"keys"'}):
            self.counter.slot(depth + 1, self.tokens.starts[token])
            keys = Slot(ANY)
            if b'"keys"' in parts:
                keys = self.dictionary(parts[b'"keys"'], True)
            return Slot(MAP, inside=(keys, self.slot(parts[b'"map"'], depth + 1)))
        if kinds == {b'"oneOf"'}:
            inside = self.slots(parts[b'"oneOf"'], depth)
            if len(inside) < 2 or any(slot.kind == ONE_OF for slot in inside):
                raise self.refuse(token)
            return Slot(ONE_OF, inside=inside)
        raise self.refuse(token)
