#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens what Husk has sealed, and seals it again: SPEC.md, section 14, and nothing else.

    sealed.py open KEYFILE < sealed > listing
    sealed.py seal KEYFILE SALT < listing > sealed

KEYFILE is a key file, or a file with a passphrase and nothing else, which has a cost of 2^10. A listing has a line for each frame of a file, its type and its payload in hexadecimal, or the line
`message` and the bytes that were sealed. SALT is 32 hexadecimal digits. It needs the package
`cryptography`.
"""

import hashlib
import sys
from zlib import crc32

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

FILE, MESSAGE = b"\xfdHK\x01", b"\xfdS"
ENCRYPTION, END, INDEX = 4, 5, 16
COST = 10


def hkdf(key, salt, info, size):
    return HKDF(SHA256(), size, salt, info).derive(key)


def keys_of(path):
    """The keys of a key file by their names, and the name of the active one; or a passphrase."""
    keys, active = {}, None
    words = open(path, "rb").read()
    if not words.startswith(b"husk keyring"):
        return words, None
    for line in open(path):
        words = line.split()
        if words and words[0] in ("key", "active"):
            key = bytes.fromhex(words[2])
            name = hkdf(key, None, b"husk 1 key id", 8)
            assert name.hex() == words[1], "a key does not have the name it is given"
            keys[name] = key
            active = name if words[0] == "active" else active
    return keys, active


class Segments:
    """Seals or opens segment after segment."""

    def __init__(self, key, salt, purpose, head):
        derived = hkdf(key, salt, purpose, 39)
        self.cipher, self.prefix = AESGCM(derived[:32]), derived[32:]
        self.head, self.ordinal = head, 0

    def nonce(self, last):
        self.ordinal += 1
        return self.prefix + (self.ordinal - 1).to_bytes(4, "big") + bytes([last])

    def seal(self, data, frame, last):
        return self.cipher.encrypt(self.nonce(last), data, self.head + frame)

    def open(self, data, frame, last):
        return self.cipher.decrypt(self.nonce(last), data, self.head + frame)


def frame_head(kind, size):
    length = size.to_bytes((size.bit_length() + 7) // 8, "little")
    return bytes([kind | len(length) << 5]) + length


def backward_varint(value):
    data = bytearray()
    while value >= 0x80:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(reversed(data))


def stretched(passphrase, salt, cost):
    return hashlib.scrypt(passphrase, salt=salt, n=1 << cost, r=8, p=1, maxmem=1 << 30, dklen=32)


def header_of(data, keys):
    """The key of a header, its salt, and its size."""
    name, salt = data[1:9], data[9:25]
    assert data[0] in (1, 2), "the scheme is not known"
    if data[0] == 1:
        return keys[name], salt, 25
    key = stretched(keys, salt, data[25])
    assert hkdf(key, None, b"husk 1 key id", 8) == name, "the passphrase is another one"
    return key, salt, 26


def new_header(keys, active, salt):
    if active is not None:
        return keys[active], b"\x01" + active + salt
    key = stretched(keys, salt, COST)
    return key, b"\x02" + hkdf(key, None, b"husk 1 key id", 8) + salt + bytes([COST])


def open_sealed(data, keys):
    if data[:2] == MESSAGE:
        key, salt, size = header_of(data[2:], keys)
        segments = Segments(key, salt, b"husk 1 message", data[: 2 + size])
        return "message " + segments.open(data[2 + size :], b"", 1).hex()
    assert data[:4] == FILE and data[4] == ENCRYPTION | 1 << 5
    key, salt, size = header_of(data[6:], keys)
    assert data[5] == size
    segments, offset, lines = Segments(key, salt, b"husk 1 file", data[: 6 + size]), 6 + size, []
    while True:
        kind, width = data[offset] & 31, data[offset] >> 5
        size = int.from_bytes(data[offset + 1 : offset + 1 + width], "little")
        head = data[offset : offset + 1 + width]
        payload = data[offset + len(head) : offset + len(head) + size]
        offset += len(head) + size
        lines.append(f"{kind} {segments.open(payload, head, int(kind == END)).hex()}".strip())
        if kind == END:
            return "\n".join(lines)


def seal(listing, keys, active, salt):
    key, header = new_header(keys, active, salt)
    lines = [line.split() for line in listing.splitlines()]
    if lines[0][0] == "message":
        head = MESSAGE + header
        segments = Segments(key, salt, b"husk 1 message", head)
        return head + segments.seal(bytes.fromhex(lines[0][1]), b"", 1)
    data = FILE + frame_head(ENCRYPTION, len(header)) + header
    check = crc32(frame_head(ENCRYPTION, len(header)), crc32(FILE))
    segments, index = Segments(key, salt, b"husk 1 file", data), None
    for kind, *payload in lines:
        kind, payload = int(kind), bytes.fromhex(payload[0] if payload else "")
        head = frame_head(kind, len(payload) + 16)
        index = len(data) if kind == INDEX else index
        check = check if kind == END else crc32(head, check)
        data += head + segments.seal(payload, head, int(kind == END))
    data += check.to_bytes(4, "little")
    data += b"" if index is None else backward_varint(len(data) - index)
    return data + backward_varint(len(data) * 2 + (index is not None))


def main():
    keys, active = keys_of(sys.argv[2])
    if sys.argv[1] == "open":
        print(open_sealed(sys.stdin.buffer.read(), keys))
    else:
        salt = bytes.fromhex(sys.argv[3])
        sys.stdout.buffer.write(seal(sys.stdin.read(), keys, active, salt))


main()
