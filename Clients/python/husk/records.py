# SPDX-License-Identifier: Apache-2.0
"""Rows out of the pieces of JSON that libhusk hands out."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator

_DECODER = json.JSONDecoder()
_PUNCTUATION = " \t\r\n,"
_TOGETHER = 1000

Piece = tuple[bytes, bool]
"""Some rows, and whether they are elements of an array: ``[``, rows with commas between them, ``]``,
LF, in one piece or several. Others are texts, each followed by LF."""


def records_of_pieces(pieces: Iterable[Piece], parsed: bool) -> Iterator:
    """The rows in minified JSON, which comes in pieces."""
    for has_elements, some in _runs(pieces):
        yield from (_elements if has_elements else _texts)(some, parsed)


def list_of_pieces(pieces: Iterable[Piece]) -> list:
    """The same rows at once, parsed: no time is spent to hand out one after the other."""
    rows: list = []
    for has_elements, some in _runs(pieces):
        for part in (_lists_of_elements if has_elements else _lists_of_texts)(some):
            rows += part
    return rows


def _runs(pieces: Iterable[Piece]) -> Iterator:
    """Pieces of one kind that stand side by side."""
    for has_elements, run in itertools.groupby(pieces, key=lambda piece: piece[1]):
        yield has_elements, (piece for piece, _ in run)


def _lists_of_texts(pieces: Iterable[bytes]) -> Iterator[list]:
    kept = b""
    for piece in pieces:
        data = kept + piece if kept else piece
        end = data.rfind(b"\n") + 1
        kept = data[end:]
        if end:
            # No string has a line end in it, so these are the ends of texts.
            yield json.loads(b"[" + data[: end - 1].replace(b"\n", b",") + b"]")
    if kept:
        yield [json.loads(kept)]


def _texts(pieces: Iterable[bytes], parsed: bool) -> Iterator:
    """Texts on lines of their own; no LF stands inside of them."""
    kept = b""
    for piece in pieces:
        data = kept + piece if kept else piece
        end = data.rfind(b"\n") + 1
        kept = data[end:]
        if not end:
            continue
        lines = data[: end - 1].split(b"\n")
        if not parsed:
            yield from lines
            continue
        for at in range(0, len(lines), _TOGETHER):
            # One call for some lines is faster than one for each.
            yield from json.loads(b"[" + b",".join(lines[at : at + _TOGETHER]) + b"]")
    if kept:
        yield json.loads(kept) if parsed else kept


def _elements(pieces: Iterable[bytes], parsed: bool) -> Iterator:
    for rows in _lists_of_elements(pieces, parsed):
        yield from rows


def _lists_of_elements(pieces: Iterable[bytes], parsed: bool = True) -> Iterator[list]:
    kept, inside = b"", False
    for piece in pieces:
        data = kept + piece if kept else piece
        rows, kept, inside = _cut(data, inside, parsed)
        yield rows
    if kept.strip(b" \t\r\n,[]"):
        raise ValueError("the pieces end inside a row")


def _cut(data: bytes, inside: bool, parsed: bool):
    """The whole rows of some bytes, what is left, and whether that is inside an array."""
    stripped = data.strip(b"\n")
    if parsed and stripped and data.count(b"\n") <= 1:
        body = stripped if inside else stripped[1:] if stripped[:1] == b"[" else None
        if body is not None and (body[-1:] == b"]" or body[-1:] == b"}"):
            closes = data.endswith(b"]\n")
            whole = b"[" + body.lstrip(b",") + (b"" if closes else b"]")
            try:
                return json.loads(whole), b"", not closes
            except ValueError:
                pass
    return _cut_slowly(data, inside, parsed)


def _cut_slowly(data: bytes, inside: bool, parsed: bool):
    try:
        text, tail = data.decode("utf-8"), b""
    except UnicodeDecodeError as error:
        text, tail = data[: error.start].decode("utf-8"), data[error.start :]
    rows: list = []
    at = 0
    while True:
        while at < len(text) and text[at] in _PUNCTUATION:
            at += 1
        if at == len(text):
            return rows, tail, inside
        if not inside:
            inside, at = text[at] == "[", at + 1
            continue
        if text[at] == "]":
            inside, at = False, at + 1
            continue
        try:
            value, end = _DECODER.raw_decode(text, at)
        except ValueError:
            end = None
        # A number at the end may go on in the next piece.
        if end is None or end == len(text):
            return rows, text[at:].encode("utf-8") + tail, inside
        rows.append(value if parsed else text[at:end].encode("utf-8"))
        at = end
