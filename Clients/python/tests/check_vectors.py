# SPDX-License-Identifier: Apache-2.0
"""Decodes every conformance vector in Python alone: check_vectors.py [FOLDER …].

It says which vectors did not give what they expect, and ends with 1 if there are any. Those that
need a package that is not installed are counted, and pass. The vectors of `json` also have to name
the byte at fault. Vectors of `http` are about clients and servers and not about decoding.
"""

from __future__ import annotations

import dataclasses
import io
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import husk
import vectors
from husk import lexer, masks, message_template, template, template_json, text_layout
from husk.compression import NAMES, decompress
from husk.columns import template_bytes
from husk.container import BLOCK, END, REFERENCE, TEMPLATE, files, read_reference
from husk.decoder import decode, decode_sequence
from husk.encryption import Keyring
from husk.errors import HuskError
from husk.files import Options
from husk.limits import Limits
from husk.message import decode as decode_message
from husk.message_template import MessageTemplate, TemplateFile
from husk.reader import Reader


class Different(Exception):
    """What came out is not what the vector says."""


def same(found, expected, what="document") -> None:
    if found != expected:
        raise Different(f"another {what}: {found!r}")


def limits_of(vector) -> Limits:
    names = {field.name for field in dataclasses.fields(Limits)}
    pairs = (word.split("=") for word in vector.words if "=" in word)
    return Limits(**{name: int(value) for name, value in pairs if name in names})


def keys_of(vector, name="keys") -> Keyring | None:
    ring = Keyring.read(vector.sections[name]) if name in vector.sections else None
    if name == "keys" and "passphrase" in vector.sections:
        ring = ring or Keyring()
        ring.passphrase = vector.sections["passphrase"]
    return ring


def options_of(vector) -> Options:
    return Options(limits_of(vector), keys_of(vector), keys_of(vector, "field-keys"),
                   "sealed" in vector.words, "redact" in vector.words, "sections" in vector.words)


def check_json(vector) -> None:
    document, limits = vector.sections["document"], limits_of(vector)
    tokens = lexer.scan(document, limits.depth)
    if vector.option("input") == "json" or (
            "emptyInput" == vector.expect and vector.option("input") is None):
        lexer.scan_one(document, limits.depth)
    if "minified" in vector.sections:
        same(minified(document, tokens), vector.sections["minified"])


def minified(document: bytes, tokens) -> bytes:
    """Section 5.4."""
    out, texts = b"", []
    for number, first in enumerate(tokens.texts):
        behind = tokens.next(first)
        text, last = b"", lexer.OPEN_OBJECT
        for token in range(first, behind):
            kind = tokens.kinds[token]
            if last not in (lexer.OPEN_OBJECT, lexer.OPEN_ARRAY, lexer.KEY) and token > first:
                text += b"," if kind not in (lexer.CLOSE_OBJECT, lexer.CLOSE_ARRAY) else b""
            text += tokens.lexeme(token) + (b":" if kind == lexer.KEY else b"")
            last = kind
        texts.append(text)
    if document.startswith(lexer.BYTE_ORDER_MARK):
        out = lexer.BYTE_ORDER_MARK
    tail = document[tokens.ends[-1] :] if tokens.texts else b""
    return out + b"\n".join(texts) + (b"\n" if b"\n" in tail else b"")


def check_template(vector) -> None:
    limits = limits_of(vector)
    made = []
    if "template" in vector.sections:
        made.append(template_json.read_template(vector.sections["template"], limits))
    if "canonical" in vector.sections:
        made.append(template.read_canonical(vector.sections["canonical"], limits))
    for one in made:
        same(one.canonical, vector.sections["canonical"], "canonical form")
        if "id" in vector.sections:
            same(one.identity.hex().encode(), vector.sections["id"], "identity")


def check_text(vector) -> None:
    document = text_layout.decode(vector.sections["text"], limits_of(vector))
    if "minify" in vector.words:
        tokens = lexer.scan(vector.sections["document"], 512)
        same(document, minified(vector.sections["document"], tokens))
    elif "document" in vector.sections:
        same(document, vector.sections["document"])


def frames_of(data: bytes, limits: Limits) -> str:
    lines = []
    for reader in files(data, limits):
        for frame in reader.frames():
            if frame.type == TEMPLATE:
                content = Reader(frame.payload)
                codec = content.byte()
                count = content.varint() if codec else content.left
                rest = content.rest()
                if count > limits.templateByteCount:
                    raise HuskError("limitExceeded", frame.offset)
                if codec >= len(NAMES):
                    raise HuskError("unsupportedCodec", frame.offset)
                lines.append(f"template {NAMES[codec]} {count} {shown(rest)}")
            elif frame.type == REFERENCE:
                named = read_reference(frame.payload)
                lines.append(f"reference {shown(named.id)} {named.version} {named.name or '-'}")
            elif frame.type == BLOCK:
                block = reader.block(frame)
                lines.append(f"block {block.rows} {block.decoded} {block.check:08x} "
                             f"{shown(block.content)}")
            elif frame.type == END:
                lines.append("end")
    return "\n".join(lines)


