# SPDX-License-Identifier: Apache-2.0
"""Masks: short strings that are sealed for a place in an address (SPEC.md, section 14.10)."""

from __future__ import annotations

import base64
import re
import time

from .encryption import Keyring, _aead, hkdf
from .errors import HuskError
from .reader import Reader, varint

_LIMIT = 65_536
_CHARACTERS = re.compile(r"[A-Za-z0-9_-]*")


def _cipher(key: bytes):
    return _aead().AESSIV(hkdf(key, b"", b"husk 1 mask", 64))


def _context(context: str) -> list[bytes] | None:
    data = context.encode()
    if len(data) > _LIMIT:
        raise HuskError("limitExceeded")
    return [data] if data else None


def mask(text: str, keys: Keyring, context: str = "", expiry: int = 0) -> str:
    """The mask of a string under the active key; it is refused from ``expiry`` on."""
    data, associated = text.encode(), _context(context)
    if len(data) > _LIMIT:
        raise HuskError("limitExceeded")
    if keys.active is None:
        raise HuskError("missingKey")
    sealed = _cipher(keys.active).encrypt(varint(expiry) + data, associated)
    return base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()


def unmask(masked: str, keys: Keyring, context: str = "", now: int | None = None) -> str:
    """The string that a mask was made of."""
    failed = HuskError("authenticationFailed")
    associated = _context(context)
    if len(masked) % 4 == 1 or not _CHARACTERS.fullmatch(masked):
        raise failed
    sealed = base64.urlsafe_b64decode(masked + "=" * (-len(masked) % 4))
    if base64.urlsafe_b64encode(sealed).rstrip(b"=").decode() != masked:
        raise failed
    if len(sealed) > _LIMIT + 26:
        raise HuskError("limitExceeded")
    for key in keys.keys.values():
        try:
            plain = _cipher(key).decrypt(sealed, associated)
        except HuskError:
            raise
        except Exception:
            continue
        return _text(plain, int(time.time()) if now is None else now)
    raise failed


def _text(plain: bytes, now: int) -> str:
    reader = Reader(plain)
    try:
        expiry = reader.varint()
        text = reader.rest().decode("utf-8")
    except (HuskError, UnicodeDecodeError):
        raise HuskError("authenticationFailed") from None
    if len(text.encode()) > _LIMIT:
        raise HuskError("limitExceeded")
    if expiry and expiry <= now:
        raise HuskError("expiredMask")
    return text
