# SPDX-License-Identifier: Apache-2.0
"""JSON texts as tokens, and what is wrong with them (SPEC.md, section 3)."""

from __future__ import annotations

import re

from .errors import HuskError
from .limits import MAX_STRING

# The kinds of neighbours (section 5.1); those of tokens are the same.
EDGE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON, KEY, SCALAR = range(9)

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_STRING = rb'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"'
_NUMBER = rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
_LITERAL = rb"true|false|null"
_TOKEN = re.compile(
    rb"[ \t\n\r]*(?:([{}\[\],:])|(" + _STRING + rb")|(" + _NUMBER + rb")|(" + _LITERAL + rb"))"
)
_WHOLE_STRING = re.compile(_STRING)
_WHOLE_SCALAR = re.compile(rb"(?:" + _STRING + rb"|" + _NUMBER + rb"|" + _LITERAL + rb")")
_INTEGER = re.compile(rb"(?:0|-?[1-9][0-9]*)")
_PUNCTUATION = {
    b"{": OPEN_OBJECT, b"}": CLOSE_OBJECT, b"[": OPEN_ARRAY, b"]": CLOSE_ARRAY,
    b",": COMMA, b":": COLON,
}

# What may come next.
_TOP, _VALUE, _FIRST_VALUE, _FIRST_KEY, _NEXT_KEY, _COLON, _BEHIND = range(7)
_TAKES_VALUE = (_TOP, _VALUE, _FIRST_VALUE)
_TAKES_STRING = (_TOP, _VALUE, _FIRST_VALUE, _FIRST_KEY, _NEXT_KEY)


