# SPDX-License-Identifier: Apache-2.0
"""Tells what some bytes are, and decodes them."""

from __future__ import annotations

from . import message, text_layout
from .container import MAGIC
from .encryption import SEALED_MESSAGE, open_message
from .envelope import is_envelope, open_envelope
from .errors import HuskError
from .files import Options, blocks
from .message_template import TEMPLATE_FILE, MessageTemplate


def decode(data: bytes, options: Options = Options(), template: MessageTemplate | None = None,
           lookup: message.Lookup | None = None) -> bytes:
    """The document that a file, a message or an envelope stands for."""
    if is_envelope(data):
        data = open_envelope(data)
    if data[:2] == SEALED_MESSAGE:
        try:
            return _decode_sealed(data, options, template, lookup)
        except HuskError:
            # One in 65,536 bare messages starts like this (section 13.1).
            if template is None or options.must_be_sealed or options.keys is not None:
                raise
            return message.decode(data, template, lookup, options.limits)
    if data[:1] == MAGIC[:1] and not message.is_message(data) and data[:2] != TEMPLATE_FILE:
        return b"".join([block.text() for block in blocks(data, options)])
    return _decode_open(data, options, template, lookup)


def _decode_sealed(data, options: Options, template, lookup) -> bytes:
    opened = open_message(data, options.keys, options.limits)
    if opened[:3] == MAGIC or opened[:2] == SEALED_MESSAGE or is_envelope(opened):
        raise HuskError("invalidFrame", 0)
    return _decode_layout(opened, options, template, lookup)


def _decode_open(data: bytes, options: Options, template, lookup) -> bytes:
    if options.must_be_sealed:
        raise HuskError("notSealed", 0)
    return _decode_layout(data, options, template, lookup)


def _decode_layout(data: bytes, options: Options, template, lookup) -> bytes:
    if message.is_message(data):
        return message.decode(data, template, lookup, options.limits)
    if template is None or text_layout.is_text_layout(data):
        if not data:
            raise HuskError("emptyInput", 0)
        if data[:1] == MAGIC[:1]:
            raise HuskError("notHusk", 0)
        return text_layout.decode(data, options.limits)
    return message.decode(data, template, lookup, options.limits)


def decode_sequence(data: bytes, options: Options = Options(),
                    template: MessageTemplate | None = None,
                    lookup: message.Lookup | None = None) -> bytes:
    """The documents of messages that stand one behind the other (section 13.10)."""
    lookup = {} if lookup is None else lookup
    if template is not None:
        lookup.setdefault(template.identity[:8], template)
    pieces: list[bytes] = []
    size = 0
    for one in message.sequence(data, options.limits):
        if one == b"":
            pieces.pop()
            continue
        if one[:2] == SEALED_MESSAGE:
            document = _decode_sealed(one, options, template, lookup)
        elif options.must_be_sealed:
            raise HuskError("notSealed")
        else:
            document = message.decode(one, template, lookup, options.limits)
        pieces += (document, b"\n")
        size += len(document) + 1
        if size > options.limits.document_bytes(len(data)):
            raise HuskError("limitExceeded")
    return b"".join(pieces)
