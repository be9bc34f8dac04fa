# SPDX-License-Identifier: Apache-2.0
"""Blocks with copies of rows that stand in them before (SPEC.md, section 8.8)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from .columns import MODELLED, STORED, Content, Sections, decode_block
from .errors import HuskError
from .integers import IntegerColumns
from .limits import Limits
from .reader import Reader
from .template import Template

_MAX_SEPARATOR = 255
_MAX_COPIES = 268_435_455
_FREE_PIECES = 65_536
_BYTES_OF_PIECE = 16


def decode_copies(content: Content, decoded: int, template: Template | None, limits: Limits,
                  verify_sections: bool) -> bytes:
    """The text of a block with copies; its check is up to the caller."""
    reader = Reader(content.rest, base=content.base)
    form = reader.byte()
    if form > MODELLED or (form == STORED and content.template is not None):
        raise HuskError("invalidColumn", content.base)
    rows, kept = reader.varint(), reader.varint()
    separator_bytes = reader.varint()
    if not rows <= kept <= decoded or not 1 <= separator_bytes <= _MAX_SEPARATOR:
        raise HuskError("invalidColumn", content.base)
    separator = reader.take(separator_bytes)
    size = reader.varint()
    base = content.base + reader.at
    sections = Sections(reader.take(size), base, 0, decoded, limits, verify_sections)
    copies = _read_copies(sections, decoded)
    base = content.base + reader.at
    inner = dataclasses.replace(content, form=form, rest=reader.rest(), base=base)
    text = decode_block(inner, rows, kept, template, limits, verify_sections)
    if len(text) != kept:
        raise HuskError("checkMismatch", base)
    most = _FREE_PIECES + decoded // _BYTES_OF_PIECE
    return _with_copies(_pieces(text, separator, most), copies, decoded - kept, most)


def _read_copies(sections: Sections, decoded: int) -> Iterable[tuple[int, int, int]]:
    """New pieces before each copy, more pieces than one in it, and how far back it starts."""
    source = Reader(sections.descriptors)
    count = source.varint()
    if count > min(decoded, _MAX_COPIES):
        raise source.refuse("invalidColumn")
    integers = IntegerColumns(source, sections.numbers, decoded)
    columns = [integers.read(count) for _ in range(3 if count else 0)]
    if source.left:
        raise source.refuse("extraValue")
    sections.finish()
    return zip(*columns)


def _pieces(text: bytes, separator: bytes, most: int) -> list[bytes]:
    """The pieces of a text, each of which but the first starts with the separator.

    Behind ``most`` pieces there is one of all the rest, which none of the copies can stand behind.
    """
    pieces, start = [], 0
    while start < len(text):
        end = text.find(separator, start + 1) if len(pieces) < most else -1
        if end < 0:
            end = len(text)
        pieces.append(text[start:end])
        start = end
    return pieces


def _with_copies(kept: list[bytes], copies: Iterable[tuple[int, int, int]], left: int,
                 most: int) -> bytes:
    """The text of the pieces that are kept and of copies, which have at most ``left`` bytes.

    Up to the last copy there are at most ``most`` pieces.
    """
    pieces: list[bytes] = []
    taken = 0
    for new, more, back in copies:
        if min(new, more, back) < 0:
            raise HuskError("invalidValue")
        if new > len(kept) - taken:
            raise HuskError("missingValue" if len(kept) <= most else "limitExceeded")
        if new > most - len(pieces):
            raise HuskError("limitExceeded")
        pieces += kept[taken : taken + new]
        taken += new
        if back >= len(pieces):
            raise HuskError("invalidValue")
        if more >= most - len(pieces):
            raise HuskError("limitExceeded")
        first = len(pieces) - 1 - back
        copied = pieces[first : first + 1 + more]
        # What the copy appends itself repeats what it has copied so far.
        copied = (copied * (more // len(copied) + 1))[: 1 + more]
        left -= sum(map(len, copied))
        if left < 0:
            raise HuskError("limitExceeded")
        pieces += copied
    return b"".join(pieces + kept[taken:])
