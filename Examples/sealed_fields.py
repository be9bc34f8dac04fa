#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Decodes a file with sealed fields: SPEC.md, sections 14.8 and 14.9, and nothing else.

    sealed_fields.py KEYFILE < file.husk > document

The rest of the format is that of block_decoder.py. A file that is sealed as a whole has to be opened
first. It needs the package `cryptography`.
"""

import hashlib
import re
import sys
from zlib import crc32

import block_decoder
from block_decoder import MAGIC, VERSION, Reader, backward, require, varint
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

TEMPLATES, BLOCK, END, FIELDS = (1, 2), 3, 5, 6
OWN_TEMPLATE, SEALED, LAST = 32, 64, 128
TOKEN = re.compile(rb'[\s,:\xef\xbb\xbf]*("(?:[^"\\]|\\.)*"|[^\s,:{}\[\]"]+|[{}\[\]])')


def hkdf(key, salt, info, size):
    return HKDF(SHA256(), size, salt, info).derive(key)


def keys_of(path):
    """The keys of a key file by their names (§14.7)."""
    words = [line.split() for line in open(path) if not line.startswith("#")]
    keys = [bytes.fromhex(line[2]) for line in words[1:] if line]
    return {hkdf(key, None, b"husk 1 key id", 8): key for key in keys}


class Fields:
    """A fields frame (§14.8)."""

    def __init__(self, payload):
        reader, self.payload = Reader(payload), payload
        require(reader.byte() == 1, "unsupportedEncryption")
        self.key, self.salt = reader.bytes(8), reader.bytes(16)
        self.paths = []
        for _ in range(reader.varint()):
            self.paths.append([reader.bytes(reader.varint()).decode() for _ in range(reader.varint())])
        starts = [path[:count] for path in self.paths for count in range(1, len(path))]
        require(self.paths and all(path and all(path) for path in self.paths), "invalidFrame")
        require(not any(path in starts for path in self.paths), "invalidFrame")
        require(all(self.paths.count(path) == 1 for path in self.paths), "invalidFrame")
        require(crc32(payload[: reader.at]) == reader.integer(), "checkMismatch")
        require(not reader.left(), "invalidFrame")

    def cipher(self, keys, template):
        require(self.key in keys, "missingFieldKey")
        derived = hkdf(keys[self.key], self.salt, b"husk 1 fields", 39)
        head = self.payload + hashlib.sha256(template).digest()
        return AESGCM(derived[:32]), derived[32:], head


def frame(kind, payload):
    length = len(payload).to_bytes((len(payload).bit_length() + 7) // 8, "little")
    return bytes([kind | len(length) << 5]) + length + payload


def file_of(frames):
    """A file of frames, with a check of the framing that is right (§9.6)."""
    data = MAGIC + bytes([VERSION])
    check = crc32(data)
    for kind, payload in frames:
        whole, covered = frame(kind, payload), 0
        if kind == BLOCK:
            reader = Reader(payload)
            reader.varint(), reader.varint(), reader.integer()
            covered = reader.at
        check = crc32(whole[: len(whole) - len(payload) + covered], check)
        data += whole
    data += bytes([END]) + check.to_bytes(4, "little")
    return data + backward(len(data) * 2)


def frames_of(data):
    reader = Reader(data)
    require(reader.bytes(4) == MAGIC + bytes([VERSION]), "notHusk")
    while True:
        tag = reader.byte()
        kind = tag & 31
        if kind == END:
            return
        yield kind, reader.bytes(int.from_bytes(reader.bytes(tag >> 5), "little"))


def opened(data, keys):
    """The frames of what is shown, and of each block what is sealed (§14.9)."""
    shown, sealed, fields, template, is_last = [], [], None, b"", False
    for kind, payload in frames_of(data):
        if kind == FIELDS:
            require(not fields and not shown, "invalidFrame")
            fields = Fields(payload)
        elif kind == BLOCK:
            reader = Reader(payload)
            reader.varint(), reader.varint(), reader.integer()
            head, flags = payload[: reader.at], reader.byte()
            require(flags & (SEALED | LAST) != LAST, "invalidColumn")
            require(flags & SEALED and fields and not is_last, "invalidFrame")
            segment = reader.bytes(reader.varint())
            rest = reader.rest()
            cipher, prefix, associated = fields.cipher(keys, template)
            nonce = prefix + len(sealed).to_bytes(4, "big") + bytes([flags >> 7])
            associated += head + bytes([flags]) + rest
            sealed.append(Reader(cipher.decrypt(nonce, segment, associated)))
            shown.append((kind, head + bytes([flags & ~(SEALED | LAST)]) + rest))
            is_last = flags & LAST
        elif kind < 16:
            template = payload if kind in TEMPLATES else template
            shown.append((kind, payload))
    require(is_last, "invalidEnd")
    return shown, sealed, fields.paths


def places(text, paths):
    """Where the values at the paths are: the number of the path, start and end."""
    at, last = 0, None

    def token():
        nonlocal at, last
        last = TOKEN.match(text, at)
        at = last.end()
        return last[1]

    def value(ways, opening):
        start = last.start(1)
        if opening in (b"{", b"["):
            found = []
            while (following := token()) not in (b"}", b"]"):
                inside = ways
                if opening == b"{":
                    key = block_decoder.json.loads(following)
                    inside = [(number, way[1:]) for number, way in ways if way[:1] == [key]]
                    following = token()
                found += value(inside, following)
        else:
            found = []
        ended = [number for number, way in ways if not way]
        return [(ended[0], start, at)] if ended else found

    found = []
    while TOKEN.match(text, at):
        found += value(list(enumerate(paths)), token())
    return found


def decode(data, keys):
    shown, sealed, paths = opened(data, keys)
    text = block_decoder.decode(file_of(shown))
    values, sizes = [[] for _ in paths], []
    for plaintext in sealed:
        sizes.append((plaintext.varint(), plaintext.integer()))
        payload = plaintext.bytes(plaintext.varint())
        if payload:
            for own, more in zip(values, arrays(payload, sizes[-1][0], paths)):
                own += more
    result, end = b"", 0
    for number, start, stop in places(text, paths):
        require(text[start:stop] == b"null", "invalidValue")
        require(values[number], "missingValue")
        result += text[end:start] + values[number].pop(0)
        end = stop
    require(not any(values), "extraValue")
    result += text[end:]
    at = 0
    for size, check in sizes:
        require(crc32(result[at : at + size]) == check, "checkMismatch")
        at += size
    require(at == len(result), "checkMismatch")
    return result


def arrays(payload, size, paths):
    """The values of each path in a block."""
    reader = Reader(payload)
    rows, decoded, _ = reader.varint(), reader.varint(), reader.integer()
    require(rows == 1 and reader.byte() & ~(3 | OWN_TEMPLATE) == 0, "invalidFrame")
    require(decoded <= size + 16 * len(paths), "limitExceeded")
    text = block_decoder.decode(file_of([(BLOCK, payload)]))
    keys = [str(number) for number in range(len(paths))]
    document = block_decoder.json.loads(text)
    require(isinstance(document, dict) and list(document) == keys, "invalidValue")
    require(all(isinstance(array, list) for array in document.values()), "invalidValue")
    return [elements(text[start:end]) for _, start, end in places(text, [[key] for key in keys])]


def elements(array):
    """The elements of an array as they stand there."""
    found, depth, start, at = [], 0, None, 0
    while token := TOKEN.match(array, at):
        at = token.end()
        depth -= token[1] in (b"]", b"}")
        if depth == 1 and start is None:
            start = token.start(1)
        if depth == 1 and token[1] not in (b"[", b"{"):
            found.append(array[start:at])
            start = None
        depth += token[1] in (b"[", b"{")
    return found


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    try:
        document = decode(sys.stdin.buffer.read(), keys_of(sys.argv[1]))
    except InvalidTag:
        sys.exit("authenticationFailed")
    except block_decoder.Refused as refused:
        sys.exit(str(refused))
    sys.stdout.buffer.write(document)
