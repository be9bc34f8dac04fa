# SPDX-License-Identifier: Apache-2.0
"""The row layout: single messages, and sequences of them (SPEC.md, section 13)."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from zlib import crc32

from .errors import HuskError
from .limits import DEFAULT, Limits, deep_recursion
from .message_template import MessageTemplate, read_message_template_frame
from .message_values import Message
from .primed import primed_document
from .range_coder import RangeDecoder
from .reader import Reader

REFERENCED, EMBEDDED = b"\xfdM", b"\xfdT"

Lookup = MutableMapping[bytes, MessageTemplate]
"""Templates by the first eight bytes of their identities."""


def is_message(data: bytes) -> bool:
    """Whether some bytes say that they are a message."""
    return data[:2] in (REFERENCED, EMBEDDED)


def decode(data: bytes, template: MessageTemplate | None = None, lookup: Lookup | None = None,
           limits: Limits = DEFAULT) -> bytes:
    """The document that a message stands for that is not sealed.

    Bare messages are of ``template``. Others are looked up; without ``lookup`` they have to be of
    ``template``, too, where there is one.
    """
    if not is_message(data):
        if template is None:
            raise HuskError("unknownTemplate", 0)
        return _decode_bare(data, template, limits)
    try:
        return _decode_marked(data, template, lookup, limits)
    except HuskError:
        if template is not None:
            try:
                return _decode_bare(data, template, limits)
            except HuskError:
                pass
        raise


def _decode_bare(data: bytes, template: MessageTemplate, limits: Limits) -> bytes:
    if len(data) < 3:
        raise HuskError("truncated", len(data))
    return _decode_values(data[3:], template, int.from_bytes(data[:3], "little"), 0xFFFFFF,
                          limits, len(data))


def _decode_marked(data: bytes, one: MessageTemplate | None, lookup: Lookup | None,
                   limits: Limits) -> bytes:
    reader = Reader(data)
    only = one if lookup is None else None
    if reader.take(2) == REFERENCED:
        identity = reader.take(8)
        if only is not None and only.identity[:8] != identity:
            raise HuskError("templateMismatch", 2)
        template = only or (lookup.get(identity) if lookup is not None else None)
        if template is None:
            raise HuskError("unknownTemplate", 2)
    else:
        template = read_message_template_frame(reader.bytes(), limits)
        if only is not None and only.identity != template.identity:
            raise HuskError("templateMismatch", 2)
        if lookup is not None:
            template = lookup.setdefault(template.identity[:8], template)
    check = reader.word()
    return _decode_values(reader.rest(), template, check, 0xFFFFFFFF, limits, len(data))


def _decode_values(values: bytes, template: MessageTemplate, check: int, mask: int,
                   limits: Limits, input_bytes: int) -> bytes:
    limit = limits.document_bytes(input_bytes)
    with deep_recursion(limits):
        if template.lesson is not None:
            coder, document = primed_document(values, template, limits, limit)
        else:
            coder = RangeDecoder(values)
            try:
                template.text_model.begin_message()
                document = Message(coder, template, limits, limit).document()
            finally:
                template.text_model.end_message()
    if crc32(document, template.seed) & mask != check:
        raise HuskError("checkMismatch")
    coder.finish()
    return document


def sequence(data: bytes, limits: Limits = DEFAULT) -> Iterator[bytes]:
    """The messages that stand one behind the other (section 13.10), and ``b""`` for the last mark."""
    reader, before = Reader(data), None
    while reader.left:
        start = reader.at
        if before == b"":
            raise reader.refuse("extraValue", start)
        count = reader.varint()
        if count > limits.frameByteCount:
            raise reader.refuse("limitExceeded", start)
        if count == 0 and before is None:
            raise reader.refuse("truncated")
        before = reader.take(count)
        yield before
