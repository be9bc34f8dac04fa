# SPDX-License-Identifier: Apache-2.0
"""Envelopes: anything encoded as the JSON text {"data":"…"} (SPEC.md, section 14.6)."""

from __future__ import annotations

import base64
import re

from .errors import HuskError

_START = re.compile(rb'[ \t\r\n]*\{[ \t\r\n]*"data"')
_WHOLE = re.compile(
    rb'[ \t\r\n]*\{[ \t\r\n]*"data"[ \t\r\n]*:[ \t\r\n]*"((?:[^"\\]|\\.)*)"[ \t\r\n]*\}[ \t\r\n]*',
    re.DOTALL,
)
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SIMPLE = {b"n": b"", b"r": b"", b"t": b"", b"/": b"/"}
_BLANKS = re.compile(rb"[ \t\r\n]")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]*={0,2}")


def is_envelope(data: bytes) -> bool:
    """Whether a text is taken for an envelope."""
    return _START.match(data) is not None


def open_envelope(data: bytes) -> bytes:
    """The bytes in an envelope."""
    invalid = HuskError("invalidEnvelope")
    whole = _WHOLE.fullmatch(data)
    if whole is None:
        raise invalid

    def unescape(found: re.Match[bytes]) -> bytes:
        if found[1] is not None:
            code = int(found[1], 16)
            if code > 0x7F:
                raise invalid
            return bytes((code,))
        if found[2] not in _SIMPLE:
            raise invalid
        return _SIMPLE[found[2]]

    text = _BLANKS.sub(b"", _ESCAPE.sub(unescape, whole[1]))
    text = text.replace(b"-", b"+").replace(b"_", b"/")
    if not _BASE64.fullmatch(text):
        raise invalid
    bare = text.rstrip(b"=")
    padded = bare + b"=" * (-len(bare) % 4)
    if len(bare) % 4 == 1 or text not in (bare, padded):
        raise invalid
    content = base64.b64decode(padded)
    if base64.b64encode(content) != padded or is_envelope(content):
        raise invalid
    return content


def make_envelope(data: bytes) -> bytes:
    """An envelope around some bytes."""
    return b'{"data":"' + base64.b64encode(data) + b'"}'
