# SPDX-License-Identifier: Apache-2.0
"""What is sealed, and the keys that open it (SPEC.md, sections 14.1 to 14.5, 14.7 and 14.11)."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import re

from .errors import HuskError
from .limits import DEFAULT, Limits

SEALED_MESSAGE = b"\xfdS"
_KEY_SCHEME, _PASSPHRASE_SCHEME = 1, 2
_LINE = re.compile(r"(active|key) ([0-9a-f]{16}) ([0-9a-f]{64})")


def hkdf(key: bytes, salt: bytes, info: bytes, count: int) -> bytes:
    """HKDF-SHA-256 (RFC 5869)."""
    secret = hmac.digest(salt or bytes(32), key, "sha256")
    out, block, number = b"", b"", 0
    while len(out) < count:
        number += 1
        block = hmac.digest(secret, block + info + bytes((number,)), "sha256")
        out += block
    return out[:count]


def key_name(key: bytes) -> bytes:
    """The name of a key (section 14.1)."""
    return hkdf(key, b"", b"husk 1 key id", 8)


class Keyring:
    """Keys by their names, and perhaps a passphrase."""

    def __init__(self, keys=(), passphrase: bytes | str | None = None) -> None:
        self.keys = {key_name(key): key for key in keys}
        if any(len(key) != 32 for key in self.keys.values()):
            raise ValueError("a key has 32 bytes")
        self.passphrase = passphrase.encode() if isinstance(passphrase, str) else passphrase
        self.active: bytes | None = next(iter(self.keys.values()), None)

    @classmethod
    def read(cls, text: bytes | str) -> Keyring:
        """The keys of a key file (section 14.7)."""
        invalid = HuskError("invalidKeyring")
        try:
            text = text if isinstance(text, str) else text.decode("utf-8")
        except UnicodeDecodeError:
            raise invalid from None
        lines = [line for line in text.split("\n") if line and not line.startswith("#")]
        if not lines or lines[0] != "husk keyring 1":
            raise invalid
        ring = cls()
        for line in lines[1:]:
            found = _LINE.fullmatch(line)
            if found is None:
                raise invalid
            name, key = bytes.fromhex(found[2]), bytes.fromhex(found[3])
            if key_name(key) != name or name in ring.keys:
                raise invalid
            ring.keys[name] = key
            if found[1] == "active":
                if ring.active is not None:
                    raise invalid
                ring.active = key
        if ring.active is None:
            raise invalid
        return ring

    def __repr__(self) -> str:
        return f"<Keyring of {len(self.keys)} keys>"


@dataclasses.dataclass
class Header:
    """An encryption header, and the key that it names."""

    key: bytes = dataclasses.field(repr=False)
    salt: bytes
    size: int


def read_header(data: bytes, keys: Keyring | None, limits: Limits = DEFAULT, offset: int = 0,
                is_whole: bool = True, missing: str = "missingKey",
                no_passphrase: bool = False) -> Header:
    """The encryption header (section 14.2) that some bytes are, or start with."""
    short = HuskError("invalidFrame" if is_whole else "truncated", offset)
    if not data:
        raise short
    scheme = data[0]
    if scheme not in (_KEY_SCHEME, _PASSPHRASE_SCHEME) or (no_passphrase and scheme != 1):
        raise HuskError("unsupportedEncryption", offset)
    size = 25 if scheme == _KEY_SCHEME else 26
    if len(data) < size or (is_whole and len(data) != size):
        raise short
    name, salt = data[1:9], data[9:25]
    if scheme == _PASSPHRASE_SCHEME:
        key = _passphrase_key(keys, salt, data[25], limits, offset)
        if key is None or key_name(key) != name:
            raise HuskError(missing, offset)
        return Header(key, salt, size)
    key = keys.keys.get(name) if keys else None
    if key is None:
        raise HuskError(missing, offset)
    return Header(key, salt, size)


def _passphrase_key(keys: Keyring | None, salt: bytes, cost: int, limits: Limits,
                    offset: int) -> bytes | None:
    if cost == 0:
        raise HuskError("unsupportedEncryption", offset)
    if cost > limits.passphraseCost:
        raise HuskError("limitExceeded", offset)
    if keys is None or not keys.passphrase:
        return None
    memory = (1024 << cost) + (1 << 20)
    return hashlib.scrypt(keys.passphrase, salt=salt, n=1 << cost, r=8, p=1, maxmem=memory,
                          dklen=32)


def _aead():
    try:
        from cryptography.hazmat.primitives.ciphers import aead
    except ImportError:
        raise HuskError("missingModule", None, "this input needs the package cryptography: "
                        "python3 -m pip install cryptography") from None
    return aead


class Segments:
    """Opens the segments of a file or message, one after the other (section 14.3)."""

    def __init__(self, key: bytes, salt: bytes, info: bytes, head: bytes) -> None:
        made = hkdf(key, salt, info, 39)
        self.cipher, self.start, self.head = _aead().AESGCM(made[:32]), made[32:], head
        self.number = 0

    def open(self, sealed: bytes, behind: bytes, is_last: bool, offset: int | None = None,
             number: int | None = None) -> bytes:
        """What a segment holds; ``behind`` is authenticated behind the head."""
        if number is None:
            number, self.number = self.number, self.number + 1
        nonce = self.start + number.to_bytes(4, "big") + bytes((is_last,))
        try:
            return self.cipher.decrypt(nonce, sealed, self.head + behind)
        except Exception:
            raise HuskError("authenticationFailed", offset) from None


def open_message(data: bytes, keys: Keyring | None, limits: Limits = DEFAULT) -> bytes:
    """What a sealed message holds (section 14.5): a message, or a document in the text layout."""
    header = read_header(data[2:], keys, limits, 2, is_whole=False)
    end = 2 + header.size
    segments = Segments(header.key, header.salt, b"husk 1 message", data[:end])
    return segments.open(data[end:], b"", True, end)