class Tokens:
    """The tokens of a document: for each its kind, and where it starts and ends.

    ``close`` is the number of the closing token of each opening one, and ``texts`` holds the
    numbers of the first tokens of the texts.
    """

    __slots__ = ("data", "kinds", "starts", "ends", "close", "texts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.kinds: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.close: dict[int, int] = {}
        self.texts: list[int] = []

    def lexeme(self, token: int) -> bytes:
        return self.data[self.starts[token] : self.ends[token]]

    def next(self, token: int) -> int:
        """The token behind the value that starts with this one."""
        return self.close.get(token, token) + 1

    def is_number(self, token: int) -> bool:
        return self.kinds[token] == SCALAR and self.data[self.starts[token]] in b"-0123456789"

    def is_string(self, token: int) -> bool:
        return self.kinds[token] == SCALAR and self.data[self.starts[token]] == 0x22


def scan(data: bytes, depth: int) -> Tokens:
    """The tokens of all texts of a document, or an error that names the byte at fault."""
    return _Scanner(data, depth).run()


def scan_one(data: bytes, depth: int) -> Tokens:
    """The tokens of exactly one text."""
    tokens = scan(data, depth)
    if not tokens.texts:
        raise HuskError("emptyInput", len(data))
    if len(tokens.texts) > 1:
        raise HuskError("extraText", tokens.starts[tokens.texts[1]])
    return tokens


class _Scanner:
    def __init__(self, data: bytes, depth: int) -> None:
        self.data, self.depth = data, depth
        self.tokens = Tokens(data)
        self.bad_character = _first_bad_character(data)
        self.open: list[int] = []

    def run(self) -> Tokens:
        data, tokens = self.data, self.tokens
        kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
        at = 3 if data.startswith(BYTE_ORDER_MARK) else 0
        state, match = _TOP, _TOKEN.match
        while True:
            found = match(data, at)
            if found is None:
                start = len(data) - len(data[at:].lstrip(b" \t\n\r"))
                if start == len(data) and state == _TOP:
                    return tokens
                raise self._fault(start, state, at)
            group = found.lastindex or 0
            start, end = found.span(group)
            if group == 1:
                kind = _PUNCTUATION[data[start:end]]
                state = self._punctuation(kind, start, state, at)
                if kind >= COMMA:
                    at = end
                    continue
            elif state in _TAKES_VALUE or (group == 2 and state in _TAKES_STRING):
                if state == _TOP:
                    self._text(start, at)
                if group == 2:
                    self._string(start, end)
                elif group == 3:
                    if end < len(data) and data[end] in b"0123456789.eE":
                        raise _bad_number(data, start)
                    if end - start > MAX_STRING:
                        raise HuskError("limitExceeded", start)
                kind = KEY if state in (_FIRST_KEY, _NEXT_KEY) else SCALAR
                state = _COLON if kind == KEY else _BEHIND if self.open else _TOP
            else:
                raise HuskError("unexpectedCharacter", start)
            kinds.append(kind)
            starts.append(start)
            ends.append(end)
            at = end

    def _text(self, start: int, before: int) -> None:
        if self.tokens.texts and start == before:
            raise HuskError("unexpectedCharacter", start)
        self.tokens.texts.append(len(self.tokens.kinds))

    def _string(self, start: int, end: int) -> None:
        if self.bad_character is not None and self.bad_character < end:
            raise HuskError("invalidUTF8", self.bad_character)
        if end - start - 2 > MAX_STRING:
            raise HuskError("limitExceeded", start)

    def _punctuation(self, kind: int, start: int, state: int, before: int) -> int:
        """The state behind a bracket, comma or colon."""
        tokens, open_ = self.tokens, self.open
        if kind in (OPEN_OBJECT, OPEN_ARRAY):
            if state in _TAKES_VALUE:
                if state == _TOP:
                    self._text(start, before)
                if len(open_) >= self.depth:
                    raise HuskError("limitExceeded", start)
                open_.append(len(tokens.kinds))
                return _FIRST_KEY if kind == OPEN_OBJECT else _FIRST_VALUE
        elif kind in (CLOSE_OBJECT, CLOSE_ARRAY):
            first = _FIRST_KEY if kind == CLOSE_OBJECT else _FIRST_VALUE
            if open_ and tokens.kinds[open_[-1]] == kind - 1 and state in (first, _BEHIND):
                tokens.close[open_.pop()] = len(tokens.kinds)
                return _BEHIND if open_ else _TOP
        elif kind == COLON:
            if state == _COLON:
                return _VALUE
        elif state == _BEHIND:
            return _NEXT_KEY if tokens.kinds[open_[-1]] == OPEN_OBJECT else _VALUE
        raise HuskError("unexpectedCharacter", start)

    def _fault(self, at: int, state: int, before: int) -> HuskError:
        """Why no token starts here."""
        data = self.data
        if at == len(data):
            return HuskError("unexpectedEnd", at)
        first = data[at]
        if state == _TOP and self.tokens.texts and at == before:
            return HuskError("unexpectedCharacter", at)
        if first == 0x22 and state in _TAKES_STRING:
            return _bad_string(data, at, self.bad_character)
        if state in _TAKES_VALUE:
            if first in b"-0123456789":
                return _bad_number(data, at)
            for literal in (b"true", b"false", b"null"):
                if first == literal[0]:
                    return _bad_literal(data, at, literal)
        return HuskError("unexpectedCharacter", at)


def _first_bad_character(data: bytes) -> int | None:
    if data.isascii():
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _bad_string(data: bytes, at: int, bad_character: int | None) -> HuskError:
    """What is wrong with the string that starts here."""
    at += 1
    while at < len(data):
        if at == bad_character:
            return HuskError("invalidUTF8", at)
        byte = data[at]
        if byte < 0x20:
            return HuskError("controlCharacter", at)
        if byte == 0x5C:
            at += 1
            if at == len(data):
                break
            if data[at] not in b'"\\/bfnrtu':
                return HuskError("invalidEscape", at)
            if data[at] == 0x75:
                for at in range(at + 1, at + 5):
                    if at >= len(data):
                        return HuskError("unexpectedEnd", len(data))
                    if data[at] not in b"0123456789abcdefABCDEF":
                        return HuskError("invalidEscape", at)
        at += 1
    return HuskError("unexpectedEnd", len(data))


def _bad_number(data: bytes, at: int) -> HuskError:
    """What is wrong with the number that starts here."""
    def digits(at: int) -> int:
        while at < len(data) and data[at] in b"0123456789":
            at += 1
        return at

    def fault(at: int) -> HuskError:
        return HuskError("unexpectedEnd" if at >= len(data) else "invalidNumber", at)

    if data[at] == 0x2D:
        at += 1
    if at < len(data) and data[at] == 0x30:
        at += 1
    else:
        end = digits(at)
        if end == at:
            return fault(at)
        at = end
    if at < len(data) and data[at] == 0x2E:
        end = digits(at + 1)
        if end == at + 1:
            return fault(end)
        at = end
    if at < len(data) and data[at] in b"eE":
        at += 1
        if at < len(data) and data[at] in b"+-":
            at += 1
        end = digits(at)
        if end == at:
            return fault(at)
        at = end
    if at < len(data) and data[at] not in b"0123456789":
        return HuskError("unexpectedCharacter", at)     # the number is complete
    return fault(at)


def _bad_literal(data: bytes, at: int, literal: bytes) -> HuskError:
    for expected in literal:
        if at == len(data):
            return HuskError("unexpectedEnd", at)
        if data[at] != expected:
            break
        at += 1
    return HuskError("unexpectedCharacter", at)


def is_scalar(lexeme: bytes) -> bool:
    """Whether these bytes are one scalar, without whitespace around it."""
    return _WHOLE_SCALAR.fullmatch(lexeme) is not None and _is_utf8(lexeme)


def is_string(lexeme: bytes) -> bool:
    """Whether these bytes are one string in quotes."""
    return _WHOLE_STRING.fullmatch(lexeme) is not None and _is_utf8(lexeme)


def _is_utf8(data: bytes) -> bool:
    return _first_bad_character(data) is None


def integer(lexeme: bytes) -> int | None:
    """The integer that a number is (section 2.2), if it is one."""
    if _INTEGER.fullmatch(lexeme) is None or len(lexeme) > 17:
        return None
    value = int(lexeme)
    return value if abs(value) < 1 << 53 else None


def count(lexeme: bytes) -> int | None:
    """The count that a number is (section 2.2), if it is one."""
    value = integer(lexeme)
    return value if value is not None and value >= 0 else None