def shown(data: bytes) -> str:
    return data.hex() or "-"


class Trickle(io.RawIOBase):
    """Bytes that arrive one by one."""

    def __init__(self, data: bytes) -> None:
        self.inner = io.BytesIO(data)

    def read(self, count=-1):
        return self.inner.read(min(count, 1))


def check_container(vector) -> None:
    for stream in (vector.sections["file"], Trickle(vector.sections["file"])):
        found = frames_of(stream, limits_of(vector))
        same(found.lower(), vector.sections["frames"].decode().lower(), "list of frames")


def check_compression(vector) -> None:
    name, count = vector.option("codec"), int(vector.option("count"))
    codec = NAMES.index(name) if name in NAMES else int(name)
    same(decompress(codec, vector.sections["compressed"], count), vector.sections["plain"], "bytes")


def check_column(vector) -> None:
    same(decode(vector.sections["file"], options_of(vector)), vector.sections["document"])


TEMPLATES: dict[bytes, MessageTemplate] = {}


def message_template_of(vector) -> MessageTemplate:
    data, limits = vector.sections["template"], limits_of(vector)
    if limits != Limits() or data not in TEMPLATES:
        TEMPLATES[data] = MessageTemplate(data, limits)
    return TEMPLATES[data]


def check_row(vector) -> None:
    one = message_template_of(vector)
    if "message" in vector.sections:
        document = decode_message(vector.sections["message"], one, None, limits_of(vector))
        same(document, vector.sections["document"])


def check_encryption(vector) -> None:
    options = options_of(vector)
    if "sealed" in vector.sections:
        same(decode(vector.sections["sealed"], options), vector.sections["document"])


def check_mask(vector) -> None:
    keys, context = keys_of(vector), vector.sections["context"].decode()
    now, expiry = int(vector.option("now") or 0), int(vector.option("expiry") or 0)
    masked = vector.sections["mask"].decode()
    text = masks.unmask(masked, keys, context, now)
    same(text.encode(), vector.sections["text"], "text")
    if keys.active == next(iter(keys.keys.values())):
        same(masks.mask(text, keys, context, expiry), masked, "mask")


def check_sequence(vector) -> None:
    options = options_of(vector)
    one = message_template_of(vector)
    same(decode_sequence(vector.sections["sequence"], options, one), vector.sections["document"])


def check_template_file(vector) -> None:
    one = TemplateFile(vector.sections["file"], limits_of(vector))
    same(one.template.canonical, vector.sections["template"], "template")


def check_selection(vector) -> None:
    wanted = {name: vector.option(name) for name in ("fields", "rows", "at")}
    data = vector.sections["file"]
    for pure in (True, False):
        same(husk.decode(data, **wanted, pure=pure), vector.sections["given"], "given text")
        with husk.open(data, **wanted, pure=pure) as reader:
            same(b"\n".join(reader.texts()), vector.sections["rows"], "rows")
        rows = [json.loads(line) for line in vector.sections["rows"].splitlines()]
        same(husk.read(data, **wanted, pure=pure), rows, "values")


CHECKS = {
    "json": check_json, "template": check_template, "text": check_text, "gaps": check_text,
    "container": check_container, "compression": check_compression, "column": check_column,
    "modelled": check_column,
    "row": check_row, "primed": check_row, "encryption": check_encryption, "mask": check_mask,
    "selection": check_selection, "sequence": check_sequence,
    "template-file": check_template_file,
}


def fault(vector, check) -> str | None:
    """What is not as the vector expects."""
    try:
        check(vector)
    except HuskError as error:
        if error.code == "missingModule":
            raise
        if error.code != vector.expect:
            return f"{error} and not {vector.expect}"
        offset = vector.header.get("offset")
        if vector.name.startswith("json/") and offset != str(error.offset):
            return f"{error} and not at byte {offset}"
        return None
    except Different as error:
        return str(error)
    return None if vector.expect == "success" else f"accepted, and not {vector.expect}"


def main(folders: list[str]) -> int:
    faults = good = bad = skipped = 0
    for folder in folders or CHECKS:
        for vector in vectors.all_of(folder):
            try:
                found = fault(vector, CHECKS[folder])
            except HuskError:
                skipped += 1
                continue
            good, bad = good + (vector.expect == "success"), bad + (vector.expect != "success")
            if found:
                faults += 1
                print(f"{vector.name}: {found}")
    if skipped:
        print(f"skipped {skipped}: zstandard, brotli or cryptography is not installed")
    print(f"{good} good and {bad} bad vectors, {faults} of them not as expected")
    return 1 if faults or not good + bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
